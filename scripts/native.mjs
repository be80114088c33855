// Builds the native walker beside a built walker.cjs, when a C compiler is found and its sources are newer. Without one
// the TypeScript walker does the same work, slower; a sentence says so.
//   node scripts/native.mjs FOLDER…    out/cli and out/main unless given
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const sources = join(root, 'src', 'main', 'engine', 'scan', 'native')
const headers = join(root, 'node_modules', 'node-api-headers', 'include')
const warnings = ['-Wall', '-Wextra', '-Werror=implicit-function-declaration']

/** The first C compiler on PATH, as the words before its options; null when there is none. */
export function compiler() {
  const known = [['cc'], ['gcc'], ['clang'], ['zig', 'cc']]
  return known.find(([program, ...words]) => spawnSync(program, [...words, '--version']).status === 0) ?? null
}

/** The sources of the walker, with or without the files that only Node needs. */
export function sourcesOf(core = false) {
  const files = readdirSync(sources).filter((file) => file.endsWith('.c'))
  const addon = ['addon.c', 'counter.c', 'job.c']
  return files.filter((file) => !core || !addon.includes(file)).map((file) => join(sources, file))
}

const changedAt = (file) => statSync(file).mtimeMs

function isCurrent(file) {
  if (!existsSync(file)) return false
  const inputs = readdirSync(sources).filter((name) => /\.[ch]$/.test(name))
  const newest = Math.max(changedAt(import.meta.filename), ...inputs.map((name) => changedAt(join(sources, name))))
  return changedAt(file) > newest
}

/**
 * Builds `walker.node` into a folder. Answers with null when it is there, else with a sentence why it is not. What was
 * built before is never left to stand for newer sources.
 */
export function buildNative(folder) {
  const file = join(folder, 'walker.node')
  if (process.platform !== 'linux') return 'The native walker is for Linux only; the TypeScript walker is used.'
  if (isCurrent(file)) return null
  rmSync(file, { force: true })
  const [program, ...before] = compiler() ?? []
  if (program === undefined) return 'No C compiler was found; the TypeScript walker is used, which is slower.'
  mkdirSync(folder, { recursive: true })
  const fresh = join(folder, `walker-${process.pid}.node`)
  const options = ['-std=gnu11', '-O2', '-fPIC', '-shared', '-pthread', '-fvisibility=hidden', '-s', ...warnings]
  const words = [...before, ...options, '-I', headers, '-o', fresh, ...sourcesOf()]
  const ran = spawnSync(program, words, { encoding: 'utf8' })
  if (ran.status === 0) {
    renameSync(fresh, file)
    return null
  }
  rmSync(fresh, { force: true })
  const said = (ran.stderr ?? '').trim().split('\n')[0]
  return `The native walker could not be compiled, so the TypeScript walker is used, which is slower: ${said}`
}

/** Puts the native walker, built once and kept, into each of these folders; answers as `buildNative` does. */
export function placeNative(folders) {
  const kept = join(root, '.cache', 'native')
  const missing = buildNative(kept)
  if (missing !== null) return missing
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true })
    // Never written in place: a process that has the old one loaded would break off.
    const fresh = join(folder, `walker-${process.pid}.node`)
    copyFileSync(join(kept, 'walker.node'), fresh)
    renameSync(fresh, join(folder, 'walker.node'))
  }
  return null
}

if (process.argv[1] === import.meta.filename) {
  const given = process.argv.slice(2)
  const folders = given.length > 0 ? given : ['cli', 'main'].map((part) => join(root, 'out', part))
  console.error(placeNative(folders) ?? 'The native walker is built.')
}
