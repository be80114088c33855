import { expect, it } from 'vitest'
import { unfit } from './unfit'

it('an Electron without the page’s own scheme is named, with what is needed', () => {
  expect(unfit({ handle: () => undefined }, '45.5.0')).toBeNull()
  expect(unfit({}, '22.3.25')).toBe('Electron 22.3.25 is too old for Clearhold, which needs 25 or newer.')
})
