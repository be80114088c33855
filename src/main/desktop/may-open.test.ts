import { describe, expect, it } from 'vitest'
import { calls } from '../../shared/contract'
import { addressOf, mayOpen } from './may-open'

describe('what is opened outside (A8)', () => {
  const keys = calls['app.open'].input.shape.address.options

  it('every address of the list is https and may be opened', () => {
    const addresses = keys.map(addressOf).filter((address) => address !== null)
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) {
      expect(address).toMatch(/^https:\/\//)
      expect(mayOpen(address)).toBe(true)
    }
  })

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://server/share',
    '\\\\server\\share',
    '//server/share',
    'http://git-scm.com/downloads',
    'https://git-scm.com@evil.example/downloads',
    'https://user@git-scm.com/downloads',
    'https://git-scm.com.evil.example/downloads',
    'https://gіt-scm.com/downloads',
    'https://xn--gt-scm-uwf.com/downloads',
    'https://git-scm.com/downloads?x',
    'https://git-scm.com/downloads/../evil',
    ' https://git-scm.com/downloads',
    'HTTPS://git-scm.com/downloads',
    'nonsense',
    ''
  ])('%o may not', (address) => {
    expect(mayOpen(address)).toBe(false)
  })
})
