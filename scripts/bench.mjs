// npm run bench: measures what the README claims, on this machine.
//   npm run bench                           says which measurements there are
//   npm run bench -- weigh [ROUNDS] [SIZE…] our walk beside the disk tools found here, on trees made for it
//   npm run bench -- unsaved [guard|ls]     asking for unsaved work beside its git commands alone, and beside the real dl
import { build } from './lib/steps.mjs'

/** Loaded only when it is asked for. */
async function weigh(...words) {
  if ((await build()) !== 0) throw new Error('Clearhold could not be built.')
  await (await import('./bench/weigh.mjs')).weigh(...words)
}

const unsaved = async (...words) => (await import('./bench/unsaved.mjs')).unsaved(...words)

const benches = { weigh, unsaved }
const [name, ...words] = process.argv.slice(2)
if (name === undefined) {
  console.log('There are two measurements:')
  console.log('  weigh [ROUNDS] [SIZE…]   our walk beside the disk tools found here; sizes: small, middle, large')
  console.log(
    '  unsaved [guard|ls]       asking for unsaved work beside its git commands alone, and beside the real dl'
  )
} else if (!Object.hasOwn(benches, name)) {
  console.error(`There is no measurement "${name}".`)
  process.exitCode = 2
} else
  await benches[name](...words).catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
