import { describe, expect, it } from 'vitest'
import { type CallName, calls, type EventName, events } from './contract'
import { PlanRow, Report } from './plan'

const forPages: readonly CallName[] = [
  'plan.make',
  'plan.making',
  'plan.stop',
  'plan.head',
  'plan.rows',
  'plan.freed',
  'plan.row',
  'plan.unsaved',
  'plan.insist',
  'plan.relent',
  'act.start',
  'act.now',
  'act.rows',
  'history.list',
  'report.head',
  'report.rows'
]
const forTerminal: readonly CallName[] = ['cli.plan', 'cli.act']
const told: readonly EventName[] = ['plan.progress', 'act.progress', 'history.changed']

describe('the calls of plans', () => {
  it('what a page may ask is not for the terminal, and the other way round (B4)', () => {
    for (const name of forPages) expect(calls[name].hosts, name).not.toContain('cli')
    for (const name of forTerminal) expect(calls[name].hosts, name).toEqual(['cli'])
    expect(calls['act.stop'].hosts).toEqual(['desktop', 'browser', 'cli'])
    for (const name of told) expect(events, name).toHaveProperty([name])
  })

  it('an act takes ids only: a path beside them is refused, and so is a plan-wide force (B4, R17)', () => {
    const asked = { plan: 'p', rows: ['r'], insisted: [] }
    expect(calls['act.start'].input.safeParse(asked).success).toBe(true)
    for (const more of [{ path: '/x' }, { force: true }, { place: '/x' }])
      expect(calls['act.start'].input.safeParse({ ...asked, ...more }).success).toBe(false)
  })

  it('a row and a report have the shape that other programs read', () => {
    const row = {
      id: 'r',
      source: 'devlaunch',
      kind: 'clone',
      path: '/c',
      name: null,
      decision: 'remove',
      disk: { exclusiveBytes: 1_181_116_006 },
      reasons: [],
      overridable: null,
      overridden: [],
      registrations: 0
    }
    expect(PlanRow.parse(row)).toEqual(row)
    expect(PlanRow.safeParse({ ...row, force: true }).success).toBe(false)
    const report = {
      plan: 'prune',
      id: 'p',
      rows: [
        {
          id: 'r',
          kind: 'clone',
          path: '/c',
          name: null,
          outcome: 'removed-in-part',
          because: null,
          refusals: [{ path: '/c/x', said: 'Permission denied', code: 'EACCES' }],
          removedBytes: 3
        }
      ],
      promised: { exclusiveBytes: 4 },
      freed: { removedBytes: 3, freeBefore: 10, freeAfter: null },
      exit: 1
    }
    expect(Report.parse(report)).toEqual(report)
  })
})
