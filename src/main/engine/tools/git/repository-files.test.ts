import { expect, test } from 'vitest'
import { bareIn } from './repository-files'

test.each<[string, boolean | null]>([
  ['[core]\n\tbare = true\n', true],
  ['[core]\n\tbare = false\n', false],
  ['[core]\n\tbare\n', true],
  ['[CORE] Bare = "yes" ; a comment\n', true],
  ['[core]\nbare = true\n[core]\nbare = off # last\n', false],
  ['[remote "core"]\n\tbare = true\n', null],
  ['[core]\n\tbarely = true\n', null],
  ['[core]\n\tbare = maybe\n', false],
  ['', null]
])('core.bare in %j is %s', (config, said) => {
  expect(bareIn(config)).toBe(said)
})
