// What asking for unsaved work costs, on this machine and in one run:
//   guard   60 clones (tiny, medium, one of 300,000 files, one of 5,000 refs and 2,000 tags): the whole guard beside the
//           very git commands it ran, replayed bare with the same concurrency
//   ls      `clearhold ls --json --size` beside the real `dl --ls --json --size`: 52 clones, 17 workspaces, 100,000 files
import { spawn } from 'node:child_process'
import { appendFileSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { realDl } from '../dl.mjs'
import { root } from '../lib/packages.mjs'
import { build as buildProduct } from '../lib/steps.mjs'

const guardAtMost = 1.3
const listingAtMost = 0.5
/** Processes of git for one clone without worktrees: where everything is pushed, and where commits and tags are not. */
const gitsAtMost = { clean: 2, working: 6 }
const rounds = 7

export const middle = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2
}

/** The parts of the engine and of the test world that are measured, bundled for plain Node. */
export async function parts() {
  const { build } = await import('vite')
  const folder = join(root, '.cache', 'bench-unsaved')
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
      outDir: folder,
      emptyOutDir: true,
      reportCompressedSize: false,
      rollupOptions: { output: { entryFileNames: 'unsaved.mjs' } }
    }
  })
  return import(pathToFileURL(join(folder, 'unsaved.mjs')).href)
}

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

async function manyRefs({ git }, world) {
  const clone = await cloneWith({ git }, world, 'refs', 50)
  const ids = []
  for (let at = 0; at < 50; at += 1) {
    await git(clone, 'commit', '-q', '--allow-empty', '-m', `${at}`)
    ids.push(await git(clone, 'rev-parse', 'HEAD'))
  }
  const lines = []
  for (let at = 0; at < 5000; at += 1) lines.push(`${ids[at % 50]} refs/remotes/origin/b${String(at).padStart(5, '0')}`)
  for (let at = 0; at < 2000; at += 1) lines.push(`${ids[at % 50]} refs/tags/v${String(at).padStart(5, '0')}`)
  lines.push(`${ids[49]} refs/heads/main`)
  lines.sort((a, b) => (a.slice(41) < b.slice(41) ? -1 : 1))
  writeFileSync(
    join(clone, '.git', 'packed-refs'),
    `# pack-refs with: peeled fully-peeled sorted \n${lines.join('\n')}\n`
  )
  return clone
}

/** Worktrees of agents as they are on a real host: clean, pushed, in an ignored folder. */
async function agentWorktrees({ git }, clone, count) {
  appendFileSync(join(clone, '.git', 'info', 'exclude'), '.claude/\n')
  for (let at = 0; at < count; at += 1)
    await git(clone, 'worktree', 'add', '-q', '-b', `agent/${at}`, join(clone, '.claude', 'worktrees', `agent-${at}`))
}

const quoted = (word) => `'${word.replace(/'/g, "'\\''")}'`

/** A recorded start as the git commands in it, one word list each. */
function gitsIn({ program, args, options }) {
  if (program === 'git') return [args]
  const words = options.input.split('\0').slice(0, -1)
  const size = Number(args[args.indexOf('-n') + 1])
  return Array.from({ length: words.length / size }, (_, at) => words.slice(at * size, (at + 1) * size))
}

/** The recorded commands of a clone as a script with nothing around them; what they print goes nowhere. */
function scriptOf(starts) {
  const lines = starts.flatMap((start) => {
    const env = Object.entries(start.options.env).map(([name, value]) => `${name}=${quoted(value)}`)
    const where = `cd ${quoted(start.options.cwd ?? '/')}`
    return [where, ...gitsIn(start).map((words) => `${env.join(' ')} git ${words.map(quoted).join(' ')} >/dev/null`)]
  })
  return `${lines.join('\n')}\n`
}

export async function timed(work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** How many gits the guard starts for a clone with changes, an unpushed commit, and tags known and unknown to its mirror. */
async function gitsForWork(engine, world) {
  const { git } = engine
  const clone = await world.clone('acme', 'tiny', 'main', { leaf: 'working' })
  for (const tag of ['known', 'here']) {
    await git(clone, 'commit', '-q', '--allow-empty', '-m', tag)
    await git(clone, 'tag', tag)
  }
  await git(clone, 'push', '-q', world.mirrorOf('acme', 'tiny'), 'known')
  writeFileSync(join(clone, 'new'), 'x')
  const run = engine.createRun(world.env)
  const asking = engine.createAsking(run)
  // What the person's own settings name is asked once for all clones.
  await asking.filters.general()
  const starts = []
  const counting = engine.createAsking((program, args, options) => {
    starts.push({ program, args, options })
    return run(program, args, options)
  })
  const { unsaved } = await engine.guard({ ...counting, filters: asking.filters }, engine.placeOf(clone))
  if (unsaved.wouldLose === undefined) throw new Error(`${clone}: ${JSON.stringify(unsaved)}`)
  return starts.flatMap(gitsIn).length
}

async function measureGuard(engine) {
  const world = await engine.createWorld()
  try {
    const tiny = await cloneWith(engine, world, 'tiny', 20)
    const medium = await cloneWith(engine, world, 'medium', 3000)
    const large = await cloneWith(engine, world, 'large', 300_000)
    const clones = [tiny, ...copies(tiny, 39), medium, ...copies(medium, 17), large, await manyRefs(engine, world)]
    const run = engine.createRun(world.env)
    const env = { ...world.env, LC_ALL: 'C', LANGUAGE: 'C', TERM: 'dumb' }
    const ask = async (runner) => {
      const asking = engine.createAsking(runner)
      await engine.inTurns(clones, engine.checkoutsAtOnce, async (clone) => {
        const { unsaved } = await engine.guard(asking, engine.placeOf(clone))
        if (!unsaved.nothingToLose) throw new Error(`${clone}: ${JSON.stringify(unsaved)}`)
      })
    }
    const byClone = new Map()
    await ask((program, args, options) => {
      const of =
        program === 'git' ? (options.cwd ?? '/') : options.input.split('\0').find((word) => clones.includes(word))
      byClone.set(of, [...(byClone.get(of) ?? []), { program, args, options }])
      return run(program, args, options)
    })
    const scripts = [...byClone.values()].map((starts, at) => {
      const file = join(world.base, `${at}.sh`)
      writeFileSync(file, scriptOf(starts))
      return file
    })
    const names = join(world.base, 'scripts')
    writeFileSync(names, scripts.join('\n'))
    const replay = () =>
      command('xargs', ['-a', names, '-n', '1', '-P', String(engine.checkoutsAtOnce), 'sh'], env, world.home)
    await replay()
    const pairs = []
    for (let round = 0; round < rounds; round += 1) {
      const pair = {}
      const order = round % 2 === 0 ? ['guard', 'git'] : ['git', 'guard']
      for (const what of order) pair[what] = await timed(what === 'guard' ? () => ask(run) : replay)
      pairs.push(pair)
    }
    const perClone = [...byClone].filter(([of]) => of !== '/').map(([, starts]) => starts.flatMap(gitsIn).length)
    const ratio = middle(pairs.map(({ guard, git }) => guard / git))
    const gits = { clean: Math.max(...perClone), working: await gitsForWork(engine, world) }
    console.log(
      `guard over ${clones.length} clones (40 tiny, 18 of 3,000 files, one of 300,000, one of 5,000 refs and 2,000 tags)`
    )
    console.log(`  at once        ${engine.checkoutsAtOnce}, on ${availableParallelism()} cores`)
    console.log(`  guard          ${middle(pairs.map(({ guard }) => guard)).toFixed(0)} ms`)
    console.log(`  its gits, bare ${middle(pairs.map(({ git }) => git)).toFixed(0)} ms`)
    console.log(`  ratio          ${ratio.toFixed(2)}, at most ${guardAtMost}; the middle of ${rounds} pairs`)
    console.log(
      `  gits per clone ${gits.clean}, at most ${gitsAtMost.clean}; with unpushed work ${gits.working}, at most ${gitsAtMost.working}`
    )
    return ratio <= guardAtMost && gits.clean <= gitsAtMost.clean && gits.working <= gitsAtMost.working
  } finally {
    await world.dispose()
  }
}

const command = (program, args, env, cwd) =>
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

/** Prints both; ends with status 1 when a figure is worse than it may be. `only` names one of them. */
export async function unsaved(only) {
  const engine = await parts()
  const good = []
  if (only !== 'guard') good.push(await measureListing(engine))
  if (only !== 'ls') good.push(await measureGuard(engine))
  if (good.includes(false)) process.exitCode = 1
}
