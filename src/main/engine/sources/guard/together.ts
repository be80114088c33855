import type { Git, GitOptions, GitSaid, Pinned } from '../../tools/git/run'
import type { Asking } from './guard'

/** So many checkouts are asked in one start, and so many starts run side by side. */
const most = 6
const startsAtOnce = 3
/** How long a checkout waits for others to be asked with it (milliseconds). */
const gatherMs = 4
/** How long it waits for their common answer: one that hangs must not hold up the others (milliseconds). */
const patienceMs = 5_000

/** A status and a count: what a checkout without worktrees is asked in a row. */
const usual = 2

interface Waiting {
  readonly questions: readonly Pinned[]
  readonly options: GitOptions
  readonly answer: (said: Promise<GitSaid>) => void
}

/**
 * Asks the usual questions of many checkouts in few starts, since a start out of a large process is the dearest part of a
 * question. Each gets exactly the words that it would get alone: a row that was refused, or that does not divide into as
 * many answers as there were checkouts, or takes longer than `patience`, is asked anew for each by itself.
 */
export function askingTogether(asking: Asking, patience = patienceMs): Asking {
  const { git } = asking
  const queue: Waiting[] = []
  const turns: (() => void)[] = []
  let running = 0
  let timer: NodeJS.Timeout | null = null

  const alone = ({ questions, options, answer }: Waiting) => answer(git.inARow(questions, options))

  const start = async (batch: readonly Waiting[]) => {
    if (running === startsAtOnce) await new Promise<void>((turn) => turns.push(turn))
    else running += 1
    try {
      const [first] = batch
      if (first === undefined) return
      const questions = batch.flatMap((one) => one.questions)
      const said = await patiently(patience, first.options, (options) => git.inARow(questions, options))
      const rows = said.kind === 'said' ? rowsIn(said.text, batch.length) : null
      for (const [index, one] of batch.entries()) {
        const text = rows?.[index]
        if (text === undefined) alone(one)
        else one.answer(Promise.resolve({ kind: 'said', text }))
      }
    } finally {
      const turn = turns.shift()
      if (turn === undefined) running -= 1
      else turn()
    }
  }
  const flush = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const batch = queue.splice(0, most)
    if (batch.length === 1) for (const one of batch) alone(one)
    else void start(batch)
  }
  const together: Git['inARow'] = (questions, options = {}) =>
    questions.length !== usual
      ? git.inARow(questions, options)
      : new Promise((answer) => {
          queue.push({ questions, options, answer })
          if (queue.length === most) flush()
          else timer ??= setTimeout(flush, gatherMs)
        })
  return { ...asking, git: { ...git, inARow: together } }
}

/** An answer that is cancelled when it takes too long. */
async function patiently(
  patience: number,
  options: GitOptions,
  ask: (options: GitOptions) => Promise<GitSaid>
): Promise<GitSaid> {
  const controller = new AbortController()
  const stop = () => controller.abort()
  if (options.signal?.aborted) stop()
  options.signal?.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(stop, patience)
  try {
    return await ask({ ...options, signal: controller.signal })
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
  }
}

/** Pure: a text as so many answers, each a status from its `## ` line on and a line that is a number; null when it is not. */
export function rowsIn(text: string, count: number): readonly string[] | null {
  const row = /## [\s\S]*?\n\d+\n/y
  const rows: string[] = []
  while (row.lastIndex < text.length) {
    const found = row.exec(text)
    if (found === null) return null
    rows.push(found[0])
  }
  // A status that was left out would let one answer hold the next one's.
  return rows.length === count && rows.every((one) => one.split(/^## /m).length === 2) ? rows : null
}
