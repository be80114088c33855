import { describe, expect, test } from 'vitest'
import type { Job } from '../../shared/model'
import { createCommands } from './commands'
import { commandFor, keyLines } from './keys'
import { createRouter, overview, type Route, readRoute } from './route'
import { scanShare } from './scan'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held
})

describe('keys', () => {
  test('the modifier is ⌘ on macOS and Ctrl elsewhere', () => {
    expect(commandFor(press('k', { ctrlKey: true }), false, false)).toBe('palette')
    expect(commandFor(press('k', { metaKey: true }), true, false)).toBe('palette')
    expect(commandFor(press('k', { metaKey: true }), false, false)).toBeNull()
    expect(commandFor(press('k', { ctrlKey: true }), true, false)).toBeNull()
  })
  test('in a text field only keys with the modifier and Esc count', () => {
    expect(commandFor(press('?', { shiftKey: true }), false, false)).toBe('keys')
    expect(commandFor(press('?', { shiftKey: true }), false, true)).toBeNull()
    expect(commandFor(press('1', { ctrlKey: true }), false, true)).toBe('overview')
    expect(commandFor(press('Escape'), false, true)).toBe('back')
  })
  test('a plan is reviewed by a digit with Shift, on every layout', () => {
    const held = { ctrlKey: true, shiftKey: true }
    expect(commandFor({ ...press('!', held), code: 'Digit1' }, false, false)).toBe('prune')
    expect(commandFor({ ...press('1', held), code: 'Digit1' }, false, false)).toBe('prune')
    expect(commandFor({ ...press('1', { ctrlKey: true }), code: 'Digit1' }, false, false)).toBe('overview')
    expect(commandFor({ ...press('!', { shiftKey: true }), code: 'Digit1' }, false, false)).toBeNull()
    expect(commandFor(press('R', held), false, false)).toBeNull()
  })
  test('no key removes anything', () => {
    for (const key of ['Delete', 'Backspace']) expect(commandFor(press(key), false, false)).toBeNull()
    for (const { does } of keyLines) expect(does).not.toMatch(/remove|delete|(?<!^Review )prune/i)
  })
})

test('a command is answered by the view shown last, and by the one before when that is gone', () => {
  const commands = createCommands()
  const ran: string[] = []
  expect(commands.run('filter')).toBe(false)
  commands.answer('filter', () => ran.push('first'))
  const end = commands.answer('filter', () => ran.push('second'))
  commands.run('filter')
  end()
  expect(commands.run('filter')).toBe(true)
  expect(ran).toEqual(['second', 'first'])
})

describe('routes', () => {
  const steps = (first: unknown = null) => {
    const kept: Route[] = []
    let back: (state: unknown) => void = () => undefined
    return {
      kept,
      steps: {
        first,
        push: (route: Route) => void kept.push(route),
        replace: (route: Route) => void kept.splice(-1, 1, route),
        back: () => {
          kept.pop()
          back(kept.at(-1) ?? null)
        },
        onBack: (listener: (state: unknown) => void) => {
          back = listener
        }
      }
    }
  }
  test('go, back, and the overview when there is nothing to go back to', () => {
    const world = steps()
    const router = createRouter(world.steps)
    router.go({ page: 'history' })
    router.go({ page: 'history' })
    expect(world.kept).toHaveLength(1)
    router.go({ page: 'site', site: 's1', tab: 'space' })
    router.back()
    expect(router.get()).toEqual({ page: 'history' })
    router.back()
    router.back()
    expect(router.get()).toEqual(overview)
  })
  test('a tab takes the place of the tab before, so that one step back leaves the page', () => {
    const world = steps()
    const router = createRouter(world.steps)
    router.go({ page: 'workspaces', groups: [] })
    router.go({ page: 'site', site: 's1', tab: 'space' })
    router.replace({ page: 'site', site: 's1', tab: 'records' })
    expect(router.get()).toEqual({ page: 'site', site: 's1', tab: 'records' })
    router.back()
    expect(router.get()).toEqual({ page: 'workspaces', groups: [] })
  })
  test.each([
    [null],
    ['overview'],
    [{ page: 'elsewhere' }],
    [{ page: 'site', site: 7, tab: 'space' }],
    [{ page: 'site', site: 's', tab: '../' }]
  ])('what the browser kept is read with care: %j is no route', (kept) => {
    expect(readRoute(kept)).toBeNull()
  })
  test('a filter keeps only verdicts there are', () => {
    expect(readRoute({ page: 'workspaces', groups: ['in-use', 'all'] })).toEqual({
      page: 'workspaces',
      groups: ['in-use']
    })
  })
})

test('a scan has a share only once it is known how much there is to measure', () => {
  const job = (total: number | null, state: 'waiting' | 'running' = 'running') =>
    ({ phases: [{ id: 'measure', state, done: 18, total, detail: '' }] }) as unknown as Job
  expect(scanShare(job(null))).toBeNull()
  expect(scanShare(job(0))).toBeNull()
  expect(scanShare(job(31, 'waiting'))).toBeNull()
  expect(scanShare(job(36))).toBe(0.5)
  expect(scanShare(job(9))).toBe(1)
})
