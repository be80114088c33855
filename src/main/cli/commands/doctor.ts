import type { Check } from '../../../shared/model'
import { examine } from '../../engine/doctor'
import { createRun } from '../../engine/tools/run'
import { built, version } from '../built'
import { type Paint, widest } from '../columns'
import { findRuntime, hasDisplay } from '../desktop'
import { exits } from '../exit'
import { jsonText, printable } from '../printable'
import type { Terminal } from '../terminal'

/**
 * `clearhold doctor`: what there is to work with, what is missing, and the next step. Status 1 when something is missing
 * without which Clearhold cannot do its work.
 */
export async function doctor(terminal: Terminal, asked: { readonly json: boolean }): Promise<number> {
  const run = createRun(terminal.env)
  const { env, signal } = terminal
  const found = await examine({ env, run, walker: built.walker, signal })
  signal.throwIfAborted()
  const checks = [...found, windowCheck(env)]
  if (asked.json) terminal.answer(jsonText({ version: version(), node: process.versions.node, checks }))
  else for (const line of checkLines(checks, terminal.paint)) terminal.answer(line)
  return checks.every(({ ok, needed }) => ok || !needed) ? exits.done : exits.failed
}

function windowCheck(env: NodeJS.ProcessEnv): Check {
  const base = { id: 'electron', name: 'Electron', needed: false } as const
  const runtime = findRuntime(built.root, env)
  const means = 'No window can be opened; "clearhold serve" shows the same page in a browser.'
  if (runtime === null)
    return {
      ...base,
      ok: false,
      said: 'no runtime was found',
      means,
      next: 'Run "npm install" without --ignore-scripts.'
    }
  if (!hasDisplay(env))
    return { ...base, ok: false, said: `${runtime}, but there is no display`, means, next: 'Use "clearhold serve".' }
  return { ...base, ok: true, said: runtime, means: '', next: null }
}

/** A line for each part, and under it what its absence means and the next step. Pure. */
export function checkLines(checks: readonly Check[], paint: Paint): string[] {
  const width = widest(checks.map(({ name }) => name.length))
  const indent = ' '.repeat(width + 4)
  return checks.flatMap(({ name, ok, needed, said, means, next }) => {
    const mark = ok ? paint('✓', 'safe') : paint(needed ? '✗' : '!', needed ? 'bad' : 'care')
    const more = [means, next ?? ''].filter((text) => text !== '').map((text) => indent + printable(text))
    return [`${mark} ${name.padEnd(width)}  ${printable(said)}`, ...more.map((text) => paint(text, 'quiet'))]
  })
}
