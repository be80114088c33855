import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { builtWalker } from '../../../../e2e/world/paths'
import { placeOf } from '../place'
import { weigh } from './weigh'

const top = mkdtempSync(join(tmpdir(), 'clearhold-scan-'))
afterAll(() => rmSync(top, { recursive: true }))

test('simple', async () => {
  mkdirSync(join(top, 'a/b/c'), { recursive: true })
  writeFileSync(join(top, 'a/one'), Buffer.alloc(1 << 20))
  writeFileSync(join(top, 'a/b/two'), Buffer.alloc(1 << 20))
  writeFileSync(join(top, 'a/b/c/three'), Buffer.alloc(1 << 20))
  linkSync(join(top, 'a/b/c/three'), join(top, 'a/b/four'))
  const ledger = await weigh({ sites: [{ id: 'a', place: placeOf(join(top, 'a')) }], worker: builtWalker })
  const du = Number(execFileSync('du', ['-B1', '-s', join(top, 'a')], { encoding: 'utf8' }).split('\t')[0])
  expect(ledger.exclusive('a')).toEqual({ exclusiveBytes: du })
  console.error(ledger.level('a', [], 3), ledger.level('a', ['b'], 3))
  expect(ledger.entries('a')).toBe(7)
})
