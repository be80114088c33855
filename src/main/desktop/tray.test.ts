import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Menu, MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import type { Summary } from '../../shared/model'
import { createTray, pictureOf, type TrayIcon } from './tray'
import { type TrayFacts, trayView } from './tray-view'

const summary: Summary = {
  engine: 'e',
  revision: 1,
  firstRun: false,
  scan: 'done',
  finishedAt: '2026-03-04T05:06:07Z',
  job: null,
  sites: 3,
  workspaces: 2,
  total: { exclusiveBytes: 52_000_000_000 },
  estimate: null,
  groups: [],
  sharedBytes: null,
  unmeasured: 0,
  reclaimable: { exclusiveBytes: 18_290_000_000 },
  plans: [
    { plan: 'prune', bytes: { exclusiveBytes: 5_600_000_000 }, rows: 4 },
    { plan: 'worktrees', bytes: { atLeastBytes: 6_200_000_000, unreadable: 1 }, rows: 2 },
    { plan: 'scratch', bytes: { exclusiveBytes: 0 }, rows: 0 },
    { plan: 'purge', bytes: null, rows: null }
  ],
  disk: { path: '/', totalBytes: 494_000_000_000, freeBytes: 31_400_000_000 },
  sources: [],
  notices: []
}
const failed = {
  id: 'devpod',
  name: 'devpod',
  ok: false,
  said: '',
  means: '',
  fix: '',
  command: null,
  askedAt: ''
} as const
const facts = (more: Partial<Summary> = {}, rest: Partial<TrayFacts> = {}): TrayFacts => ({
  summary: { ...summary, ...more },
  engine: 'up',
  units: 'decimal',
  ...rest
})
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const labels = (given: TrayFacts) =>
  trayView(given).lines.map((line) => (line.kind === 'rule' ? '—' : plain(line.label)))

describe('what the tray shows (F2)', () => {
  it.each<[string, TrayFacts, string, string, string]>([
    [
      'before anything is known',
      { summary: null, engine: 'up', units: 'decimal' },
      'none',
      '',
      'Nothing was measured yet'
    ],
    ['before the first scan', facts({ scan: 'never', reclaimable: null }), 'none', '', 'Nothing was measured yet'],
    ['during a scan', facts({ scan: 'running' }), 'scanning', '', 'Scanning'],
    ['with a figure', facts(), 'figure', '18.2', '18.2 GB can be reclaimed'],
    [
      'with a floor',
      facts({ reclaimable: { atLeastBytes: 1_200_000_000, unreadable: 1 } }),
      'figure',
      '≥1.2',
      '≥ 1.2 GB can be reclaimed'
    ],
    ['with nothing to give back', facts({ reclaimable: { exclusiveBytes: 0 } }), 'none', '', '0 B can be reclaimed'],
    ['while it is not known', facts({ reclaimable: null }), 'none', '', 'What can be reclaimed is not known yet'],
    ['when a source failed', facts({ sources: [failed] }), 'failed', '', 'devpod could not be asked'],
    ['when the scan failed', facts({ scan: 'failed' }), 'failed', '', 'The last scan failed'],
    ['without an engine', facts({}, { engine: 'down' }), 'failed', '', 'The part that reads the disk stopped'],
    ['in binary units', facts({}, { units: 'binary' }), 'figure', '17.0', '17.0 GiB can be reclaimed']
  ])('%s', (_when, given, state, title, head) => {
    const view = trayView(given)
    expect(view).toMatchObject({ state, title })
    expect(plain(view.tooltip)).toBe(`Clearhold: ${head}`)
    expect(labels(given)[0]).toBe(head)
  })

  it('its menu carries the same figures', () => {
    expect(labels(facts())).toEqual([
      '18.2 GB can be reclaimed',
      '—',
      'Prune: 5.6 GB',
      'Worktrees: ≥ 6.2 GB',
      'Workspaces hold 52.0 GB',
      '31.4 GB free of 494.0 GB',
      '—',
      'Scan now',
      'Open Clearhold',
      'Quit'
    ])
  })

  it('its menu always opens and quits, and scans unless a scan runs', () => {
    for (const given of [facts(), facts({ scan: 'running' }), facts({}, { engine: 'down' }), facts({}, {})]) {
      const commands = trayView(given).lines.flatMap((line) => (line.kind === 'command' ? [line] : []))
      expect(commands.map(({ command }) => command)).toEqual(['scan', 'show', 'quit'])
      expect(commands.slice(1).every(({ enabled }) => enabled)).toBe(true)
      expect(commands[0]?.enabled).toBe(given.engine === 'up' && given.summary?.scan !== 'running')
    }
  })
})

describe('the tray’s pictures (F2)', () => {
  const tray = resolve(import.meta.dirname, '../../../resources/tray')
  const states = ['none', 'scanning', 'figure', 'failed'] as const

  it.each(['linux', 'darwin', 'win32'] as const)('exist on %s for every state and ground', (platform) => {
    const names = states.flatMap((state) => [true, false].map((dark) => pictureOf(platform, state, dark)))
    for (const name of names) expect(existsSync(resolve(tray, name)), name).toBe(true)
    expect(new Set(names).size).toBe(platform === 'linux' ? 6 : 3)
  })

  it('macOS takes templates in two sizes, whose names nothing may change', () => {
    for (const state of states) {
      const name = pictureOf('darwin', state, true)
      expect(name).toMatch(/Template\.png$/)
      expect(existsSync(resolve(tray, name.replace('.png', '@2x.png')))).toBe(true)
    }
  })
})

/** An icon that keeps what was done to it. */
function desk(platform: NodeJS.Platform = 'linux', none = false) {
  const did: string[] = []
  const menus: MenuItemConstructorOptions[][] = []
  let click = () => {}
  const icon: TrayIcon = {
    setImage: (image) => void did.push(`image ${image}`),
    setTitle: (title) => void did.push(`title ${title}`),
    setToolTip: () => undefined,
    setContextMenu: () => void did.push('menu'),
    on: (_event, listener) => {
      click = listener
    },
    destroy: () => void did.push('destroy')
  }
  const tray = createTray({
    platform,
    make: (image) => {
      did.push(`make ${image}`)
      return none ? null : icon
    },
    menu: (template) => {
      menus.push(template)
      return {} as Menu
    },
    dark: () => true,
    picture: (name) => name,
    do: (command) => void did.push(`do ${command}`)
  })
  return { tray, did, menus, click: () => click() }
}

describe('the tray icon (F2)', () => {
  it('has its menu from the first moment', () => {
    const { did, menus } = desk()
    expect(did).toEqual(['make tray-light.png', 'image tray-light.png', 'menu'])
    expect(menus[0]?.map((item) => item.id)).toEqual([undefined, undefined, 'scan', 'show', 'quit'])
  })

  it('its menu is set again after each change, and only then', () => {
    const { tray, did } = desk()
    did.length = 0
    tray.show(facts())
    tray.show(facts())
    expect(did).toEqual(['image tray-light.png', 'menu'])
    tray.show(facts({ scan: 'running' }))
    expect(did.slice(2)).toEqual(['image tray-light-scanning.png', 'menu'])
  })

  it('the figure stands beside it on macOS alone', () => {
    const mac = desk('darwin')
    mac.tray.show(facts())
    expect(mac.did).toContain('title 18.2')
    const linux = desk('linux')
    linux.tray.show(facts())
    expect(linux.did.some((line) => line.startsWith('title'))).toBe(false)
  })

  it('a click opens, and the menu’s lines do what they say', () => {
    const { did, menus, click } = desk()
    did.length = 0
    click()
    for (const item of menus[0] ?? []) item.click?.({} as never, undefined, {} as never)
    expect(did).toEqual(['do show', 'do scan', 'do show', 'do quit'])
  })

  it('a system without a tray is told apart, and nothing breaks', () => {
    const { tray } = desk('linux', true)
    expect(tray.present).toBe(false)
    tray.show(facts())
    tray.destroy()
  })
})
