import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mounting } from '../../../../e2e/world/mounting'
import { file, isRoot, mayMount, scratch } from '../../../../e2e/world/scanning'
import { createRun } from '../tools/run'
import { enterAct } from './gate'
import { createJournal, NotWritten } from './journal'
import { read, type Step } from './journal-lines'
import { createTakeLock } from './lock'

let disk: ReturnType<typeof scratch>
let path: string
beforeEach(() => {
  disk = scratch()
  path = disk.at('state/journal')
})
afterEach(() => disk.remove())

const of = { act: 'a1', plan: 'prune', id: 'p1', host: 'cli' }
const tree = (place: string): Step => ({
  what: 'tree',
  subject: [place],
  aside: `/cache/.clearhold-aside-${place.length}`,
  identity: { dev: '1', ino: '18446744073709551615', birth: '3', uid: '4' }
})
const journal = () => createJournal(path)

describe('what is written down', () => {
  test('CS-60: an act that did not end is read with what was begun and what was done', async () => {
    const open = await journal().begin(of)
    await open.after(await open.before(tree('/a\xff\n')), 'removed')
    await open.before(tree('/b'))
    const { unfinished, notice } = await journal().read()
    expect(notice).toBeNull()
    expect(unfinished?.of).toEqual(of)
    expect(unfinished?.steps.map(({ step, end }) => [step.subject, end])).toEqual([
      [['/a\xff\n'], 'removed'],
      [['/b'], null]
    ])
    expect(unfinished?.steps[1]?.step).toEqual(tree('/b'))
    await open.end()
  })

  test('an act that ended leaves nothing but the room it had, and the next one begins there', async () => {
    for (let round = 0; round < 3; round += 1) {
      const open = await journal().begin({ ...of, act: `act ${round}` })
      for (let step = 0; step < 3 - round; step += 1) await open.after(await open.before(tree(`/${step}`)), 'removed')
      expect((await journal().read()).unfinished?.steps).toHaveLength(3 - round)
      await open.end()
      expect(await journal().read()).toEqual({ unfinished: null, notice: null })
    }
    expect((await stat(path)).size).toBe(256 * 1024)
    expect((await readFile(path, 'utf8')).trim()).toBe('')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('reading writes nothing, also where there is no journal', async () => {
    expect(await journal().read()).toEqual({ unfinished: null, notice: null })
    await expect(stat(dirname(path))).rejects.toThrow('ENOENT')
  })

  test('CS-61: nothing is begun while an unfinished act stands there; once it is settled, it is', async () => {
    await (await journal().begin(of)).before(tree('/a'))
    await expect(journal().begin(of)).rejects.toThrow(NotWritten)
    await journal().settle()
    expect(await journal().read()).toEqual({ unfinished: null, notice: null })
    await (await journal().begin(of)).end()
  })

  test('more steps than there was room for are written all the same', async () => {
    const open = await journal().begin(of)
    for (let step = 0; step < 500; step += 1) await open.before(tree(`/${'x'.repeat(500)}${step}`))
    expect((await journal().read()).unfinished?.steps).toHaveLength(500)
    await open.end()
  })
})

describe('what is damaged', () => {
  test('cut anywhere, or with any byte turned round, it says so or says what was written before', async () => {
    const open = await journal().begin(of)
    await open.after(await open.before(tree('/a')), 'removed')
    await open.before(tree('/b'))
    const whole = await readFile(path)
    const used = whole.indexOf('\n\n') + 1
    for (let at = 1; at < used; at += 1) {
      const torn = Buffer.from(whole)
      torn.fill('\n', at, used)
      const turned = Buffer.from(whole)
      turned[at - 1] = (turned[at - 1] ?? 0) ^ 1
      for (const bytes of [torn, turned]) {
        const { unfinished, damaged } = read(bytes.toString('utf8'))
        const steps = unfinished?.steps.map(({ step, end }) => [step.subject[0], end]) ?? []
        // Without the line after it a step counts as begun.
        if (steps.length === 1) expect(steps[0]?.[0]).toBe('/a')
        else
          expect(steps).toEqual(
            [
              ['/a', 'removed'],
              ['/b', null]
            ].slice(0, steps.length)
          )
        const cutBehindLine = bytes === torn && (whole[at - 1] === 0x0a || whole[at] === 0x0a)
        if (!damaged && !cutBehindLine) expect(`byte ${at} made no difference`).toBe('')
      }
    }
  })

  test('it is set aside when it is settled, with all that stood in it, and a new one begins', async () => {
    await (await journal().begin(of)).before(tree('/a'))
    const text = (await readFile(path, 'utf8')).replace('/a', '/z')
    await writeFile(path, text)
    expect((await journal().read()).notice).toContain('damaged')
    await expect(journal().begin(of)).rejects.toThrow(NotWritten)
    await journal().settle()
    const aside = (await readdir(dirname(path))).find((name) => name.startsWith('journal.damaged-')) ?? ''
    expect(await readFile(join(dirname(path), aside), 'utf8')).toBe(text)
    await (await journal().begin(of)).end()
  })

  test('a link, a folder, and rubbish in its place are refused and left', async () => {
    await mkdir(dirname(path))
    file(disk.at('other'), 100)
    await symlink(disk.at('other'), path)
    await expect(journal().begin(of)).rejects.toThrow(/could not be written/)
    expect((await journal().read()).notice).toContain('could not be read')
    expect((await readFile(disk.at('other'))).length).toBe(100)
    path = disk.at('state/second')
    await mkdir(path)
    await expect(journal().begin(of)).rejects.toThrow(/could not be written/)
    path = disk.at('state/third')
    await writeFile(path, 'rubbish\n')
    expect(await journal().read()).toMatchObject({ unfinished: null })
    expect((await journal().read()).notice).toContain('damaged')
  })
})

describe('where it cannot be written', () => {
  test('without a home nothing is begun', async () => {
    await expect(createJournal(null).begin(of)).rejects.toThrow('HOME is not set')
  })

  test('a state folder that may not be written to begins nothing', async () => {
    await mkdir(dirname(path))
    await chmod(dirname(path), 0o500)
    if (!isRoot) await expect(journal().begin(of)).rejects.toThrow(NotWritten)
    file(disk.at('taken'), 1)
    await expect(createJournal(disk.at('taken/journal')).begin(of)).rejects.toThrow(/File exists/)
    await chmod(dirname(path), 0o700)
  })

  test.skipIf(!mayMount)(
    'CS-63, MW-FMT-08: a full disk begins an act in the room that was made before, and only there',
    async () => {
      const mounts = mounting()
      try {
        const small = disk.at('small')
        mounts.mount(small, '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs')
        path = join(small, 'state/journal')
        await journal().prepare()
        await fillUp(small)
        await expect(writeFile(join(small, 'more'), Buffer.alloc(8192))).rejects.toThrow('ENOSPC')
        const take = createTakeLock(createRun(process.env))
        const entered = await enterAct({ take, state: dirname(path), host: 'cli' })
        expect(entered.kind).toBe('entered')
        const open = await journal().begin(of)
        for (let step = 0; step < 100; step += 1) await open.after(await open.before(tree(`/${step}`)), 'removed')
        expect((await journal().read()).unfinished?.steps).toHaveLength(100)
        let written = 100
        const more = async () => {
          for (;;) {
            await open.before(tree(`/${'x'.repeat(900)}`))
            written += 1
          }
        }
        await expect(more()).rejects.toThrow(/No space left on device/)
        expect((await journal().read()).unfinished?.steps).toHaveLength(written)
        await open.end()
        if (entered.kind === 'entered') await entered.lock.release()
        path = join(small, 'fresh/journal')
        await expect(journal().begin(of)).rejects.toThrow(/No space left on device/)
        expect(await createJournal(join(small, 'state/journal')).read()).toEqual({ unfinished: null, notice: null })
      } finally {
        mounts.undo()
      }
    }
  )

  const fillUp = async (folder: string) => {
    for (let number = 0; ; number += 1)
      try {
        await writeFile(join(folder, `filler-${number}`), Buffer.alloc(1024 * 1024, 7))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
        throw error
      }
  }
})
