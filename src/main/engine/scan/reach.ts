import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats
} from 'node:fs'
import { sep } from 'node:path'
import type { Place } from '../place'
import type { Weight } from './tables'

/** Linux only: a name under an open folder is reached through the descriptor, whatever happens to the path. */
const THROUGH_DESCRIPTORS = process.platform === 'linux' && existsSync('/proc/self/fd')
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
const NOT_ASCII = /[\u0080-\u00ff]/
const QUIET = { throwIfNoEntry: false } as const
const QUIET_BIG = { throwIfNoEntry: false, bigint: true } as const
const BLOCK = 512
/** Longer paths are opened in pieces; the system refuses 4096. */
const PIECE = 3900

/** A folder ready to be listed. `base` + name reaches an entry of it; `descriptor` is -1 where paths are used. */
export interface Opened {
  readonly descriptor: number
  readonly base: string
}

const spelled = (path: string): string | Buffer => (NOT_ASCII.test(path) ? Buffer.from(path, 'latin1') : path)

/** Opens the folder `name` in an opened one; a symbolic link there is refused (ENOTDIR or ELOOP), never followed. */
export function openFolder(base: string, name: string): Opened {
  if (!THROUGH_DESCRIPTORS) return { descriptor: -1, base: base + name + (name.endsWith(sep) ? '' : sep) }
  const descriptor = openSync(spelled(base + name), FOLDER)
  return { descriptor, base: `/proc/self/fd/${descriptor}/` }
}

/** Opens a folder by its absolute, canonical place, of any length. */
export function openPlace(place: Place): Opened {
  if (!THROUGH_DESCRIPTORS || place.length <= PIECE) return openFolder('', place)
  let opened = openFolder('', '/')
  for (let rest = place.slice(1); rest !== ''; ) {
    const cut = rest.length <= PIECE ? rest.length : rest.lastIndexOf('/', PIECE)
    const next = reopened(opened, rest.slice(0, cut))
    rest = rest.slice(cut + 1)
    opened = next
  }
  return opened
}

/** Opens `name` in `opened` and closes `opened`, also when that fails. */
export function reopened(opened: Opened, name: string): Opened {
  try {
    return openFolder(opened.base, name)
  } finally {
    closeFolder(opened)
  }
}

export function closeFolder(opened: Opened): void {
  if (opened.descriptor >= 0) closeSync(opened.descriptor)
}

/** True when an opened folder is the one with this inode. */
export function isInode(opened: Opened, low: number, high: number): boolean {
  if (opened.descriptor < 0) return true
  const stats = fstatSync(opened.descriptor, { bigint: true })
  return lowOf(stats.ino) === low && highOf(stats.ino) === high
}

/** True when two opened folders lie on different mounts, as far as the system says so. */
export function isOtherMount(one: Opened, other: Opened): boolean {
  const [first, second] = [mountOf(one), mountOf(other)]
  return first !== '' && second !== '' && first !== second
}

function mountOf({ descriptor }: Opened): string {
  if (descriptor < 0) return ''
  return /^mnt_id:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1] ?? ''
}

/** All names in an opened folder, in bytes. */
export const namesIn = (opened: Opened): string[] => readdirSync(spelled(opened.base), 'latin1')

/** `lstat` of an entry: undefined when it is gone; throws for any other reason. */
export const statEntry = (base: string, name: string): Stats | undefined => lstatSync(spelled(base + name), QUIET)

/** `lstat` of an absolute, canonical place of any length: undefined when it is gone. */
export function statPlace(place: Place): Stats | undefined {
  if (!THROUGH_DESCRIPTORS || place.length <= PIECE) return statEntry('', place)
  const cut = place.lastIndexOf('/')
  const parent = openPlace(place.slice(0, cut) as Place)
  try {
    return statEntry(parent.base, place.slice(cut + 1))
  } finally {
    closeFolder(parent)
  }
}

/** Allocated **bytes** of an entry (DL-SIZE-01): blocks, never the apparent length. */
export const allocated = (stats: Stats): number => stats.blocks * BLOCK

/**
 * Writes inode and device into `weight`. An inode number past 2^53 has lost bits in `stats`, so the entry is asked
 * again in full; false when it is gone by then.
 */
export function identify(stats: Stats, base: string, name: string, weight: Weight, deviceOf: (dev: number) => number) {
  weight.device = deviceOf(stats.dev)
  if (Number.isSafeInteger(stats.ino)) {
    weight.low = stats.ino >>> 0
    weight.high = Math.floor(stats.ino / 2 ** 32) >>> 0
    return true
  }
  const full: BigIntStats | undefined = lstatSync(spelled(base + name), QUIET_BIG)
  if (full === undefined) return false
  weight.low = lowOf(full.ino)
  weight.high = highOf(full.ino)
  return true
}

const lowOf = (inode: bigint): number => Number(BigInt.asUintN(32, inode))
const highOf = (inode: bigint): number => Number(BigInt.asUintN(32, inode >> 32n))
