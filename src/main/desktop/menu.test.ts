import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { events } from '../../shared/contract'
import { type Goal, menuTemplate } from './menu'

type Item = MenuItemConstructorOptions
const flat = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])

const platforms = ['linux', 'win32', 'darwin'] as const

describe.each(platforms)('the menu on %s (F9)', (platform) => {
  const went: Goal[] = []
  const template = menuTemplate(platform, (to) => went.push(to))
  const items = flat(template)

  it('has these menus', () => {
    const heads = template.map((item) => item.label ?? item.role)
    const common = ['&File', 'editMenu', '&View', 'windowMenu', 'help']
    expect(heads).toEqual(platform === 'darwin' ? ['Clearhold', ...common] : common)
  })

  it('leads to every place that a page can be sent to', () => {
    const goals = events['page.go'].shape.to.options
    for (const goal of goals) items.find((item) => item.id === goal)?.click?.({} as never, undefined, {} as never)
    expect(went).toEqual(goals)
  })

  it('holds each id and each key once', () => {
    for (const key of ['id', 'accelerator'] as const) {
      const all = items.map((item) => item[key]).filter((value) => value !== undefined)
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it('has the usual keys', () => {
    const keys = Object.fromEntries(items.filter((item) => item.accelerator).map((item) => [item.id, item.accelerator]))
    expect(keys).toEqual({
      scan: 'CmdOrCtrl+R',
      settings: 'CmdOrCtrl+,',
      overview: 'CmdOrCtrl+1',
      workspaces: 'CmdOrCtrl+2',
      history: 'CmdOrCtrl+3',
      palette: 'CmdOrCtrl+K'
    })
  })

  it('can be quit, and never loads the page anew or opens its tools', () => {
    const roles = items.map((item) => item.role)
    expect(roles).toContain('quit')
    for (const role of ['reload', 'forceReload', 'toggleDevTools']) expect(roles).not.toContain(role)
  })
})
