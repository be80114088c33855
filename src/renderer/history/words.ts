import type { ReportHead } from '../../shared/plan'
import { dayWords } from '../components/age'
import { counted } from '../components/words'
import { isMeasured } from '../plans/report/sections'
import { joined } from '../plans/words'

const two = (value: number) => String(value).padStart(2, '0')

/** `4 Oct 09:12` in local time, with the year where it is another one than now's. Pure. */
export function runTime(iso: string, now: number): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  return `${dayWords(at, new Date(now))} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** What a run did, in a few words: `7 items, 1 refused by the system`. Pure. */
export function runWords(head: Pick<ReportHead, 'refused' | 'outcomes' | 'stopped' | 'freed'>): string {
  const { refused, outcomes, stopped } = head
  if (refused !== null) return refused.text
  const count = (...names: readonly string[]) => names.reduce((sum, name) => sum + (outcomes[name] ?? 0), 0)
  const went = count('removed', 'absent', 'dropped', 'forgotten', 'repointed')
  const no = count('removed-in-part', 'failed')
  const kept = count('kept')
  const parts = [
    went > 0 && counted(went, 'item'),
    no > 0 && `${no.toLocaleString('en-GB')} ${isMeasured(head) ? 'refused by the system' : 'not finished'}`,
    kept > 0 && `${kept.toLocaleString('en-GB')} left`
  ].filter((part) => part !== false)
  const said = parts.length === 0 ? 'Nothing' : joined(parts)
  return stopped ? `${said}, then stopped` : said
}
