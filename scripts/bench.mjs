// npm run bench: measures what the README claims, on this machine.
//   npm run bench                           says which measurements there are
//   npm run bench -- weigh [ROUNDS] [SIZE…] our walk beside the disk tools found here, on trees made for it
//   npm run bench -- unsaved [guard|ls]     asking for unsaved work beside its git commands alone, and beside the real dl
//   npm run bench -- prune                  planning a prune beside the real dl --prune that is answered "n"
//   npm run bench -- remove [ROUNDS] [memory] removing a tree of 200,000 entries beside rm -rf on a copy of it
import { build } from './lib/steps.mjs'

/** Loaded only when it is asked for. */
async function weigh(...words) {
  if ((await build()) !== 0) throw new Error('Clearhold could not be built.')
  await (await import('./bench/weigh.mjs')).weigh(...words)
}

const unsaved = async (...words) => (await import('./bench/unsaved.mjs')).unsaved(...words)

const prune = async () => (await import('./bench/prune.mjs')).prune()

const remove = async (...words) => (await import('./bench/remove.mjs')).remove(...words)

const benches = { weigh, unsaved, prune, remove }
const [name, ...words] = process.argv.slice(2)
if (name === undefined) {
  console.log('There are four measurements:')
  console.log('  weigh [ROUNDS] [SIZE…]   our walk beside the disk tools found here; sizes: small, middle, large')
  console.log(
    '  unsaved [guard|ls]       asking for unsaved work beside its git commands alone, and beside the real dl'
  )
  console.log('  prune                    planning a prune beside the real dl --prune that is answered "n"')
  console.log('  remove [ROUNDS] [memory] removing a tree of 200,000 entries beside rm -rf on a copy of it')
} else if (!Object.hasOwn(benches, name)) {
  console.error(`There is no measurement "${name}".`)
  process.exitCode = 2
} else
  await benches[name](...words).catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
