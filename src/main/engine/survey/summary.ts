import { addBytes, amountOf, type Bytes, type Estimate } from '../../../shared/bytes'
import type { Disk, Job, PlanName, Site, SourceReport, Summary, VerdictGroup } from '../../../shared/model'
import { groupOf, groupsByCare } from '../../../shared/verdict'
import type { Ledger } from '../scan/ledger'

const planNames: readonly PlanName[] = ['prune', 'worktrees', 'regenerable', 'scratch', 'reconcile', 'purge']

export interface SummaryFacts {
  readonly engine: string
  readonly revision: number
  readonly sites: readonly Site[]
  readonly ledger: Ledger | null
  readonly job: Job | null
  readonly finishedAt: string | null
  readonly firstRun: boolean
  readonly disk: Disk | null
  readonly reports: readonly SourceReport[]
  readonly notices: readonly string[]
}

/** The first screen's figures from facts alone. What no question has answered yet is `null`, never 0. */
export function summarise(facts: SummaryFacts): Summary {
  const { sites, ledger, job } = facts
  const running = job?.state === 'running'
  const figure = (set: readonly Site[]) => (running || ledger === null ? floorOf(set) : freedOf(ledger, set))
  const byGroup = new Map<VerdictGroup, Site[]>(groupsByCare.map((group) => [group, []]))
  for (const site of sites) byGroup.get(groupOf(site))?.push(site)
  return {
    engine: facts.engine,
    revision: facts.revision,
    firstRun: facts.firstRun,
    scan: job === null ? 'never' : job.state,
    finishedAt: facts.finishedAt,
    job,
    sites: sites.length,
    workspaces: sites.filter((site) => site.parent === null).length,
    total: job === null ? null : figure(sites),
    estimate: estimateIn(sites),
    groups: [...byGroup].reverse().map(([group, set]) => ({
      group,
      sites: set.length,
      bytes: job === null ? null : figure(set),
      estimate: estimateIn(set)
    })),
    sharedBytes: running || ledger === null ? null : sharedOf(ledger, sites),
    unmeasured: sites.filter((site) => site.disk === null).length,
    reclaimable: null,
    plans: planNames.map((plan) => ({ plan, bytes: null, rows: null })),
    disk: facts.disk,
    sources: [...facts.reports],
    notices: [...facts.notices]
  }
}

/** A figure of several sites is an estimate as soon as one of theirs is. */
export const estimateIn = (sites: readonly { readonly estimate: Estimate | null }[]): Estimate | null =>
  sites.find((site) => site.estimate !== null)?.estimate ?? null

/** What deleting these sites would free, nested ones counted once (DL-SIZE-10). */
export const freedOf = (ledger: Ledger, sites: readonly Site[]): Bytes =>
  ledger.freedBy(sites.map((site) => site.id).filter((id) => ledger.knows(id)))

/**
 * While the walk runs: each measured site that lies in no other one frees at least its own bytes, so their sum is a floor
 * of what all of them free.
 */
function floorOf(sites: readonly Site[]): Bytes {
  const here = new Set(sites.map((site) => site.id))
  const outer = sites.filter((site) => site.parent === null || !here.has(site.parent))
  const sum = amountOf(addBytes(outer.flatMap((site) => (site.disk === null ? [] : [site.disk]))))
  return { atLeastBytes: sum, unreadable: 1 }
}

/** Freed only when the last of its holders goes: what the set frees beyond what each frees alone. Bytes. */
function sharedOf(ledger: Ledger, sites: readonly Site[]): number {
  const top = sites.filter((site) => site.parent === null && ledger.knows(site.id))
  const alone = top.reduce((sum, site) => sum + amountOf(ledger.exclusive(site.id)), 0)
  return Math.max(0, amountOf(freedOf(ledger, top)) - alone)
}
