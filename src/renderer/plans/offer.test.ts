import { expect, test } from 'vitest'
import type { SourceReport, Summary } from '../../shared/model'
import { offerOf } from './offer'

const source = (id: SourceReport['id'], ok: boolean): SourceReport => ({
  id,
  ok,
  name: '',
  said: '',
  means: '',
  fix: '',
  command: null,
  askedAt: ''
})
const summary = (part: Partial<Summary> = {}) => ({ scan: 'done', sources: [], ...part }) as unknown as Summary

test('no plan is offered where the engine makes none, and none that cannot be acted on', () => {
  expect(offerOf('prune', summary(), false)).toEqual({ kind: 'absent' })
  expect(offerOf('purge', summary(), true)).toEqual({ kind: 'absent' })
  expect(offerOf('prune', summary(), true)).toEqual({ kind: 'open' })
})

test('a plan waits for the scan and for the tools it asks, and says for which', () => {
  expect(offerOf('prune', summary({ scan: 'running' }), true)).toEqual({ kind: 'waits', why: 'Waits for the scan' })
  const failed = (id: SourceReport['id']) => offerOf('prune', summary({ sources: [source(id, false)] }), true)
  expect(failed('devpod')).toEqual({ kind: 'waits', why: 'Waits for devpod' })
  expect(failed('git')).toEqual({ kind: 'waits', why: 'Waits for git' })
  expect(failed('docker')).toEqual({ kind: 'open' })
})
