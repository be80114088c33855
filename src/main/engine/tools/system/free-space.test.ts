import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { createRun } from '../run'
import { freeSpace, readDf } from './free-space'

const run = createRun(process.env)

it('free space by statfs equals what df says', async () => {
  const disk = await freeSpace(run, tmpdir())
  const ran = await run('df', ['-B1', '-P', tmpdir()], { timeoutMs: 5000 })
  const said = ran.kind === 'exited' ? readDf(tmpdir(), ran.stdout) : null
  expect(disk?.totalBytes).toBe(said?.totalBytes)
  expect(Math.abs((disk?.freeBytes ?? 0) - (said?.freeBytes ?? 0))).toBeLessThan(1e9)
})

it('reads a device name with blanks, and nothing out of rubbish', () => {
  const text = 'Filesystem 1-blocks Used Available Capacity Mounted on\n//host/my share 1000 400 600 40% /mnt/a b\n'
  expect(readDf('/mnt', text)).toEqual({ path: '/mnt', totalBytes: 1000, freeBytes: 600 })
  expect(readDf('/mnt', 'no')).toBeNull()
})

it('is null for what is nowhere', async () => {
  expect(await freeSpace(run, '/no/such/folder/at/all')).toBeNull()
})
