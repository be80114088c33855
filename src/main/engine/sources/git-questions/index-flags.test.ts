import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commit, git, repository } from '../../../../../e2e/world/git'
import { placeOf } from '../../place'
import { hidesNothing, indexHidesNothing } from './index-flags'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'index-'))
})
afterAll(() => rm(folder, { recursive: true }))

let made = 0
async function checkout(): Promise<string> {
  made += 1
  const at = await repository(join(folder, `r${made}`))
  const names = Array.from({ length: 40 }, (_, n) => [`${'d/'.repeat(n % 5)}${'n'.repeat(1 + n * 6)}`, `${n}`])
  await commit(at, 'Many', Object.fromEntries(names))
  return at
}
const proves = (at: string) => indexHidesNothing(placeOf(join(at, '.git')))

describe('an index that hides nothing', () => {
  it('is proved for plain ones of version 2 and 3, with intent-to-add, links, submodules and a long name', async () => {
    const at = await checkout()
    expect(await proves(at)).toBe(true)
    await writeFile(join(at, 'later'), 'x')
    await git(at, 'add', '--intent-to-add', 'later')
    expect((await readFile(join(at, '.git', 'index'))).readUInt32BE(4)).toBe(3)
    expect(await proves(at)).toBe(true)
    await git(at, 'update-index', '--add', '--cacheinfo', `160000,${await git(at, 'rev-parse', 'HEAD')},module`)
    const long = `${'folder/'.repeat(600)}x`
    const blob = await git(at, 'rev-parse', 'HEAD:README.md')
    await git(at, 'update-index', '--add', '--cacheinfo', `100755,${blob},${long}`)
    expect(await proves(at)).toBe(true)
  })

  it('is not proved with a mark, in version 4, split, sparse, of another hash, or absent (CS-43, CS-53)', async () => {
    for (const flag of ['--assume-unchanged', '--skip-worktree']) {
      const at = await checkout()
      await git(at, 'update-index', flag, 'README.md')
      expect(await proves(at), flag).toBe(false)
      await git(at, 'update-index', flag.replace('--', '--no-'), 'README.md')
      expect(await proves(at), flag).toBe(true)
    }
    const four = await checkout()
    await git(four, 'update-index', '--index-version', '4')
    expect(await proves(four)).toBe(false)
    const split = await checkout()
    await git(split, 'update-index', '--split-index')
    expect(await proves(split)).toBe(false)
    const sparse = await checkout()
    await git(sparse, 'sparse-checkout', 'set', '--cone', '--sparse-index')
    expect(await proves(sparse)).toBe(false)
    const wide = join(folder, 'sha256')
    await git(folder, 'init', '-q', '--object-format=sha256', wide)
    await commit(wide, 'Wide', { a: '1', b: '2' })
    expect(await proves(wide)).toBe(false)
    expect(await proves(join(folder, 'nowhere'))).toBe(false)
  })

  it('one byte changed anywhere never turns a marked index into a proof', async () => {
    const at = await checkout()
    await git(at, 'update-index', '--assume-unchanged', 'README.md')
    const marked = await readFile(join(at, '.git', 'index'))
    const flagsAt = marked.indexOf('README.md') - 2
    let proofs = 0
    for (let index = 0; index < marked.length - 20; index += 1) {
      if (index === flagsAt) continue
      const bent = Buffer.from(marked)
      bent[index] = (bent[index] ?? 0) ^ 0xff
      if (hidesNothing(bent)) proofs += 1
    }
    expect(proofs).toBe(0)
  })

  it('an index that is cut among its entries proves nothing', async () => {
    const whole = await readFile(join(await checkout(), '.git', 'index'))
    for (let length = 0; length < whole.indexOf('TREE') + 20; length += 1)
      if (hidesNothing(whole.subarray(0, length))) expect.unreachable(`${length} of ${whole.length} bytes`)
  })
})
