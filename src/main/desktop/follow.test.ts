import { describe, expect, it } from 'vitest'
import type { Answer } from '../../shared/contract'
import type { Settings, Summary } from '../../shared/model'
import { createFollower } from './follow'
import type { TrayFacts } from './tray-view'

const settings: Settings = { theme: 'dark', units: 'binary', motion: 'system', patterns: 'need' }
const summary = { revision: 4, scan: 'done' } as Summary

function desk(answers: Record<string, Answer<unknown>>) {
  const sent: [string, unknown][] = []
  const shown: TrayFacts[] = []
  const awake: boolean[] = []
  const theme = { themeSource: 'system' as Settings['theme'] }
  const follower = createFollower({
    link: () => ({ call: async (name) => answers[String(name)] as Answer<unknown> }),
    theme,
    send: (name, payload) => sent.push([name, payload]),
    show: (facts) => shown.push(facts),
    awake: (acting) => awake.push(acting)
  })
  return { follower, sent, shown, theme, awake }
}

describe('what follows the engine', () => {
  it("'settings.changed' reaches the page, the theme and the tray", () => {
    const { follower, sent, shown, theme } = desk({})
    follower.event('settings.changed', { revision: 1, settings })
    expect(theme.themeSource).toBe('dark')
    expect(shown.at(-1)?.units).toBe('binary')
    expect(sent).toEqual([['settings.changed', { revision: 1, settings }]])
  })

  it('an engine that is back tells page and tray how things stand (E1)', async () => {
    const { follower, sent, shown } = desk({
      'settings.get': { ok: true, value: settings },
      'survey.summary': { ok: true, value: summary }
    })
    follower.state('down')
    expect(shown.at(-1)).toMatchObject({ engine: 'down', summary: null })
    follower.state('up')
    await expect.poll(() => sent).toEqual([['survey.changed', { revision: 4, summary }]])
    expect(shown.at(-1)).toEqual({ engine: 'up', summary, units: 'binary' })
  })

  it('an engine that falls again meanwhile says nothing', async () => {
    const gone: Answer<never> = { ok: false, fault: { code: 'engine-gone', message: '' } }
    const { follower, sent } = desk({ 'settings.get': gone, 'survey.summary': gone })
    follower.state('up')
    await new Promise((go) => setTimeout(go, 10))
    expect(sent).toEqual([])
  })

  it('an act is known from its first word to its last, and ends with its engine (F5, F7)', () => {
    const { follower, awake } = desk({})
    const told = (state: string) => follower.event('act.progress', { revision: 1, progress: { state } })
    expect(follower.acting()).toBe(false)
    told('second-look')
    told('removing')
    expect(follower.acting()).toBe(true)
    told('done')
    expect(follower.acting()).toBe(false)
    told('removing')
    follower.state('down')
    expect(follower.acting()).toBe(false)
    expect(awake).toEqual([true, true, false, true, false])
  })
})
