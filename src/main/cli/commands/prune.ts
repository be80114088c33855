import type { ActProgress, Planning, PlanRefusal, PlanView, Report, ReportHead } from '../../../shared/plan'
import type { Engine } from '../../engine/ports'
import { ask } from '../ask'
import { Ending, exits } from '../exit'
import { jsonText, printable } from '../printable'
import { askYesNo } from '../question'
import type { Terminal } from '../terminal'
import { planLines } from './plan-text'
import { declined, questionText, reportLines } from './report-text'

export interface PruneAsked {
  readonly plan: boolean
  readonly yes: boolean
  readonly force: boolean
  readonly json: boolean
}

/**
 * `clearhold prune`: the plan, a question, a second look and the act (DL-PRUNE-10 to 16). With `--json` the plan and the
 * question go to standard error, and standard output holds the report alone.
 */
export async function prune(terminal: Terminal, engine: Engine, asked: PruneAsked): Promise<number> {
  const view = await planned(terminal, engine, asked.force)
  if (asked.plan && asked.json) {
    terminal.answer(jsonText(view))
    return exits.done
  }
  const toPeople = asked.json ? terminal.say : terminal.answer
  if (!(asked.json && asked.yes))
    for (const line of planLines(asked.plan ? view : unclosed(view), terminal.paint)) toPeople(line)
  if (asked.plan) return exits.done
  const question = questionText(view)
  if (question === null) return ended(terminal, asked, declined(view, 'nothing-to-do'), null)
  const agreed = asked.yes || (await askYesNo(terminal, question))
  if (!agreed) return ended(terminal, asked, declined(view, 'declined'), null)
  const { report, head } = await act(terminal, engine, view.id)
  return ended(terminal, asked, report, head)
}

/** The sentence about Docker closes the run, and a plan only where the run ends with it (DL-IMG-02). */
const unclosed = (view: PlanView): PlanView => ({
  ...view,
  notes: view.notes.filter((note) => !note.includes('docker system df'))
})

function ended(terminal: Terminal, { json }: PruneAsked, report: Report, head: ReportHead | null): number {
  if (json) terminal.answer(jsonText(report))
  else for (const line of reportLines(report, head, terminal.paint)) terminal.answer(line)
  if (head !== null && head.refused !== null) throw endingOf(head.refused)
  return report.exit === 0 ? exits.done : exits.failed
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

/**
 * Acts on the plan. Ctrl-C stops after the item in hand: the report is waited for whatever happens, because it says what
 * is gone already.
 */
async function act(terminal: Terminal, engine: Engine, plan: string) {
  let running: string | null = null
  const stop = () => {
    if (running !== null) void engine.dispatch('cli')('act.stop', { act: running })
  }
  const forget = engine.on((event, payload) => {
    if (event !== 'act.progress') return
    const { progress } = payload as { progress: ActProgress }
    running = progress.act
    if (terminal.signal.aborted && !progress.stopping) stop()
    sayWaiting(terminal, progress.waiting)
    if (terminal.showsProgress) terminal.rewrite(`Removing: ${progress.done} of ${progress.total}`)
  })
  terminal.signal.addEventListener('abort', stop, { once: true })
  try {
    const answer = await engine.dispatch('cli')('cli.act', { plan })
    if (!answer.ok) throw new Ending(exits.failed, answer.fault.message)
    return answer.value as { readonly report: Report; readonly head: ReportHead }
  } finally {
    terminal.signal.removeEventListener('abort', stop)
    forget()
    if (terminal.showsProgress) terminal.rewrite('')
  }
}

function sayWaiting(terminal: Terminal, repository: string | null): void {
  if (repository !== null)
    terminal.notice(`Waiting for the lock of ${repository}: devlaunch is at work there. Ctrl-C stops the waiting.`)
}

/** Why there is no plan, or nothing was done, with the exit status of DL-EXIT. */
function endingOf(refused: PlanRefusal | null): Ending {
  const status = refused?.code === 'devpod-missing' ? exits.devpodMissing : exits.failed
  return new Ending(status, printable(refused?.text ?? 'There is no plan.'))
}
