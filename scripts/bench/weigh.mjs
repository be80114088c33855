// npm run bench -- weigh [ROUNDS] [SIZE…] [readme] [cold]: our walk beside the programs found here, in shuffled
// rounds; ends with status 1 when a figure is worse than it may be. With `readme` the table goes into README.md, between its two marks; with `cold` nothing is in the disk's cache.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { buildNative, compiler } from '../native.mjs'
import { dlWalk } from './dl-walk.mjs'
import { needed, peers } from './peers.mjs'
import { reach } from './reach.mjs'
import { table } from './table.mjs'
import { dice, sizes, treeOf } from './trees.mjs'

const root = join(import.meta.dirname, '..', '..')
const cache = join(root, '.cache', 'weigh')
const least = 10

/** Whole commands: started, ended, timed. */
function command(name, program, words, env = {}) {
  return {
    name,
    time: (folder) => {
      const began = performance.now()
      const { status, error } = spawnSync(program, words(folder), { stdio: 'ignore', env: { ...process.env, ...env } })
      // A peer that cannot read some folder says so by its status; it has walked all the same.
      if (error !== undefined || status === null)
        throw new Error(`${name} could not be run: ${error ?? 'it was killed'}`)
      return { ms: performance.now() - began }
    },
    end: () => undefined
  }
}

/** The walk inside a process that runs on, as in the app. */
function inside(name, walker, threads) {
  const words = [
    join(import.meta.dirname, 'inside.cjs'),
    join(cache, 'weigh.cjs'),
    join(root, 'out', 'cli', 'walker.cjs'),
    ...(threads === undefined ? [] : [String(threads)])
  ]
  const child = spawn(process.execPath, words, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, CLEARHOLD_WALKER: walker }
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    name,
    time: async (folder) => {
      child.stdin.write(`${folder}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`${name} ended before it had weighed ${folder}.`)
      return JSON.parse(value)
    },
    end: () => child.kill()
  }
}

async function bundle() {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: join(root, 'src', 'main', 'engine', 'scan', 'weigh.ts'),
      target: 'node20',
      minify: false,
      emptyOutDir: false,
      outDir: cache,
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'weigh.cjs', codeSplitting: false } }
    }
  })
}

function floor() {
  const program = join(cache, 'floor')
  const [cc, ...before] = compiler() ?? []
  const words = [...before, '-O2', '-o', program, join(import.meta.dirname, 'floor.c')]
  if (cc === undefined || spawnSync(cc, words, { stdio: 'inherit' }).status !== 0)
    throw new Error('The C floor could not be compiled, so there is nothing to compare with. Install a C compiler.')
  return command('C floor, 1 thread', program, (folder) => [folder])
}

function contestants(found, cold) {
  const size = (folder) => [join(root, 'out', 'cli', 'clearhold.mjs'), 'size', folder]
  return [
    inside('walk, native', 'native'),
    inside('walk, TypeScript', 'typescript'),
    ...(cold ? [inside('walk, native, 16 threads', 'native', 16)] : []),
    command('clearhold size', process.execPath, size),
    floor(),
    ...found.map(({ name, program, words }) => command(name, program, words))
  ]
}

function shuffled(list, throwDie) {
  const left = [...list]
  return list.map(() => left.splice(Math.floor(throwDie() * left.length), 1)[0])
}

/** Everything that was read is read from the disk again: for root only, and felt by all that runs here. */
function dropCaches() {
  spawnSync('sync')
  writeFileSync('/proc/sys/vm/drop_caches', '3')
}

async function roundsOf(size, all, count, throwDie, cold) {
  const folder = treeOf(size, cache)
  for (const one of all) await one.time(folder)
  const rounds = []
  for (let number = 0; number < count; number++) {
    const round = { load: loadavg()[0], took: {}, more: {} }
    for (const one of shuffled(all, throwDie)) {
      if (cold) dropCaches()
      const { ms, ...more } = await one.time(folder)
      round.took[one.name] = ms
      if (Object.keys(more).length > 0) round.more[one.name] = more
    }
    rounds.push(round)
    if (process.stderr.isTTY) process.stderr.write(`\r${size}: round ${number + 1} of ${count}`)
  }
  if (process.stderr.isTTY) process.stderr.write('\n')
  return rounds
}

const [start, end] = ['<!-- weigh -->', '<!-- /weigh -->']
const before = '## Design notes\n'

/** Puts the table between its two marks; the first time, under a heading of its own. */
function intoReadme(text) {
  const file = join(root, 'README.md')
  const readme = readFileSync(file, 'utf8')
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)]
  if (from !== -1 && to > from)
    return writeFileSync(file, `${readme.slice(0, from)}${start}\n\n${text}\n\n${readme.slice(to)}`)
  const at = readme.indexOf(before)
  if (at === -1)
    throw new Error(`README.md has neither the marks ${start} and ${end} nor a heading "${before.trim()}".`)
  const words =
    'Made by `npm run bench -- weigh 12 readme`: whole commands of the others, the walk inside a process that runs on, and\n`clearhold size` with its start. Medians of paired rounds; a ratio under 1 is faster.'
  const section = `## How fast it measures\n\n${words}\n\n${start}\n\n${text}\n\n${end}\n\n`
  writeFileSync(file, readme.slice(0, at) + section + readme.slice(at))
}

/** Rejects with a sentence when something needed is missing. */
export async function weigh(...words) {
  const count = Math.max(least, Number(words.find((word) => /^\d+$/.test(word)) ?? least))
  const cold = words.includes('cold')
  const asked = words.filter((word) => sizes.includes(word))
  const found = peers(join(root, '.cache', 'peers', 'bin'))
  const missing = needed.filter((name) => !found.some((peer) => peer.name === name))
  if (missing.length > 0)
    throw new Error(
      `${missing.join(' and ')} cannot be found. CONTRIBUTING.md says how to get what is measured against.`
    )
  mkdirSync(cache, { recursive: true })
  const slower = buildNative(join(root, 'out', 'cli'))
  if (slower !== null) throw new Error(slower)
  await bundle()
  const dl = cold ? { missing: null } : await dlWalk()
  if (dl.missing) console.error(dl.missing)
  const all = [...contestants(found, cold), ...(dl.contestant === undefined ? [] : [dl.contestant])]
  const trees = {}
  try {
    for (const size of asked.length > 0 ? asked : sizes)
      trees[size] = await roundsOf(size, all, count, dice(count), cold)
  } finally {
    for (const one of all) await one.end()
  }
  const result = {
    at: new Date().toISOString(),
    cores: cpus().length,
    cold,
    model: cpus()[0]?.model,
    node: process.version,
    peers: found.map(({ name }) => name),
    trees
  }
  const file = join(cache, 'weigh.json')
  writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`)
  console.log(table(result))
  const { lines, kept } = reach(result)
  console.log(`\n${lines.join('\n')}`)
  if (!kept) process.exitCode = 1
  if (words.includes('readme')) intoReadme(table(result))
  console.log(`\nEvery round stands in ${file}.`)
}
