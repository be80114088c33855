import { z } from 'zod'
import { Bytes, count, Estimated } from '../../../shared/model'
import { createDocument, type Document } from '../state/document'
import { words } from '../words'
import type { Measure, Survey } from './survey'

const mostKept = 20_000

const Figure = z.strictObject({ disk: Bytes, shared: count.nullable(), estimate: Estimated, at: z.number() })
const Stored = z.strictObject({ version: z.literal(1), figures: z.record(z.string(), Figure) })
type Stored = z.infer<typeof Stored>

const none: Stored = { version: 1, figures: {} }

/** The last figure of each site, kept from run to run, so that it is there at once and has its age. */
export interface FigureBook {
  of(id: string): Measure | null
  /** Keeps what the survey has measured, in place of what was kept before. A refusal is said. */
  keep(survey: Survey): void
  /** Resolves when everything is written. */
  idle(): Promise<void>
}

/** Reads once. `file` is `null` where there is no home to keep it in. Damage is told to `notice`. */
export async function openFigures(file: string | null, notice: (text: string) => void): Promise<FigureBook> {
  const document: Document<Stored> | null = file === null ? null : createDocument(file, Stored, none)
  const reading = await document?.read()
  if (reading?.notice) notice(reading.notice)
  const known = new Map(Object.entries(reading?.value.figures ?? {}))
  let last: Promise<void> = Promise.resolve()
  const write = (stored: Stored) =>
    document?.write(stored).catch((error: unknown) => notice(words(error))) ?? Promise.resolve()
  return {
    of: (id) => known.get(id) ?? null,
    keep: (survey) => {
      const figures: Stored['figures'] = {}
      let kept = 0
      for (const { id } of survey.sites()) {
        const entry = survey.entry(id)
        if (entry === undefined || entry.disk === null || entry.measuredAt === null || kept === mostKept) continue
        const { disk, shared, estimate, measuredAt: at } = entry
        figures[id] = { disk, shared, estimate, at }
        kept += 1
      }
      last = last.then(() => write({ version: 1, figures }))
    },
    idle: () => last
  }
}

/** The last figure of a site, in bytes, of this run or an earlier one; null where it was never measured. */
export function lastFigure(survey: Survey, book: FigureBook, id: string) {
  const entry = survey.entry(id)
  const { disk, estimate, at } = entry === undefined ? (book.of(id) ?? unmeasured) : { ...entry, at: entry.measuredAt }
  return disk === null || at === null ? null : { disk, estimate, measuredAt: new Date(at).toISOString() }
}

const unmeasured: Measure = { disk: null, shared: null, estimate: null, at: null }
