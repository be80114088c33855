// Builds the native walker's core as a plain program that walks made-up trees, with a sanitizer in it, and runs it.
//   node scripts/fuzz.mjs address|thread TREES [SEED]
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compiler, sourcesOf } from './native.mjs'

const root = join(import.meta.dirname, '..')
const drivers = join(root, 'src', 'main', 'engine', 'scan', 'native', 'test')
const cache = join(root, '.cache', 'fuzz')
export const sanitizers = {
  address: ['-fsanitize=address,undefined', '-fno-sanitize-recover=all', '-fno-omit-frame-pointer'],
  thread: ['-fsanitize=thread']
}
const wrapped = ['openat', 'fstatat', 'fstat', 'syscall', 'malloc', 'calloc', 'realloc']

/** Builds the program; answers with { program } or { missing: a sentence }. */
export function buildFuzz(sanitizer) {
  const [cc, ...before] = compiler() ?? []
  if (process.platform !== 'linux' || cc === undefined) return { missing: 'This needs Linux and a C compiler.' }
  mkdirSync(cache, { recursive: true })
  const program = join(cache, `fuzz-${sanitizer}-${process.pid}`)
  const files = readdirSync(drivers).filter((file) => file.endsWith('.c'))
  const options = ['-std=gnu11', '-g', '-O1', '-Wall', '-Wextra', '-pthread', ...sanitizers[sanitizer]]
  const link = wrapped.map((name) => `-Wl,--wrap=${name}`)
  const sources = [...files.map((file) => join(drivers, file)), ...sourcesOf(true)]
  const ran = spawnSync(cc, [...before, ...options, ...link, '-o', program, ...sources], { encoding: 'utf8' })
  if (ran.status === 0) return { program }
  if (/cannot find .*(?:asan|ubsan|tsan)|unsupported option '-fsanitize/.test(ran.stderr))
    return { missing: `This compiler has no library for -fsanitize=${sanitizer}.` }
  throw new Error(`The fuzz program could not be compiled:\n${ran.stderr}`)
}

/** Walks this many trees from a seed on; answers with what was said when something was wrong, else null. */
export function runFuzz(program, trees, seed) {
  const top = mkdtempSync(join(process.platform === 'linux' ? '/dev/shm' : tmpdir(), 'clearhold-fuzz-'))
  try {
    const ran = spawnSync(program, [top, String(trees), String(seed)], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      // A tree takes some milliseconds; one that hangs is a fault too.
      timeout: 60_000 + trees * 500,
      killSignal: 'SIGKILL'
    })
    return ran.status === 0 ? null : `${ran.stdout}${ran.stderr}${ran.signal ?? ''}`
  } finally {
    rmSync(top, { recursive: true, force: true })
    rmSync(program, { force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  const [sanitizer = 'address', trees = '200', seed = String(Math.floor(Math.random() * 1e9))] = process.argv.slice(2)
  const built = buildFuzz(sanitizer)
  const wrong = built.program === undefined ? built.missing : runFuzz(built.program, trees, seed)
  console.log(wrong ?? `${trees} trees from seed ${seed} on: nothing was wrong.`)
  process.exitCode = wrong === null ? 0 : 1
}
