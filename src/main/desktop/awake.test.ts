import { expect, it } from 'vitest'
import { createAwake } from './awake'

it('suspension is held off from the first step of an act to its end, once (F5)', () => {
  const said: string[] = []
  let last = 0
  const awake = createAwake({
    start: (type) => {
      last += 1
      said.push(`start ${type} ${last}`)
      return last
    },
    stop: (id) => said.push(`stop ${id}`)
  })
  for (const acting of [false, true, true, false, false, true, false]) awake(acting)
  const kind = 'prevent-app-suspension'
  expect(said).toEqual([`start ${kind} 1`, 'stop 1', `start ${kind} 2`, 'stop 2'])
})
