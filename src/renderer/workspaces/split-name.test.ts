import { expect, test } from 'vitest'
import { splitName } from './split-name'

test.each([
  ['kestrel-main-4f2a', 'kestrel-main', '-4f2a'],
  ['atlas-ui', 'atlas', '-ui'],
  ['site', 'site', ''],
  ['feature-checkout-with-taxes', 'feature-checkout-with', '-taxes'],
  ['a-very-long-last-part-configuration', 'a-very-long-last-part-configuration', ''],
  ['trailing-', 'trailing-', ''],
  ['-x', '-x', '']
])('%s is cut before its end', (name, head, tail) => {
  expect(splitName(name)).toEqual([head, tail])
  expect(splitName(name).join('')).toBe(name)
})
