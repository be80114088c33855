// npm run bench: measures what the README claims, on this machine.
//   npm run bench                      says which measurements there are
//   npm run bench -- weigh [DIR] [N]   `clearhold size DIR` beside `du -s DIR`, whole commands, N pairs (9 unless given)
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { run } from './lib/children.mjs'
import { root } from './lib/packages.mjs'
import { build } from './lib/steps.mjs'

const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }

async function timed(program, args) {
  const started = performance.now()
  const { code } = await run(program, args, quiet)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with status ${code}.`)
  return performance.now() - started
}

const middle = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2
}

/** Pairs in turns, so that a cache that warms up or a machine that slows down touches both alike. */
async function weigh(folder = join(root, 'node_modules'), pairs = '9') {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist.`)
  if ((await build()) !== 0) throw new Error('Clearhold could not be built.')
  const commands = {
    clearhold: [process.execPath, [join(root, 'bin', 'clearhold.mjs'), 'size', folder]],
    du: ['du', ['-s', folder]]
  }
  await timed(...commands.du)
  const rows = []
  for (let pair = 0; pair < Number(pairs); pair++) {
    const order = pair % 2 === 0 ? ['clearhold', 'du'] : ['du', 'clearhold']
    const row = {}
    for (const name of order) row[name] = await timed(...commands[name])
    rows.push(row)
  }
  for (const name of ['clearhold', 'du'])
    console.log(
      `${name.padEnd(10)} ${middle(rows.map((row) => row[name]))
        .toFixed(0)
        .padStart(6)} ms, the middle of ${rows.length}`
    )
  console.log(
    `ratio      ${middle(rows.map((row) => row.clearhold / row.du))
      .toFixed(2)
      .padStart(6)}, the middle of the pairs`
  )
}

const benches = { weigh }
const [name, ...words] = process.argv.slice(2)
if (name === undefined) {
  console.log('There is one measurement:')
  console.log('  weigh [DIR] [N]   `clearhold size DIR` beside `du -s DIR`, whole commands, N pairs')
} else if (!Object.hasOwn(benches, name)) {
  console.error(`There is no measurement "${name}".`)
  process.exitCode = 2
} else
  await benches[name](...words).catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
