import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { type Place, placeOf } from '../../place'
import { mountTable, parseMounts, readMounts } from './mounts'

const line = (id: number, parent: number, place: string, type = 'ext4') =>
  `${id} ${parent} 8:${id} / ${place} rw,relatime shared:1 master:2 - ${type} /dev/sd${id} rw,errors=remount-ro`

const table = (...lines: string[]) => mountTable(parseMounts(`${lines.join('\n')}\n`))
const ids = (mounts: readonly { id: number }[]) => mounts.map(({ id }) => id)

it('reads names with blanks, backslashes and bytes that are no text, with and without optional fields', () => {
  const text = '36 35 0:9 /a\\040b /mnt/x\\134\\012\\011\xff rw - fuse.sshfs me@host:/my\\040home rw\nrubbish\n'
  expect(parseMounts(text)).toEqual([
    {
      id: 36,
      parent: 35,
      device: '0:9',
      root: '/a b',
      place: '/mnt/x\\\n\t\xff',
      type: 'fuse.sshfs',
      source: 'me@host:/my home'
    }
  ])
})

it('a place lies on the innermost mount around it, step by step', () => {
  const mounts = table(line(1, 0, '/'), line(2, 1, '/home', 'btrfs'), line(3, 2, '/home/ann/nfs', 'nfs4'))
  expect(mounts.at('/home/ann' as Place)?.type).toBe('btrfs')
  expect(mounts.at('/home/ann/nfs/deep' as Place)?.id).toBe(3)
  expect(mounts.at('/homes' as Place)?.id).toBe(1)
  expect([mounts.isMountPoint('/home' as Place), mounts.isMountPoint('/home/ann' as Place)]).toEqual([true, false])
})

it('inside a folder only the outermost mounts are named, and never its own', () => {
  const mounts = table(
    line(1, 0, '/'),
    line(2, 1, '/a'),
    line(3, 2, '/a/b/c'),
    line(4, 3, '/a/b/c/d'),
    line(5, 2, '/a/z')
  )
  expect(ids(mounts.within('/a' as Place))).toEqual([3, 5])
  expect(ids(mounts.within('/a/b/c' as Place))).toEqual([4])
  expect(ids(mounts.within('/a/none' as Place))).toEqual([])
  expect(ids(mounts.within('/' as Place))).toEqual([2])
})

it('what is mounted over is not seen, whichever line comes first', () => {
  const below = line(3, 1, '/a/b')
  const over = line(4, 1, '/a')
  for (const lines of [
    [below, over],
    [over, below]
  ]) {
    const mounts = table(line(1, 0, '/'), ...lines)
    expect(mounts.at('/a/b/c' as Place)?.id).toBe(4)
    expect(ids(mounts.within('/a' as Place))).toEqual([])
  }
  const stacked = table(line(1, 0, '/'), line(5, 4, '/a', 'tmpfs'), line(4, 1, '/a'))
  expect(stacked.at('/a' as Place)?.type).toBe('tmpfs')
})

it("the running system's table says the type that stat says", () => {
  const said = execFileSync('stat', ['-f', '-c', '%T', tmpdir()], { encoding: 'utf8' }).trim()
  const { type = '' } = readMounts().at(placeOf(tmpdir())) ?? {}
  expect(said.startsWith(type) || said === 'ext2/ext3').toBe(true)
  expect(readMounts().isMountPoint('/proc' as Place)).toBe(true)
})
