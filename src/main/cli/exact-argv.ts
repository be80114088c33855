import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { type Place, placeOf, steps } from '../engine/place'

/**
 * The arguments after the script, byte for byte (a character a byte). On Linux they are read from the kernel, because
 * Node has already replaced what is not UTF-8; elsewhere, and where the kernel's copy does not match, Node's are encoded.
 */
export function exactArguments(argv: readonly string[]): string[] {
  const given = argv.slice(2)
  const encoded = given.map((text) => String(placeOf(text)))
  if (process.platform !== 'linux' || given.length === 0) return encoded
  try {
    const all = readFileSync('/proc/self/cmdline', 'latin1').split('\0').slice(0, -1)
    const exact = all.slice(-given.length)
    const same = exact.every((bytes, index) => Buffer.from(bytes, 'latin1').toString('utf8') === given[index])
    return same && exact.length === given.length ? exact : encoded
  } catch {
    // Without a mounted /proc Node's own copy is the best there is.
    return encoded
  }
}

/** The working folder, byte for byte. */
export function workingFolder(): Place {
  if (process.platform !== 'linux') return placeOf(process.cwd())
  try {
    return readlinkSync('/proc/self/cwd', { encoding: 'latin1' }) as Place
  } catch {
    return placeOf(process.cwd())
  }
}

/**
 * An absolute place for an argument. `.` and doubled slashes go; `..` is followed as the system follows it, through
 * links, so that the answer is about the folder that `cd` would reach. Nothing has to exist.
 */
export function absolutePlace(argument: string, from: Place): Place {
  const whole = argument.startsWith('/') ? argument : `${from}/${argument}`
  const parts = steps(whole as Place).filter((step) => step !== '.')
  const up = parts.lastIndexOf('..')
  const head = up === -1 ? '' : physically(parts.slice(0, up + 1))
  const tail = parts.slice(up + 1).join('/')
  const joined = tail === '' ? head : `${head === '/' ? '' : head}/${tail}`
  return (joined === '' ? '/' : joined) as Place
}

function physically(parts: readonly string[]): string {
  try {
    return realpathSync.native(Buffer.from(`/${parts.join('/')}`, 'latin1'), { encoding: 'latin1' })
  } catch {
    const kept: string[] = []
    for (const part of parts) part === '..' ? kept.pop() : kept.push(part)
    return `/${kept.join('/')}`
  }
}
