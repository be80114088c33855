import type { Site } from '../../shared/model'

/** A clone that devlaunch made, measured and not yet asked; a test names what matters to it. */
export const siteWith = (change: Partial<Site>): Site => ({
  id: change.id ?? change.label ?? 'site',
  source: 'devlaunch',
  kind: 'clone',
  path: `/home/ada/.cache/devlaunch/repos/${change.label ?? 'site'}`,
  label: 'site',
  repo: 'acme/site',
  branch: 'main',
  workspaces: [],
  state: 'stopped',
  stateWord: null,
  lastUsed: null,
  disk: { exclusiveBytes: 0 },
  shared: 0,
  estimate: null,
  measuredAt: null,
  unsaved: null,
  lost: null,
  verdict: 'stands',
  reasons: [],
  parent: null,
  changed: 1,
  ...change
})

/** As many different sites as a test of speed needs. */
export const manySites = (count: number): Site[] =>
  Array.from({ length: count }, (_, place) =>
    siteWith({
      id: `s${place}`,
      label: `repo-${(place * 7919) % 10_007}-feature-${place % 97}`,
      repo: `acme/repo-${place % 53}`,
      state: (['live', 'stopped', 'orphaned', 'disagree', 'unknown'] as const)[place % 5] ?? null,
      disk: place % 11 === 0 ? null : { exclusiveBytes: (place * 104_729) % 9_999_991 },
      lastUsed: new Date(Date.UTC(2026, 0, 1) + place * 60_000).toISOString()
    })
  )

/** The shortest of several runs in milliseconds, so that a busy machine is not taken for slow code. */
export function fastest(work: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 8; run += 1) {
    const started = performance.now()
    work()
    least = Math.min(least, performance.now() - started)
  }
  return least
}
