// What has to be there before anything can be built: a Node that is new enough, and the packages of the lockfile.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './children.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
const least = [20, 19, 0]

/** A sentence when this Node is too old, else null. */
export function nodeTooOld(version = process.versions.node) {
  const have = version.split('.').map(Number)
  const at = least.findIndex((part, index) => have[index] !== part)
  if (at === -1 || have[at] > least[at]) return null
  return `Clearhold needs Node ${least.join('.')} or newer, and this is ${version}. Install a newer one, then run this again.`
}

/** True when the packages in node_modules are not those of the lockfile. */
export function needsInstall(folder = root) {
  const wanted = join(folder, 'package-lock.json')
  const there = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(there)) return true
  if (statSync(wanted).mtimeMs <= statSync(there).mtimeMs) return false
  // A fresh checkout gives the lockfile a new time; what it says decides.
  const { packages } = JSON.parse(readFileSync(wanted, 'utf8'))
  const installed = JSON.parse(readFileSync(there, 'utf8')).packages
  const same = (path) => installed[path]?.version === packages[path]?.version
  const missing = Object.keys(packages).filter((path) => path !== '' && !packages[path].optional && !same(path))
  return missing.length > 0 || Object.keys(installed).some((path) => !same(path))
}

/** Three tries within seconds: without a network npm would go on for two minutes. */
const patience = ['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=10000']

/** Installs when needed. Answers with a sentence when that failed, else null. */
export async function install(folder = root) {
  if (!needsInstall(folder)) return null
  console.error('Installing the packages of the lockfile…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { code, missing } = await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...patience], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32'
  })
  if (code === 0) return null
  if (missing) return 'npm was not found. It comes with Node: install that again, then run this again.'
  return 'The packages could not be installed. Without a network connect once and run this again: later starts need none.'
}
