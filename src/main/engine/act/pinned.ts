import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from 'node:fs'
import { type Place, steps } from '../place'
import { isAbsence, words } from '../words'
import type { Line, Lines } from './refusals'

/** Node names no O_PATH; it is the same number on every machine that Node runs Linux on. */
const PATH_ONLY = 0o10000000
const REAL_FOLDER = constants.O_DIRECTORY | constants.O_NOFOLLOW
const NOT_ASCII = /[\u0080-\u00ff]/

/** What to hand to `node:fs` for a path in bytes: most are plain text, which is faster. */
export const spelled = (path: string): string | Buffer => (NOT_ASCII.test(path) ? Buffer.from(path, 'latin1') : path)

/** This process as `/proc` names it: one link less to follow in each of very many calls. */
function ownFolder(): string {
  try {
    return `/proc/${readlinkSync('/proc/self')}`
  } catch {
    // Where there is no such link nothing is reached, which whoever asks first finds out.
    return '/proc/self'
  }
}
const own = ownFolder()

/** The start of every path to an entry of an opened folder, whatever becomes of the folder's own path. */
export const baseOf = (descriptor: number): string => `${own}/fd/${descriptor}/`

/** Opens a real folder for listing; a symbolic link is refused (ENOTDIR or ELOOP), never followed. */
export const openFolder = (base: string, name: string): number =>
  openSync(spelled(base + name), constants.O_RDONLY | REAL_FOLDER)

/** As `openFolder`, for what may be passed through but not listed. */
export const holdFolder = (base: string, name: string): number =>
  openSync(spelled(base + name), PATH_ONLY | REAL_FOLDER)

/** `lstat` in full, undefined when nothing is there. */
export const lookIn = (base: string, name: string): BigIntStats | undefined =>
  lstatSync(spelled(base + name), { bigint: true, throwIfNoEntry: false })

/** True when two looks saw the same inode; while one of them is held open its number is not given away again. */
export const sameInode = (one: BigIntStats | undefined, other: BigIntStats): boolean =>
  one !== undefined && one.dev === other.dev && one.ino === other.ino

const told = Buffer.alloc(512)

/** The number of the mount an opened folder was reached through: it tells bind mounts apart, which `st_dev` cannot. */
export function mountOf(descriptor: number): string {
  const file = openSync(`${own}/fdinfo/${descriptor}`, constants.O_RDONLY)
  try {
    const text = told.toString('latin1', 0, readSync(file, told, 0, told.length, 0))
    const number = /mnt_id:\s*(\d+)/.exec(text)?.[1]
    if (number === undefined) throw new Error('The system does not tell which mount a folder lies on')
    return number
  } finally {
    closeSync(file)
  }
}

/** Where an opened folder lies now, canonically. */
export const placeOfFolder = (descriptor: number): Place => readlinkSync(`${own}/fd/${descriptor}`, 'latin1') as Place

export const targetOf = (base: string, name: string): string =>
  readlinkSync(spelled(base + name), 'buffer').toString('utf8')

/** A folder held by its descriptor, or why it is not: `link` names the step that is a symbolic link, and its target. */
export type Held =
  | { readonly kind: 'held'; readonly descriptor: number }
  | { readonly kind: 'absent' }
  | { readonly kind: 'link'; readonly at: Place; readonly target: string }
  | { readonly kind: 'refused'; readonly at: Place; readonly said: string; readonly code: string }

/**
 * Holds the folder at an absolute, canonical place, one step at a time, so that no link is followed in a parent either
 * (CS-20). What is held has to be closed by whoever asked.
 */
export function holdPlace(place: Place): Held {
  let held = holdFolder('/', '.')
  if (!reachesThrough(held)) {
    closeSync(held)
    return {
      kind: 'refused',
      at: '/proc' as Place,
      said: 'It does not lead to open folders, as on Linux',
      code: 'ENOSYS'
    }
  }
  let at = ''
  for (const step of steps(place)) {
    const above = held
    at += `/${step}`
    try {
      held = holdFolder(baseOf(above), step)
    } catch (error) {
      return missed(above, step, at as Place, error)
    } finally {
      closeSync(above)
    }
  }
  return { kind: 'held', descriptor: held }
}

/** Without it every name would look absent. */
function reachesThrough(descriptor: number): boolean {
  try {
    return process.platform === 'linux' && sameInode(lookIn(baseOf(descriptor), '.'), statOf(descriptor))
  } catch {
    return false
  }
}

function missed(above: number, step: string, at: Place, error: unknown): Held {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code !== 'ENOTDIR' && code !== 'ELOOP')
    return isAbsence(error) ? { kind: 'absent' } : { kind: 'refused', at, said: words(error), code }
  try {
    const now = lookIn(baseOf(above), step)
    if (now?.isSymbolicLink()) return { kind: 'link', at, target: targetOf(baseOf(above), step) }
    // A folder after all: it changes hands while it is looked at, which proves no absence.
    if (now?.isDirectory()) return { kind: 'refused', at, said: 'It was replaced while it was being opened', code }
    return { kind: 'absent' }
  } catch (second) {
    return { kind: 'refused', at, said: words(second), code: codeOf(second) }
  }
}

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? ''

export const statOf = (descriptor: number): BigIntStats => fstatSync(descriptor, { bigint: true })

/** Without what is gone by now: one of two walks may have been refused what the other one took (DL-TREE-04). */
export function stillThere({ lines, more }: Lines, base: string): Lines {
  const there = ({ path }: Line): boolean => {
    try {
      return lookIn(base, path === '' ? '.' : path) !== undefined
    } catch {
      // Too long a path or a closed folder: it is not known to be gone.
      return true
    }
  }
  return { lines: lines.filter(there), more }
}
