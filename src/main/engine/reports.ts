import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ReportHead, ReportRow } from '../../shared/plan'
import { createDocument } from './state/document'
import { isAbsence, words } from './words'

const Kept = z.strictObject({ head: ReportHead, rows: z.array(ReportRow) })
export type KeptReport = z.infer<typeof Kept>

/** Past acts, each a document of its own in our state. */
export interface Reports {
  /** Rejects with a sentence when it cannot be written; then it is kept for this run alone. */
  keep(report: KeptReport): Promise<void>
  /** Newest first. */
  list(): Promise<readonly ReportHead[]>
  /** Null for an act that is not known. */
  report(act: string): Promise<KeptReport | null>
}

const nothing: KeptReport | null = null
const nameOf = (act: string) => `${act}.json`
/** Ids are made by us; anything else names no report. */
const isAct = (act: string) => /^[A-Za-z0-9_-]{1,64}$/.test(act)

/** Reports in `folder`, or in memory alone where there is none. */
export function createReports(folder: string | null, notice: (text: string) => void): Reports {
  const known = new Map<string, KeptReport>()
  const documentOf = (file: string) => createDocument(file, Kept.nullable(), nothing)

  const read = async (act: string): Promise<KeptReport | null> => {
    const before = known.get(act)
    if (before !== undefined || folder === null) return before ?? null
    const { value, notice: said } = await documentOf(join(folder, nameOf(act))).read()
    if (said !== null) notice(said)
    if (value !== null) known.set(act, value)
    return value
  }
  return {
    keep: async (report) => {
      known.set(report.head.act, report)
      if (folder !== null) await documentOf(join(folder, nameOf(report.head.act))).write(report)
    },
    list: async () => {
      for (const act of await actsIn(folder, notice)) await read(act)
      const heads = [...known.values()].map(({ head }) => head)
      return heads.sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0))
    },
    report: async (act) => (isAct(act) ? read(act) : null)
  }
}

async function actsIn(folder: string | null, notice: (text: string) => void): Promise<string[]> {
  if (folder === null) return []
  try {
    const acts = (await readdir(folder)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
    return acts.filter(isAct)
  } catch (error) {
    if (!isAbsence(error)) notice(`Past reports in ${folder} could not be listed: ${words(error)}.`)
    return []
  }
}
