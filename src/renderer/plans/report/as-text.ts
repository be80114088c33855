import { figure, inPage, type Units } from '../../../shared/bytes'
import type { ReportHead, ReportRow } from '../../../shared/plan'
import { momentWords } from '../../components/age'
import { plainCounts } from '../../components/words'
import { claimKeys, claimWord, outcomeWord } from '../acting/status'
import { isMeasured, reportSays, reportSections, reportTitle } from './sections'

/** A whole report as plain text, to be pasted elsewhere. Pure. */
export function reportText(head: ReportHead, rows: readonly ReportRow[], units: Units): string {
  const lines = [`${reportTitle(head)}, ${momentWords(head.finishedAt) ?? ''}`, reportSays(head)]
  if (head.refused !== null) lines.push(head.refused.text)
  if (isMeasured(head)) lines.push(...figuresText(head, units))
  else lines.push('What it freed was not counted.')
  for (const section of reportSections(rows)) {
    lines.push('', section.title)
    for (const row of section.rows) lines.push(...rowText(row, units))
  }
  return `${[...lines, '', ...head.notes].join('\n').trimEnd()}\n`.replaceAll('\u00a0', ' ')
}

function figuresText({ claims, promised, freed }: ReportHead, units: Units): string[] {
  const freedIn = claimKeys(claims).map((key) => `Freed ${claimWord(key)}: ${inPage(claims[key] ?? 0, units)}`)
  const lines = [...freedIn, `Promised: ${figure(promised, units)}`]
  const { freeBefore: before, freeAfter: after } = freed
  if (before === null || after === null) return lines
  return [...lines, `Free on the disk: ${inPage(before, units)} before, ${inPage(after, units)} after`]
}

function rowText(row: ReportRow, units: Units): string[] {
  const size = row.removedBytes > 0 ? `, ${inPage(row.removedBytes, units)}` : ''
  const name = row.name === null ? row.path : `${row.path} (${row.name})`
  const first = `  ${outcomeWord(row.outcome)}${size}: ${name}`
  const because = row.because === null ? [] : [`    ${plainCounts(row.because)}`]
  return [first, ...because, ...row.refusals.map(({ path, said }) => `    ${path}: ${said}`)]
}
