import { describe, expect, it } from 'vitest'
import { isOurPage, type Sent } from './sender'

const windows = new Set([7])
const main = { url: 'app://clearhold/', parent: null }
const sent = (senderFrame: Sent['senderFrame'], id = 7, destroyed = false): Sent => ({
  sender: { id, isDestroyed: () => destroyed },
  senderFrame
})

describe('who may ask (B2)', () => {
  it('the main frame of our window, on our page', () => {
    expect(isOurPage(sent(main), windows)).toBe(true)
  })

  it.each<[string, Sent]>([
    ['a frame inside the page', sent({ url: 'app://clearhold/', parent: main })],
    ['another origin', sent({ url: 'https://evil.example/', parent: null })],
    ['a look-alike', sent({ url: 'app://clearhold.evil/', parent: null })],
    ['about:blank', sent({ url: 'about:blank', parent: null })],
    ['no frame', sent(null)],
    ['a window we do not know', sent(main, 8)],
    ['a window that is gone', sent(main, 7, true)],
    [
      'a frame that is gone, which throws when it is looked at',
      sent({
        get url(): string {
          throw new Error('Render frame was disposed')
        },
        parent: null
      })
    ]
  ])('not %s', (_who, event) => {
    expect(isOurPage(event, windows)).toBe(false)
  })
})
