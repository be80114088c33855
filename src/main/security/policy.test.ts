import { describe, expect, it } from 'vitest'
import { contentPolicy, pageHeaders } from './policy'

describe('the policy of the page (A6)', () => {
  it('is this, to the letter', () => {
    expect(contentPolicy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
  })

  it('goes with headers that keep, guess and share nothing', () => {
    expect(pageHeaders).toEqual({
      'content-security-policy': contentPolicy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin'
    })
  })
})
