/**
 * Bytes on disk as the wire and the headless documents spell them (DL-SIZE-08): exact, or a floor because `unreadable`
 * folders or entries could not be looked at. Both in bytes.
 */
export type Bytes = { readonly exclusiveBytes: number } | { readonly atLeastBytes: number; readonly unreadable: number }

/** An exact figure, or a floor when anything was closed. Bytes in, bytes out. */
export const bytesFrom = (amount: number, unreadable: number): Bytes =>
  unreadable > 0 ? { atLeastBytes: amount, unreadable } : { exclusiveBytes: amount }

/** The figure without its certainty, for sorting and for areas; never shown alone. Bytes. */
export const amountOf = (bytes: Bytes): number =>
  'exclusiveBytes' in bytes ? bytes.exclusiveBytes : bytes.atLeastBytes

/** How many folders or entries could not be looked at. */
export const unreadableIn = (bytes: Bytes): number => ('exclusiveBytes' in bytes ? 0 : bytes.unreadable)

export const isFloor = (bytes: Bytes): boolean => !('exclusiveBytes' in bytes)

/** A sum that is a floor as soon as one part is (DL-SIZE-10). For parts that share no inode. */
export const addBytes = (parts: Iterable<Bytes>): Bytes => {
  let amount = 0
  let unreadable = 0
  for (const part of parts) {
    amount += amountOf(part)
    unreadable += unreadableIn(part)
  }
  return bytesFrom(amount, unreadable)
}

/**
 * File systems on which blocks can belong to several files without a link that tells, or are packed: deleting may free
 * less than the blocks of its files, so their figures are the most it can be.
 */
export const estimating = ['btrfs', 'xfs', 'zfs', 'overlay', 'bcachefs'] as const
export type Estimate = (typeof estimating)[number]

/** Why figures of this type of file system are estimates; `null` where blocks say what deleting frees. */
export const estimateOf = (type: string): Estimate | null => estimating.find((each) => each === type) ?? null

const estimateWords: Readonly<Record<Estimate, string>> = {
  btrfs: 'btrfs lets files and snapshots share blocks and packs them',
  xfs: 'xfs lets files share blocks',
  zfs: 'zfs lets files and snapshots share blocks and packs them',
  overlay: 'an overlay shows files of layers below it, which stay when they are deleted here',
  bcachefs: 'bcachefs lets files and snapshots share blocks and packs them'
}

/** Why a figure says "up to", as a sentence. */
export const estimateReason = (estimate: Estimate): string =>
  `Figures marked "up to" are the most it can be: ${estimateWords[estimate]}, which their sizes do not show.`

/** What stands between a figure and the truth: unread parts make it more, shared blocks less, and both either. */
export type Certainty = 'exact' | 'floor' | 'ceiling' | 'about'
export const certaintyOf = (bytes: Bytes, estimate: Estimate | null): Certainty =>
  isFloor(bytes) ? (estimate === null ? 'floor' : 'about') : estimate === null ? 'exact' : 'ceiling'

const binaryUnits = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** The terminal's form: `512 B`, `1.0 KiB`, divided until under 1024 and then rounded (DL-SIZE-09). */
export function inBinary(amount: number): string {
  if (amount < 1024) return `${amount} B`
  let value = amount / 1024
  let unit = 0
  while (value >= 1024 && unit < binaryUnits.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value.toFixed(1)} ${binaryUnits[unit]}`
}

const terminalMarks: Readonly<Record<Certainty, string>> = { exact: '', floor: '≥', ceiling: 'up to ', about: 'about ' }

/** The terminal's form of a figure: `≥` stands directly before a floor (DL-SIZE-09), "up to" before an estimate. */
export const inTerminal = (bytes: Bytes, estimate: Estimate | null = null): string =>
  terminalMarks[certaintyOf(bytes, estimate)] + inBinary(amountOf(bytes))

export type Units = 'decimal' | 'binary'

const noBreak = '\u00a0'
const ladders = {
  decimal: { base: 1000, names: ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] },
  binary: { base: 1024, names: ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] }
} as const

/**
 * The page's form: one decimal from GB on, none below, unit joined by a no-break space. Rounded down, so that no figure
 * promises a byte that is not there.
 */
export function inPage(amount: number, units: Units = 'decimal'): string {
  const { base, names } = ladders[units]
  let unit = 0
  let value = Math.abs(amount)
  while (value >= base && unit < names.length - 1) {
    value /= base
    unit += 1
  }
  const decimals = unit >= 3 ? 1 : 0
  const scale = 10 ** decimals
  const down = Math.floor(value * scale + 1e-9) / scale
  return `${amount < 0 ? '−' : ''}${down.toFixed(decimals)}${noBreak}${names[unit]}`
}

/** What stands before a figure on the page, with its no-break space. */
export const pageMarks: Readonly<Record<Certainty, string>> = {
  exact: '',
  floor: `≥${noBreak}`,
  ceiling: `up${noBreak}to${noBreak}`,
  about: `about${noBreak}`
}

/** The page's form of a figure: `≥ 4.2 GB` for a floor, `up to 4.2 GB` for an estimate. */
export const figure = (bytes: Bytes, units: Units = 'decimal', estimate: Estimate | null = null): string =>
  pageMarks[certaintyOf(bytes, estimate)] + inPage(amountOf(bytes), units)

const spokenUnits: Record<string, string> = {
  B: 'bytes',
  kB: 'kilobytes',
  MB: 'megabytes',
  GB: 'gigabytes',
  TB: 'terabytes',
  PB: 'petabytes',
  KiB: 'kibibytes',
  MiB: 'mebibytes',
  GiB: 'gibibytes',
  TiB: 'tebibytes',
  PiB: 'pebibytes'
}

export const spokenMarks: Readonly<Record<Certainty, string>> = {
  exact: '',
  floor: 'at least ',
  ceiling: 'up to ',
  about: 'about '
}

/** What a screen reader says: `at least 4.2 gigabytes`. */
export function spoken(bytes: Bytes, units: Units = 'decimal', estimate: Estimate | null = null): string {
  const [value = '', unit = 'B'] = inPage(amountOf(bytes), units).split(noBreak)
  return `${spokenMarks[certaintyOf(bytes, estimate)]}${value} ${spokenUnits[unit] ?? unit}`
}
