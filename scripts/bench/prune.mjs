// What planning a prune costs: `clearhold prune --plan --json` beside the real `dl --prune` answered "n", start-up
// included, on 52 clones for 17 workspaces with about 100,000 files; 13 of the 35 that nobody opens hold work.
import { spawn } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { realDl } from '../dl.mjs'
import { root } from '../lib/packages.mjs'
import { build as buildProduct } from '../lib/steps.mjs'
import { cloneWith, copies, middle, parts, timed } from './unsaved.mjs'

const atMost = 0.5
const rounds = 9
const live = 17

/** Runs to the end with an answer on standard input; rejects for another status than 0. */
const answered = (program, args, env, cwd, answer) =>
  new Promise((done, fail) => {
    const child = spawn(program, args, { env, cwd, stdio: ['pipe', 'pipe', 'ignore'] })
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(answer)
    child.on('error', fail)
    child.on('close', (code) => (code === 0 ? done(text) : fail(new Error(`${program} ended with status ${code}.`))))
  })

async function build(engine, world) {
  const first = await cloneWith(engine, world, 'app', 1900)
  const clones = [first, ...copies(first, 51)]
  for (const clone of clones.slice(live, live + 11)) writeFileSync(join(clone, 'notes.md'), 'x')
  for (const clone of clones.slice(live + 11, live + 13))
    await engine.git(clone, 'commit', '-q', '--allow-empty', '-m', 'Mine')
  const all = clones.map((path) => ({ path, id: basename(path) }))
  await world.records({
    clones: all.map(({ path, id }) => ({ owner: 'acme', repo: 'app', branch: id, path, workspace: id }))
  })
  await world.devpod.list(all.slice(0, live).map(({ path, id }) => engine.entry(id, { localFolder: path })))
  return clones
}

/** Prints the figures of the pairs; ends with status 1 when the ratio is worse than it may be. */
export async function prune() {
  const dl = await realDl()
  if (dl.program === undefined) throw new Error(dl.missing)
  if ((await buildProduct()) !== 0) throw new Error('Clearhold could not be built.')
  const engine = await parts()
  const world = await engine.createWorld()
  try {
    const clones = await build(engine, world)
    copyFileSync(dl.program, join(world.base, 'bin', 'dl'))
    const ours = [process.execPath, [join(root, 'bin', 'clearhold.mjs'), 'prune', '--plan', '--json'], '']
    const theirs = [join(world.base, 'bin', 'dl'), ['--prune'], 'n\n']
    const pairs = []
    let goes = 0
    for (let round = -1; round < rounds; round += 1) {
      const pair = {}
      for (const who of round % 2 === 0 ? ['ours', 'theirs'] : ['theirs', 'ours']) {
        const [program, args, answer] = who === 'ours' ? ours : theirs
        let text = ''
        pair[who] = await timed(async () => {
          text = await answered(program, args, world.env, world.home, answer)
        })
        if (who === 'ours') goes = JSON.parse(text).rows.filter(({ decision }) => decision === 'remove').length
      }
      if (round >= 0) pairs.push(pair)
    }
    if (goes !== 22) throw new Error(`The plan removes ${goes} clones, not 22.`)
    const ratio = middle(pairs.map(({ ours, theirs }) => ours / theirs))
    console.log(`prune, planned: ${clones.length} clones, ${live} workspaces, about 100,000 files`)
    console.log(`  clearhold      ${middle(pairs.map(({ ours }) => ours)).toFixed(0)} ms`)
    console.log(`  dl             ${middle(pairs.map(({ theirs }) => theirs)).toFixed(0)} ms`)
    console.log(`  ratio          ${ratio.toFixed(2)}, at most ${atMost}; the middle of ${rounds} pairs`)
    if (ratio > atMost) process.exitCode = 1
  } finally {
    await world.dispose()
  }
}
