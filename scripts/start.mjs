// npm start: installs when needed, builds, and opens the window; without a display or Electron it serves a browser.
//   npm start -- --browser [--port N] [--open]   serve a browser in any case
//   npm start -- --demo                          on a sample world in a temporary folder
// Other options go to Electron.
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isStopping, run } from './lib/children.mjs'
import { install, nodeTooOld, root } from './lib/packages.mjs'

const fetchWithinMs = 120_000
const failsAtOnceMs = 10_000
const bin = join(root, 'bin', 'clearhold.mjs')
const say = (line) => console.error(line)

/** What was asked for: the host, and the options of each. */
function readOptions(words) {
  const asked = { browser: false, demo: false, serve: [], electron: [] }
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === '--demo') asked.demo = true
    else if (word === '--browser' || word === '--open' || word === '--port' || word.startsWith('--port=')) {
      asked.browser = true
      if (word !== '--browser') asked.serve.push(word)
      if (word === '--port' && words[at + 1] !== undefined) asked.serve.push(words[++at])
    } else asked.electron.push(word)
  }
  return asked
}

const built = () => import(pathToFileURL(join(root, 'out', 'cli', 'clearhold.mjs')).href)

/** The Electron program, fetched by its own package when there is none yet; null with a sentence when there is no way. */
async function runtime() {
  const { findRuntime } = await built()
  const found = findRuntime(root, process.env)
  if (found !== null) return found
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) {
    say('ELECTRON_OVERRIDE_DIST_PATH names a folder without Electron, so Clearhold is served to a browser.')
    return null
  }
  say('Fetching Electron, once (about 110 MB, two minutes at most)…')
  const install = join(root, 'node_modules', 'electron', 'install.js')
  const { code, timedOut } = await run(process.execPath, [install], { cwd: root, timeoutMs: fetchWithinMs })
  const fetched = code === 0 ? findRuntime(root, process.env) : null
  if (fetched === null && !isStopping())
    say(`Electron could not be fetched${timedOut ? ' within two minutes' : ''}, so Clearhold is served to a browser.`)
  return fetched
}

/** Shows the window until it is closed; null when Electron ended at once with a failure. */
async function openWindow(program, words) {
  const { isRoot, runtimeArguments } = await built()
  if (isRoot()) say('Chromium has no sandbox for root, so the window runs without.')
  const started = Date.now()
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const { code, signal } = await run(program, runtimeArguments(root, words, isRoot()), { cwd: root, env })
  if (code === 0 || isStopping()) return 0
  if (Date.now() - started > failsAtOnceMs) return code ?? 1
  say(`Electron ended with ${signal ?? `status ${code}`}, so Clearhold is served to a browser.`)
  return null
}

async function main() {
  const old = nodeTooOld()
  if (old !== null) return fail(old)
  const refused = await install()
  if (refused !== null) return fail(refused)
  const build = await run(process.execPath, [join(root, 'scripts', 'build.mjs')], {
    cwd: root,
    stdio: ['ignore', 2, 2]
  })
  if (build.code !== 0) return isStopping() ? 130 : fail('Clearhold could not be built; the lines above say why.')
  const asked = readOptions(process.argv.slice(2))
  const { hasDisplay } = await built()
  const shows = !asked.browser && hasDisplay(process.env)
  if (!asked.browser && !shows) say('There is no display here, so Clearhold is served to a browser.')
  const program = shows ? await runtime() : null
  if (isStopping()) return 130
  if (program !== null && !asked.demo) {
    // Other checkouts are likely to lie beside this one.
    const code = await openWindow(program, [`--beside=${dirname(root)}`, ...asked.electron])
    if (code !== null) return code
  }
  const words = asked.demo ? ['demo', ...(program === null ? ['--serve'] : [])] : ['serve']
  const { code } = await run(process.execPath, [bin, ...words, ...asked.serve])
  return code ?? 130
}

function fail(sentence) {
  say(sentence)
  return 1
}

process.exit(await main())
