import { join } from 'node:path'
import { createRun } from '../../engine/tools/run'
import { words } from '../../engine/words'
import { built } from '../built'
import { makeDemoFolder } from '../demo/sweep'
import { buildWorld, type World } from '../demo/world'
import { findRuntime, hasDisplay, isRoot, runtimeArguments } from '../desktop'
import { Ending, exits } from '../exit'
import { withEngine } from '../session'
import type { Terminal } from '../terminal'
import { serve } from './serve'

/**
 * `clearhold demo`: builds a sample world in a temporary folder, opens the app on that alone, and removes the folder at
 * the end, also after Ctrl-C.
 */
export async function demo(
  terminal: Terminal,
  asked: { readonly serve: boolean; readonly open: boolean; readonly port: number | null }
): Promise<number> {
  const folder = await makeDemoFolder().catch((error: unknown) => {
    throw new Ending(exits.failed, `No temporary folder could be made: ${words(error)}.`)
  })
  try {
    const world = await buildWorld(folder.path, terminal.env, new Date()).catch((error: unknown) => {
      throw new Ending(exits.failed, `The sample world could not be built: ${words(error)}`)
    })
    terminal.say(`A sample world with ${world.clones} clones is in ${world.folder}.`)
    terminal.say('Everything you do happens there alone. It is removed when you stop.')
    if (!world.withGit) terminal.say('git is not installed, so its clones are empty shells.')
    if (terminal.signal.aborted) throw terminal.signal.reason
    return await show(terminal, world, asked)
  } finally {
    await folder.sweep().catch((error: unknown) => terminal.say(`${folder.path} could not be removed: ${words(error)}`))
  }
}

async function show(
  terminal: Terminal,
  world: World,
  asked: { readonly serve: boolean; readonly open: boolean; readonly port: number | null }
): Promise<number> {
  const runtime = findRuntime(built.root, terminal.env)
  if (!asked.serve && runtime !== null && hasDisplay(terminal.env)) return openWindow(terminal, world, runtime)
  if (!asked.serve)
    terminal.say(`${runtime === null ? 'There is no Electron here' : 'There is no display'}, so a browser is served.`)
  return withEngine(terminal, { env: world.env, demo: true }, (engine) => serve(terminal, engine, asked))
}

const aDay = 24 * 3_600_000

async function openWindow(terminal: Terminal, world: World, runtime: string): Promise<number> {
  if (isRoot()) terminal.say('Chromium has no sandbox for root, so the window runs without.')
  const run = createRun(world.env)
  const args = runtimeArguments(built.root, ['--demo', `--user-data-dir=${join(world.folder, 'electron')}`], isRoot())
  // A window speaks the person's language, unlike the tools whose output is read.
  const env = { LC_ALL: world.env['LC_ALL'], LANGUAGE: world.env['LANGUAGE'], TERM: world.env['TERM'] }
  const ran = await run(runtime, args, { env, timeoutMs: 10 * aDay, signal: terminal.signal })
  if (ran.kind === 'exited' && ran.exit === 0) return exits.done
  if (ran.kind === 'cancelled') throw terminal.signal.reason
  const said = ran.kind === 'exited' ? ran.stderr.trim().split('\n').slice(-5).join('\n') : ran.kind
  throw new Ending(exits.failed, `The window ended unexpectedly: ${said}`)
}
