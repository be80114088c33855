// A process that has the engine's walk in it, as the app has: weighs a folder each time a line names one, and answers
// with the milliseconds, the entries, how late the event loop was, and the most memory that the walk has added.
// The first walk, which warms it up, is not measured.
const { readFileSync, writeFileSync } = require('node:fs')
const { createInterface } = require('node:readline')
const { monitorEventLoopDelay } = require('node:perf_hooks')
const [, , program, worker, threads] = process.argv
const { weigh } = require(program)

/** Bytes, by the system's account of this process. */
const held = (field) =>
  Number(new RegExp(`${field}:\\s*(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024

async function weighed(folder) {
  const place = Buffer.from(folder).toString('latin1')
  const late = monitorEventLoopDelay({ resolution: 1 })
  writeFileSync('/proc/self/clear_refs', '5')
  const atRest = held('VmRSS')
  late.enable()
  const began = performance.now()
  const ledger = await weigh({
    sites: [{ id: 'site', place }],
    worker,
    ...(threads === undefined ? {} : { threads: Number(threads) })
  })
  const bytes = ledger.exclusive('site')
  const ms = performance.now() - began
  late.disable()
  const answer = {
    ms,
    bytes,
    entries: ledger.entries('site'),
    lateMs: late.max / 1e6,
    addedBytes: Math.max(0, held('VmHWM') - atRest)
  }
  ledger.close()
  return answer
}

const ready = weighed(__dirname)

createInterface({ input: process.stdin }).on('line', async (folder) => {
  await ready
  console.log(JSON.stringify(await weighed(folder)))
})
