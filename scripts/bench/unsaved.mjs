// What asking for unsaved work costs, on this machine and in one run:
//   guard   60 clones (tiny, medium, one of 300,000 files, one of 5,000 refs and 2,000 tags): the whole guard beside the
//           very git commands it ran, replayed bare with the same concurrency
//   ls      `clearhold ls --json --size` beside the real `dl --ls --json --size`: 52 clones, 17 workspaces, 100,000 files
import { spawn } from 'node:child_process'
import { appendFileSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { realDl } from '../dl.mjs'
import { root } from '../lib/packages.mjs'
import { build as buildProduct } from '../lib/steps.mjs'

const listingAtMost = 0.5
export const rounds = 7

export const middle = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2
}

const bundle = join(root, '.cache', 'bench-unsaved', 'unsaved.mjs')

/** The parts of the engine and of the test world that are measured, bundled for plain Node. */
export async function parts() {
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'e2e', 'world', 'for-bench.ts'),
      target: 'node20',
      minify: false,
      outDir: dirname(bundle),
      emptyOutDir: true,
      reportCompressedSize: false,
      rollupOptions: { output: { entryFileNames: 'unsaved.mjs' } }
    }
  })
  return bundled()
}

/** The same, when it was built already. */
export const bundled = () => import(pathToFileURL(bundle).href)

function files(folder, count, bytes = 100) {
  const text = Buffer.alloc(bytes, 'a')
  for (let at = 0; at < count; at += 1) {
    const inside = join(folder, 'tree', `d${Math.floor(at / 10_000)}`, `e${Math.floor(at / 100) % 100}`)
    if (at % 100 === 0) mkdirSync(inside, { recursive: true })
    writeFileSync(join(inside, `f${at}`), text)
  }
}

/** A pushed clone of acme/<repo> with so many files; copies of it are cheap to make. */
export async function cloneWith({ git }, world, repo, count) {
  const clone = await world.clone('acme', repo, 'main', { leaf: `${repo}-0` })
  files(clone, count)
  await git(clone, 'add', '-A')
  await git(clone, 'commit', '-q', '-m', `${count} files`)
  await git(clone, 'push', '-q', world.mirrorOf('acme', repo), 'main')
  await git(clone, 'update-ref', 'refs/remotes/origin/main', 'main')
  await git(clone, 'gc', '-q')
  return clone
}

export const copies = (clone, count) =>
  Array.from({ length: count }, (_, at) => {
    const folder = join(dirname(clone), `${basename(clone)}-${at + 1}`)
    cpSync(clone, folder, { recursive: true, preserveTimestamps: true })
    return folder
  })

/** Worktrees of agents as they are on a real host: clean, pushed, in an ignored folder. */
async function agentWorktrees({ git }, clone, count) {
  appendFileSync(join(clone, '.git', 'info', 'exclude'), '.claude/\n')
  for (let at = 0; at < count; at += 1)
    await git(clone, 'worktree', 'add', '-q', '-b', `agent/${at}`, join(clone, '.claude', 'worktrees', `agent-${at}`))
}

export async function timed(work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export const command = (program, args, env, cwd) =>
  new Promise((done, fail) => {
    const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'ignore', 'ignore'] })
    child.on('error', fail)
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`${program} ended with status ${code}.`))))
  })

async function measureListing(engine) {
  const dl = await realDl()
  if (dl.program === undefined) throw new Error(dl.missing)
  if ((await buildProduct()) !== 0) throw new Error('Clearhold could not be built.')
  const world = await engine.createWorld()
  try {
    const first = await cloneWith(engine, world, 'app', 830)
    const clones = [first, ...copies(first, 51)]
    for (const clone of clones.slice(0, 17)) await agentWorktrees(engine, clone, 4)
    const open = clones.slice(0, 17).map((path) => ({ path, id: basename(path) }))
    await world.records({
      clones: open.map(({ path, id }) => ({ owner: 'acme', repo: 'app', branch: id, path, workspace: id }))
    })
    await world.devpod.list(open.map(({ path, id }) => engine.entry(id, { localFolder: path })))
    for (const { id } of open) await world.devpod.status(id, 'Stopped')
    copyFileSync(dl.program, join(world.base, 'bin', 'dl'))
    const ours = [process.execPath, [join(root, 'bin', 'clearhold.mjs'), 'ls', '--json', '--size']]
    const theirs = [join(world.base, 'bin', 'dl'), ['--ls', '--json', '--size']]
    const pairs = []
    for (let round = -1; round < rounds; round += 1) {
      const pair = {}
      const order = round % 2 === 0 ? ['ours', 'theirs'] : ['theirs', 'ours']
      for (const who of order) {
        const [program, args] = who === 'ours' ? ours : theirs
        pair[who] = await timed(() => command(program, args, world.env, world.home))
      }
      if (round >= 0) pairs.push(pair)
    }
    const ratio = middle(pairs.map(({ ours, theirs }) => ours / theirs))
    console.log(
      `ls --json --size, ${clones.length} clones, ${open.length} workspaces, 4 worktrees each, about 100,000 files`
    )
    console.log(`  clearhold      ${middle(pairs.map(({ ours }) => ours)).toFixed(0)} ms`)
    console.log(`  dl             ${middle(pairs.map(({ theirs }) => theirs)).toFixed(0)} ms`)
    console.log(`  ratio          ${ratio.toFixed(2)}, at most ${listingAtMost}; the middle of ${rounds} pairs`)
    return ratio <= listingAtMost
  } finally {
    await world.dispose()
  }
}

/** In a process of its own, as the product's is: one that has built things first is large, and dear to start others from. */
const measureGuard = () =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(root, 'scripts', 'bench', 'guard.mjs')], { stdio: 'inherit' })
    child.on('error', fail)
    child.on('close', (code) => done(code === 0))
  })

/** Prints both; ends with status 1 when a figure is worse than it may be. `only` names one of them. */
export async function unsaved(only) {
  const engine = await parts()
  const good = []
  if (only !== 'guard') good.push(await measureListing(engine))
  if (only !== 'ls') good.push(await measureGuard())
  if (good.includes(false)) process.exitCode = 1
}
