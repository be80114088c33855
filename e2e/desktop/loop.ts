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
export function watchLoop(): void {
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
