import { type ElectronApplication, test } from '@playwright/test'

/** The longest time in ms between two turns of an event loop: by the clock, and without the waiting for a processor. */
export interface Gaps {
  readonly looks: number
  readonly wall: number
  readonly own: number
}

declare global {
  var loopGaps: { stop(): Gaps }
}

/**
 * Runs in the main process: looks every 2 ms how long the loop was away. Time that the thread stood ready and another
 * program had the processor is the machine's, not ours; the kernel counts it (schedstat, second number).
 */
function watchLoop(): void {
  const fs: typeof import('node:fs') = process.mainModule?.require('fs')
  const waited = () => Number(fs.readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  const clock = () => Number(process.hrtime.bigint()) / 1e6
  const gaps = { looks: 0, wall: 0, own: 0 }
  let last = { at: clock(), waited: waited() }
  const timer = setInterval(() => {
    const now = { at: clock(), waited: waited() }
    const wall = now.at - last.at
    gaps.looks += 1
    gaps.wall = Math.max(gaps.wall, wall)
    gaps.own = Math.max(gaps.own, wall - (now.waited - last.waited))
    last = { at: clock(), waited: waited() }
  }, 2)
  globalThis.loopGaps = {
    stop: () => {
      clearInterval(timer)
      return gaps
    }
  }
}

/**
 * The gaps of the calmest of up to three scans. What our code does in one turn it does in every scan; what the machine
 * below this one takes away (a virtual processor is not told) comes and goes.
 */
export async function calmest(app: ElectronApplication, scan: (again: boolean) => Promise<void>): Promise<Gaps> {
  const all: Gaps[] = []
  while (all.length < 3 && !all.some(({ own }) => own < 50)) {
    await app.evaluate(watchLoop)
    await scan(all.length > 0)
    all.push(await app.evaluate(() => globalThis.loopGaps.stop()))
  }
  test.info().annotations.push({ type: 'event-loop gaps', description: JSON.stringify(all) })
  return all.reduce((one, other) => (other.own < one.own ? other : one))
}
