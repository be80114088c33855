import { describe, expect, it } from 'vitest'
import {
  addBytes,
  amountOf,
  bytesFrom,
  estimateOf,
  estimateReason,
  estimating,
  figure,
  inBinary,
  inPage,
  inTerminal,
  spoken
} from './bytes'

const exact = (exclusiveBytes: number) => ({ exclusiveBytes })
const floor = (atLeastBytes: number, unreadable = 1) => ({ atLeastBytes, unreadable })

describe('bytes on a terminal', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KiB'],
    [1048575, '1024.0 KiB'],
    [1048576, '1.0 MiB'],
    [1.5 * 2 ** 30, '1.5 GiB'],
    [2 ** 40, '1.0 TiB'],
    [2 ** 50, '1.0 PiB'],
    [2 ** 60, '1024.0 PiB']
  ])('S016, DL-SIZE-09: %d reads %s', (amount, text) => expect(inBinary(amount)).toBe(text))

  it('a floor has its mark directly before it (DL-SIZE-08, DL-SIZE-09)', () => {
    expect(inTerminal(floor(1024))).toBe('≥1.0 KiB')
    expect(inTerminal(exact(1024))).toBe('1.0 KiB')
  })
})

describe('bytes on the page (G6)', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [999_999_999, '999 MB'],
    [1_000_000_000, '1.0 GB'],
    [18_299_999_999, '18.2 GB'],
    [1_299_000_000_000, '1.2 TB']
  ])('%d reads %s, rounded down, with a no-break space', (amount, text) =>
    expect(inPage(amount)).toBe(text.replace(' ', '\u00a0'))
  )

  it('GiB by choice, floors and screen readers', () => {
    expect(inPage(2 ** 30, 'binary')).toBe('1.0\u00a0GiB')
    expect(figure(floor(4_200_000_000))).toBe('≥\u00a04.2\u00a0GB')
    expect(spoken(floor(5_800_000_000))).toBe('at least 5.8 gigabytes')
    expect(spoken(exact(2 ** 31), 'binary')).toBe('2.0 gibibytes')
    expect(inPage(-5_000_000)).toBe('−5\u00a0MB')
  })
})

describe('estimates', () => {
  it('"up to" stands before a figure of a file system that shares blocks, "about" before one with unread parts too', () => {
    expect(inTerminal(exact(2048), 'btrfs')).toBe('up to 2.0 KiB')
    expect(inTerminal(floor(2048), 'btrfs')).toBe('about 2.0 KiB')
    expect(figure(exact(4_200_000_000), 'decimal', 'xfs')).toBe('up\u00a0to\u00a04.2\u00a0GB')
    expect(figure(floor(4_200_000_000), 'decimal', 'xfs')).toBe('about\u00a04.2\u00a0GB')
    expect(spoken(exact(5_800_000_000), 'decimal', 'zfs')).toBe('up to 5.8 gigabytes')
  })

  it('each such file system has its reason, and others have none', () => {
    expect(['btrfs', 'xfs', 'zfs', 'overlay'].map(estimateOf)).toEqual(['btrfs', 'xfs', 'zfs', 'overlay'])
    expect(['ext4', 'tmpfs', ''].map(estimateOf)).toEqual([null, null, null])
    for (const type of estimating) expect(estimateReason(type)).toMatch(/^Figures marked "up to" .*\.$/)
  })
})

describe('sums', () => {
  it('S015, DL-SIZE-10: one floor makes the sum a floor', () => {
    expect(addBytes([exact(1), floor(2, 3), exact(4)])).toEqual({ atLeastBytes: 7, unreadable: 3 })
    expect(addBytes([exact(1), exact(2)])).toEqual({ exclusiveBytes: 3 })
    expect(amountOf(addBytes([]))).toBe(0)
    expect(bytesFrom(5, 0)).toEqual({ exclusiveBytes: 5 })
  })
})
