import { describe, expect, it } from 'vitest'
import { ground, webPreferences, windowOptions } from './options'

describe('what a window may do (A1)', () => {
  it('is this and nothing else', () => {
    expect(webPreferences('/app/preload.cjs')).toStrictEqual({
      preload: '/app/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      spellcheck: false
    })
  })

  it('a window is hidden until it is drawn, on the ground of its theme (F8)', () => {
    const place = { bounds: { width: 900, height: 700, x: 5, y: 6 }, maximised: false }
    const options = windowOptions({ place, dark: true, preload: 'p', icon: 'i' })
    expect(options).toMatchObject({ show: false, backgroundColor: '#0B1016', x: 5, y: 6, width: 900, height: 700 })
    expect(options.webPreferences).toStrictEqual(webPreferences('p'))
    expect(ground(false)).toBe('#F4F6F8')
  })
})
