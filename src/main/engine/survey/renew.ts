import type { Evidence } from '../sources/source'
import type { Entry } from './merge'

/**
 * Pure: all answers about a site after some were asked anew; every other answer stays as the scan gave it. Null for a
 * site whose guard was not asked by the scan: one answer out of turn proves nothing about it.
 */
export function renewed({ asked }: Pick<Entry, 'asked'>, anew: readonly Evidence[]): readonly Evidence[] | null {
  if (!asked.some(({ unsaved }) => unsaved !== undefined)) return null
  const questions = new Set(anew.map(({ question }) => question))
  return [...asked.filter(({ question }) => !questions.has(question)), ...anew]
}
