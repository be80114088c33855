// What removing costs: our remover, threads started anew each time, beside `rm -rf` on a copy of the same tree, in pairs
// of changing order. With `memory` the trees stand in /dev/shm, where no disk that others use speaks along.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { build } from 'vite'
import { root } from '../lib/packages.mjs'
import { treeOf } from './trees.mjs'

const atMost = 1.2
const usualRounds = 5
const cache = join(root, '.cache', 'remove')

/** One engine source as a program of its own, for the oldest runtime there is. */
const bundle = (name) =>
  build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: join(root, 'src', 'main', 'engine', 'act', `${name}.ts`),
      target: 'node16',
      minify: false,
      emptyOutDir: false,
      outDir: cache,
      rollupOptions: { output: { format: 'cjs', entryFileNames: `${name}.cjs`, codeSplitting: false } }
    }
  })

function copyOf(sample, folder, name) {
  const top = join(folder, name)
  mkdirSync(top)
  for (const half of ['one', 'two']) execFileSync('cp', ['-a', sample, join(top, half)])
  spawnSync('sync')
  return top
}

function theirs(top) {
  const began = performance.now()
  execFileSync('rm', ['-rf', top])
  return performance.now() - began
}

async function ours(removeTree, top) {
  const { dev, ino, birthtimeNs, uid } = lstatSync(top, { bigint: true })
  const placed = (path) => Buffer.from(path).toString('latin1')
  const doomed = { place: placed(top), identity: { dev, ino, birthtimeNs, uid } }
  const aside = { folder: placed(dirname(top)), name: '.clearhold-aside-bench' }
  const began = performance.now()
  let longest = 0
  let last = began
  const pulse = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 5)
    last = performance.now()
  }, 5)
  const end = await removeTree(doomed, { worker: join(cache, 'remover.cjs'), aside, protected: [] })
  clearInterval(pulse)
  if (end.kind !== 'removed') throw new Error(`The tree was not removed: ${end.why}`)
  return { ms: performance.now() - began, longest }
}

const middleOf = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]

/** Prints the pairs and the middle of their ratios; ends with status 1 when that is worse than it may be. */
export async function remove(...words) {
  const rounds = Math.max(1, Number(words.find((word) => /^\d+$/.test(word)) ?? usualRounds))
  mkdirSync(cache, { recursive: true })
  for (const name of ['removing', 'remover']) await bundle(name)
  const { removeTree } = createRequire(import.meta.url)(join(cache, 'removing.cjs'))
  const inMemory = words.includes('memory') && existsSync('/dev/shm')
  const folder = mkdtempSync(join(inMemory ? '/dev/shm' : cache, 'clearhold-remove-'))
  const sample = treeOf('middle', inMemory ? folder : cache)
  const pairs = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      const pair = { load: loadavg()[0] }
      for (const who of round % 2 === 0 ? ['ours', 'rm'] : ['rm', 'ours']) {
        const top = copyOf(sample, folder, who)
        if (who === 'rm') pair.rm = theirs(top)
        else Object.assign(pair, await ours(removeTree, top))
      }
      pair.ratio = pair.ms / pair.rm
      pairs.push(pair)
      const said = [pair.ms, pair.rm, pair.longest].map((ms) => `${Math.round(ms)} ms`)
      console.log(`ours ${said[0]}, rm -rf ${said[1]}: ${pair.ratio.toFixed(2)}; event loop late by at most ${said[2]}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const ratio = middleOf(pairs.map((pair) => pair.ratio))
  const where = inMemory ? 'in memory' : 'on this disk'
  console.log(`Removing 200,000 entries ${where}: ${ratio.toFixed(2)} of rm -rf (at most ${atMost}).`)
  if (ratio > atMost) process.exitCode = 1
  // Threads that rest would not keep the process, but nothing else is to be waited for.
  process.exit()
}
