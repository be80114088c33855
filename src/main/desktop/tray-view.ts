import { amountOf, figure, inPage, isFloor } from '../../shared/bytes'
import type { PlanName, Settings, Summary } from '../../shared/model'

export type TrayState = 'none' | 'scanning' | 'figure' | 'failed'

export type TrayCommand = 'show' | 'scan' | 'quit'

/** A line of the tray's menu: one that does something, one that only tells, or a rule between them. */
export type TrayLine =
  | { readonly kind: 'command'; readonly command: TrayCommand; readonly label: string; readonly enabled: boolean }
  | { readonly kind: 'text'; readonly label: string }
  | { readonly kind: 'rule' }

export interface TrayView {
  readonly state: TrayState
  /** Stands beside the icon where the system can show it; empty for nothing. */
  readonly title: string
  readonly tooltip: string
  readonly lines: readonly TrayLine[]
}

/** What the tray knows: null until the engine has said something. */
export interface TrayFacts {
  readonly summary: Summary | null
  readonly engine: 'up' | 'down'
  readonly units: Settings['units']
}

const planWords: Readonly<Record<PlanName, string>> = {
  prune: 'Prune',
  worktrees: 'Worktrees',
  regenerable: 'Regenerable',
  scratch: 'Scratch',
  reconcile: 'Reconcile',
  purge: 'Purge'
}

/** The tray for what is known (ui: tray and notifications, F2). Its menu always holds Open and Quit. Pure. */
export function trayView(facts: TrayFacts): TrayView {
  const state = stateOf(facts)
  const head = headOf(facts, state)
  const rule: TrayLine = { kind: 'rule' }
  const details = detailsOf(facts)
  return {
    state,
    title: state === 'figure' ? titleOf(facts) : '',
    tooltip: `Clearhold: ${head}`,
    lines: [
      { kind: 'text', label: head },
      ...(details.length === 0 ? [] : [rule, ...details]),
      rule,
      {
        kind: 'command',
        command: 'scan',
        label: state === 'scanning' ? 'Scanning' : 'Scan now',
        enabled: state !== 'scanning' && facts.engine === 'up'
      },
      { kind: 'command', command: 'show', label: 'Open Clearhold', enabled: true },
      { kind: 'command', command: 'quit', label: 'Quit', enabled: true }
    ]
  }
}

function stateOf({ summary, engine }: TrayFacts): TrayState {
  if (engine === 'down') return 'failed'
  if (summary === null) return 'none'
  if (summary.scan === 'running') return 'scanning'
  if (summary.scan === 'failed' || summary.sources.some((source) => !source.ok)) return 'failed'
  return summary.reclaimable !== null && amountOf(summary.reclaimable) > 0 ? 'figure' : 'none'
}

function headOf({ summary, engine, units }: TrayFacts, state: TrayState): string {
  if (engine === 'down') return 'The part that reads the disk stopped'
  if (summary === null || summary.scan === 'never') return 'Nothing was measured yet'
  if (state === 'scanning') return 'Scanning'
  const failed = summary.sources.find((source) => !source.ok)
  if (failed !== undefined) return `${failed.name} could not be asked`
  if (summary.scan === 'failed') return 'The last scan failed'
  if (summary.reclaimable === null) return 'What can be reclaimed is not known yet'
  return `${figure(summary.reclaimable, units)} can be reclaimed`
}

function detailsOf({ summary, units }: TrayFacts): TrayLine[] {
  if (summary === null) return []
  const plans = summary.plans.flatMap(({ plan, bytes }) =>
    bytes === null || amountOf(bytes) === 0 ? [] : [`${planWords[plan]}: ${figure(bytes, units)}`]
  )
  const total = summary.total === null ? [] : [`Workspaces hold ${figure(summary.total, units)}`]
  const free =
    summary.disk === null
      ? []
      : [`${inPage(summary.disk.freeBytes, units)} free of ${inPage(summary.disk.totalBytes, units)}`]
  return [...plans, ...total, ...free].map((label) => ({ kind: 'text', label }))
}

/** The figure alone, in whole or tenths of a gigabyte, as short as an icon's neighbour must be. */
function titleOf({ summary, units }: TrayFacts): string {
  const bytes = summary?.reclaimable
  if (bytes === null || bytes === undefined) return ''
  const unit = units === 'decimal' ? 1e9 : 2 ** 30
  return `${isFloor(bytes) ? '≥' : ''}${(Math.floor((amountOf(bytes) / unit) * 10) / 10).toFixed(1)}`
}
