// A process that has the engine's walk in it, as the app has: weighs a folder each time a line names one, and answers
// with the milliseconds, the entries and the memory. The first walk, which warms it up, is not measured.
const { createInterface } = require('node:readline')
const { monitorEventLoopDelay } = require('node:perf_hooks')
const [, , program, worker] = process.argv
const { weigh } = require(program)

async function weighed(folder) {
  const place = Buffer.from(folder).toString('latin1')
  const late = monitorEventLoopDelay({ resolution: 1 })
  late.enable()
  const before = process.memoryUsage().rss
  const began = performance.now()
  const ledger = await weigh({ sites: [{ id: 'site', place }], worker })
  const bytes = ledger.exclusive('site')
  const ms = performance.now() - began
  late.disable()
  const answer = {
    ms,
    bytes,
    entries: ledger.entries('site'),
    lateMs: late.max / 1e6,
    addedBytes: process.memoryUsage().rss - before
  }
  ledger.close()
  return answer
}

createInterface({ input: process.stdin }).on('line', async (folder) => {
  console.log(JSON.stringify(await weighed(folder)))
})
