import type { Planning, PlanRefusal, PlanView } from '../../../shared/plan'
import type { Engine } from '../../engine/ports'
import { ask } from '../ask'
import { Ending, exits } from '../exit'
import { jsonText, printable } from '../printable'
import type { Terminal } from '../terminal'
import { planLines } from './plan-text'

export interface PruneAsked {
  readonly plan: boolean
  readonly yes: boolean
  readonly force: boolean
  readonly json: boolean
}

/** `clearhold prune`: the plan, for people or for programs (DL-PRUNE-10). */
export async function prune(terminal: Terminal, engine: Engine, asked: PruneAsked): Promise<number> {
  if (!asked.plan) throw new Ending(exits.misused, 'This version can only show the plan. Add --plan.')
  const view = await planned(terminal, engine, asked.force)
  if (asked.json) terminal.answer(jsonText(view))
  else for (const line of planLines(view, terminal.paint)) terminal.answer(line)
  return exits.done
}

/** The plan, or an ending that says why there is none; progress and waiting go to standard error. */
async function planned(terminal: Terminal, engine: Engine, force: boolean): Promise<PlanView> {
  const forget = engine.on((event, payload) => {
    if (event === 'plan.progress') sayWaiting(terminal, (payload as { planning: Planning }).planning.waiting)
  })
  try {
    const { view, refused } = await ask(terminal, engine, 'cli.plan', { plan: 'prune', force })
    if (view === null) throw endingOf(refused)
    return view
  } finally {
    forget()
  }
}

export function sayWaiting(terminal: Terminal, repository: string | null): void {
  if (repository !== null)
    terminal.notice(`Waiting for the lock of ${repository}: devlaunch is at work there. Ctrl-C stops the waiting.`)
}

/** Why there is no plan, with the exit status of DL-EXIT. */
export function endingOf(refused: PlanRefusal | null): Ending {
  const status = refused?.code === 'devpod-missing' ? exits.devpodMissing : exits.failed
  return new Ending(status, printable(refused?.text ?? 'There is no plan.'))
}
