import { amountOf } from '../../../shared/bytes'
import type { SiteDetail } from '../../../shared/model'
import { fitting } from '../fitting'
import { shown } from '../place'
import type { Ledger } from '../scan/ledger'
import type { Survey } from './survey'

const mostClosed = 50
const mostAsked = 300
/** Of each list on the wire, in bytes. */
const roomForList = 64 * 1024

/** A site's Space tab; `null` where nothing was measured or asked. Undefined for an unknown id. */
export function detailOf(survey: Survey, ledger: Ledger | null, id: string, weighing: boolean): SiteDetail | undefined {
  const site = survey.site(id)
  if (site === undefined) return undefined
  const figures = ledger?.knows(id) ? ledger : null
  const doors = figures?.doors(id) ?? []
  const mounts = figures?.mounts(id) ?? []
  return {
    site,
    frees: site.disk,
    reclaimable: null,
    wouldLose: null,
    shared: site.shared,
    held: figures?.held(id) ?? null,
    sharedWith: figures === null ? [] : fitting(holdersBeside(survey, figures, id), roomForList),
    closed: fitting(
      doors.slice(0, mostClosed).map((door) => ({ path: shown(door.place), said: door.said })),
      roomForList
    ),
    closedCount: doors.length,
    mounts: fitting(
      mounts.slice(0, mostClosed).map(({ place, type }) => ({ path: shown(place), type })),
      roomForList
    ),
    mountCount: mounts.length,
    entries: figures?.entries(id) ?? null,
    measuredAt: site.measuredAt,
    weighing
  }
}

/**
 * Who else holds the same files, proved by figures: two sites share an inode exactly when they hold less together, each
 * inode once, than the sum of what each holds. Sites of the same repository are asked first, at most 300 in all.
 */
function holdersBeside(survey: Survey, ledger: Ledger, id: string): string[] {
  const site = survey.site(id)
  if (site === undefined || (site.shared ?? 0) === 0) return []
  const others = [...survey.sites()].filter(
    (other) =>
      other.id !== id &&
      other.parent === null &&
      (other.shared ?? 0) > 0 &&
      ledger.knows(other.id) &&
      other.id !== site.parent
  )
  const sameFirst = [
    ...others.filter((other) => other.repo === site.repo),
    ...others.filter((other) => other.repo !== site.repo)
  ]
  const own = ledger.held(id)
  return sameFirst
    .slice(0, mostAsked)
    .filter((other) => amountOf(ledger.togetherHeld([id, other.id])) < own + ledger.held(other.id))
    .map((other) => other.label)
}
