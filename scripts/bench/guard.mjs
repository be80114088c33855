// The guard over 60 clones beside the very git commands it ran; started by unsaved.mjs, which says what for.
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { bundled, cloneWith, command, copies, middle, rounds, timed } from './unsaved.mjs'

const guardAtMost = 1.3
/** Processes of git for one clone without worktrees: where everything is pushed, and where commits and tags are not. */
const gitsAtMost = { clean: 2, working: 6 }

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

if (!(await measureGuard(await bundled()))) process.exitCode = 1
