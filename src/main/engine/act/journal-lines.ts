import { createHash } from 'node:crypto'
import { z } from 'zod'

const Whole = z.string().regex(/^\d{1,20}$/)

/** What is about to be done, in full: enough to find, and to judge again, whatever it was begun on. Places in bytes. */
export const Step = z.strictObject({
  what: z.enum(['tree', 'volumes', 'records', 'launch-lock']),
  subject: z.array(z.string()).readonly(),
  /** Where a tree stands while it is removed. */
  aside: z.string().nullable(),
  identity: z.strictObject({ dev: Whole, ino: Whole, birth: Whole, uid: Whole }).nullable()
})
export type Step = z.infer<typeof Step>

export const ActLine = z.strictObject({ act: z.string(), plan: z.string(), id: z.string(), host: z.string() })
export type ActLine = z.infer<typeof ActLine>

const Line = z.discriminatedUnion('line', [
  z.strictObject({ line: z.literal('act'), number: z.literal(0), at: z.string(), of: ActLine }),
  z.strictObject({ line: z.literal('begun'), number: z.number(), at: z.string(), step: Step }),
  /** The step begun at `of` came to this. */
  z.strictObject({ line: z.literal('done'), number: z.number(), at: z.string(), of: z.number(), end: z.string() }),
  z.strictObject({ line: z.literal('end'), number: z.number(), at: z.string() })
])
export type Line = z.infer<typeof Line>

/** A step with how far it came; `end` is null when nothing says that it was done. */
export interface WrittenStep {
  readonly step: Step
  readonly at: string
  readonly end: string | null
}

/** An act that ended without saying so. */
export interface Unfinished {
  readonly of: ActLine
  readonly startedAt: string
  readonly steps: readonly WrittenStep[]
}

export interface Written {
  readonly unfinished: Unfinished | null
  /** A line was cut or is not ours: what was written before it counts. */
  readonly damaged: boolean
}

/** Unused room of the file. */
export const blank = '\n'

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** One line of the file, with a sum of its own so that a torn one is known. Pure. */
export function written(line: Line): string {
  const text = JSON.stringify(line)
  return `${sumOf(text)} ${text}\n`
}

function lineIn(text: string): Line | null {
  const space = text.indexOf(' ')
  if (text.slice(0, space) !== sumOf(text.slice(space + 1))) return null
  try {
    return Line.parse(JSON.parse(text.slice(space + 1)))
  } catch {
    // Ours by its sum and not by its form: another version wrote it, which is damage to this one.
    return null
  }
}

/**
 * What a journal says. Lines count from the first on, in their numbers' order: what a former act left behind them does
 * not. Pure.
 */
export function read(text: string): Written {
  // An act that is over is cleared from its first line on, so what is left of it without that line is over too.
  if (text.startsWith(blank)) return { unfinished: null, damaged: false }
  const steps = new Map<number, WrittenStep>()
  let head: Extract<Line, { line: 'act' }> | null = null
  for (let at = 0, number = 0; at < text.length && text[at] !== blank; number += 1) {
    const end = text.indexOf(blank, at)
    const line = end < 0 ? null : lineIn(text.slice(at, end))
    at = end + 1
    if (line === null || line.number !== number || (head === null) !== (line.line === 'act'))
      return { unfinished: unfinished(head, steps), damaged: true }
    if (line.line === 'end') return { unfinished: null, damaged: false }
    if (line.line === 'act') head = line
    else if (line.line === 'begun') steps.set(number, { step: line.step, at: line.at, end: null })
    else {
      const begun = steps.get(line.of)
      if (begun !== undefined) steps.set(line.of, { ...begun, end: line.end })
    }
  }
  return { unfinished: unfinished(head, steps), damaged: false }
}

const unfinished = (
  head: Extract<Line, { line: 'act' }> | null,
  steps: ReadonlyMap<number, WrittenStep>
): Unfinished | null => (head === null ? null : { of: head.of, startedAt: head.at, steps: [...steps.values()] })
