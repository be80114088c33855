// A process that has the engine's walk in it, as the app has: weighs a folder each time a line names one, and answers
// with the milliseconds, the entries, how late the event loop was, and the most memory that the walks so far have added.
// The first walk, which warms it up, is not measured.
const { createInterface } = require('node:readline')
const { monitorEventLoopDelay } = require('node:perf_hooks')
const [, , program, worker] = process.argv
const { weigh } = require(program)

let atRest = 0

async function weighed(folder) {
  const place = Buffer.from(folder).toString('latin1')
  const late = monitorEventLoopDelay({ resolution: 1 })
  late.enable()
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
    addedBytes: process.resourceUsage().maxRSS * 1024 - atRest
  }
  ledger.close()
  return answer
}

const ready = weighed(__dirname).then(() => {
  atRest = process.memoryUsage().rss
})

createInterface({ input: process.stdin }).on('line', async (folder) => {
  await ready
  console.log(JSON.stringify(await weighed(folder)))
})
