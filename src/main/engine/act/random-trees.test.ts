import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, linkSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { treeText } from '../../../../e2e/world/disk'
import { asideIn, doomed, ordinaryUser, removeApart } from '../../../../e2e/world/removing'
import { du, file, giveAway, isRoot, scratch } from '../../../../e2e/world/scanning'

const seeds = Number(process.env['CLEARHOLD_SEEDS'] ?? 60)
const start = Number(process.env['CLEARHOLD_SEED'] ?? Math.floor(Math.random() * 1e9))

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
beforeEach(() => {
  disk = scratch()
  at = disk.at
})
afterEach(() => disk.remove())

/** Numbers in [0, 1), the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const odd = ['plain', 'new\nline', '-rf', ' blank ', 'é', '\\', '.hidden']
const closed = [0o000, 0o111, 0o222, 0o333, 0o444, 0o555, 0o666, 0o755, 0o1777]

/** Folders, files, links of both kinds; a third of the folders closed in some way, some of another user. */
function randomTree(top: string, outside: string, roll: () => number): void {
  const pick = <Thing>(list: readonly Thing[]): Thing => list[Math.floor(roll() * list.length)] as Thing
  const folders = [top]
  const files: string[] = []
  mkdirSync(top)
  for (let made = 0; made < 8 + roll() * 40; made += 1) {
    const path = join(pick(folders), `${made}${pick(odd)}`)
    const kind = roll()
    if (kind < 0.35) {
      mkdirSync(path)
      folders.push(path)
    } else if (kind < 0.45) symlinkSync(pick([outside, '/', '.', 'nowhere']), path)
    else if (kind < 0.55 && files.length > 0) linkSync(pick(files), path)
    else {
      writeFileSync(path, Buffer.alloc(Math.floor(roll() * 20_000), 1))
      files.push(path)
    }
  }
  giveAway(top)
  for (const folder of folders.reverse()) {
    if (folder === top) continue
    if (isRoot && roll() < 0.1) chownSync(folder, 1, 1)
    if (roll() < 0.33) chmodSync(folder, pick(closed))
  }
}

const survivors = (folder: string): string[] =>
  execFileSync('find', [folder, '-printf', '%P %y\\0'], { encoding: 'latin1' }).split('\0').sort()

/** What the system's own remover leaves of the same tree, asked as the same user. */
function leftByRm(path: string): string[] {
  const who = isRoot ? ['setpriv', `--reuid=${ordinaryUser}`, `--regid=${ordinaryUser}`, '--clear-groups'] : []
  const [program = '', ...args] = [...who, 'sh', '-c', 'rm -rf "$0" 2>/dev/null; :', path]
  execFileSync(program, args)
  return existsSync(path) ? survivors(path) : []
}

// Closed folders of somebody else can be looked into afterwards by root alone.
test.skipIf(!isRoot)(
  `T006, CS-94: of random trees stays what rm -rf leaves, and what stays is told (CLEARHOLD_SEED=${start})`,
  { timeout: 60_000 + seeds * 5_000 },
  async () => {
    file(at('outside/canary'), 5000)
    giveAway(at())
    const before = await treeText(at('outside'))
    for (let seed = start; seed < start + seeds; seed += 1) {
      const said = `CLEARHOLD_SEED=${seed}`
      const top = at(`tree-${seed}`)
      const twin = at(`twin-${seed}`)
      randomTree(top, at('outside'), dice(seed))
      execFileSync('cp', ['-a', top, twin])
      const held = du(top)
      const entries = survivors(top).length
      const end = removeApart(doomed(top), {
        threads: seed % 2 === 0 ? 1 : 2,
        aside: seed % 3 === 0 ? null : asideIn(at())
      })
      const left = existsSync(top) ? survivors(top) : []
      expect(left, said).toEqual(leftByRm(twin))
      expect(end.refusals.length > 0, said).toBe(left.length > 0)
      expect(end.kind, said).toBe(left.length === 0 ? 'removed' : left.length < entries ? 'in-part' : 'nothing')
      const paths = end.refusals.map(({ path }) => path)
      expect(new Set(paths).size, said).toBe(paths.length)
      for (const path of paths) expect(lstatSync(path), said).toBeDefined()
      expect(end.bytes, said).toBe(held - (existsSync(top) ? du(top) : 0))
      expect(existsSync(at('.clearhold-aside-test')), said).toBe(false)
    }
    expect(await treeText(at('outside'))).toBe(before)
  }
)
