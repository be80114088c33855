import { describe, expect, it } from 'vitest'
import { mayLoad, mayUse } from './permissions'

describe('what the page may use (A9)', () => {
  it('it may write to the clipboard', () => {
    expect(mayUse('clipboard-sanitized-write', 'app://clearhold/')).toBe(true)
  })

  it('nobody else may', () => {
    expect(mayUse('clipboard-sanitized-write', 'https://evil.example/')).toBe(false)
    expect(mayUse('clipboard-sanitized-write', '')).toBe(false)
  })

  it.each([
    'clipboard-read',
    'media',
    'geolocation',
    'notifications',
    'midi',
    'midiSysex',
    'pointerLock',
    'fullscreen',
    'openExternal',
    'display-capture',
    'hid',
    'serial',
    'usb',
    'storage-access',
    'window-management',
    'fileSystem',
    'unknown'
  ])('%s is refused', (permission) => {
    expect(mayUse(permission, 'app://clearhold/')).toBe(false)
  })
})

describe('what the page may load (A10)', () => {
  it.each([
    ['app://clearhold/assets/a.js', 'script', true],
    ['app://clearhold/', 'mainFrame', true],
    ['data:image/png;base64,AA==', 'image', true],
    ['data:text/html,x', 'mainFrame', false],
    ['data:image/svg+xml,x', 'subFrame', false],
    ['app://other/', 'mainFrame', false],
    ['https://example.org/', 'image', false],
    ['http://127.0.0.1:80/', 'xhr', false],
    ['file:///etc/hostname', 'xhr', false],
    ['ws://127.0.0.1/', 'webSocket', false],
    ['devtools://devtools/x.html', 'mainFrame', false],
    ['blob:app://clearhold/1', 'script', false]
  ])('%s as %s: %s', (address, resource, may) => {
    expect(mayLoad(address, resource)).toBe(may)
  })
})
