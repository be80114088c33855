import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fuse, mayFuse } from '../../../../e2e/world/fuse'
import { file, scratch, walker, weighPaths } from '../../../../e2e/world/scanning'
import { closePool } from './pool'

if (!mayFuse) console.warn('priorities are not tested: this needs root, the right to mount and /dev/fuse')

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
let held: { end: () => Promise<void> } | null = null
beforeEach(() => {
  disk = scratch()
  at = disk.at
})
afterEach(async () => {
  await held?.end()
  await closePool()
  disk.remove()
})

interface Thread {
  readonly id: string
  /** 0 as usual, 19 when it gives way to everybody. */
  readonly nice: number
  /** The class of its requests to the disk, as `ionice` names it. */
  readonly disk: string
}

/** The threads of this process, by the system's own account. */
const threads = (): Thread[] =>
  readdirSync('/proc/self/task').flatMap((id) => {
    try {
      const fields = readFileSync(`/proc/self/task/${id}/stat`, 'latin1').split(') ').pop()?.split(' ') ?? []
      const said = execFileSync('ionice', ['-p', id], { encoding: 'utf8' })
      return [{ id, nice: Number(fields[16]), disk: said.trim() }]
    } catch {
      // It ended meanwhile.
      return []
    }
  })

/** The threads that give way, while a walk stands still in a folder that never answers. */
async function givingWay(background: boolean): Promise<readonly Thread[]> {
  held = await fuse(at('held'), 'stuck')
  const limits = { silentMs: 1_000, wholeMs: 10_000 }
  const walk = weighPaths([at('held')], { limits, background })
  await new Promise((done) => setTimeout(done, 500))
  const found = threads().filter(({ nice }) => nice > 0)
  await walk
  return found
}

describe.skipIf(!mayFuse)('a scan that nobody waits for', () => {
  test('gives way on the cores and on the disk with its own threads alone', async () => {
    const lowered = await givingWay(true)
    expect(lowered.length).toBeGreaterThan(0)
    for (const { id, nice, disk: priority } of lowered) {
      expect([nice, id]).toEqual([19, expect.not.stringMatching(new RegExp(`^${process.pid}$`))])
      // The TypeScript walker has no call for the disk; without a class of its own the system goes by the other one.
      expect(priority).toMatch(walker === 'native' ? /^idle$/ : /^none/)
    }
    const after = await weighPaths([file(at('next'), 4096)])
    expect(after.exclusive(at('next'))).toEqual({ exclusiveBytes: 4096 })
    expect(threads().find(({ id }) => id === String(process.pid))?.nice).toBe(0)
  })

  test("a person's own scan gives way to nobody", async () => {
    expect(await givingWay(false)).toEqual([])
  })
})
