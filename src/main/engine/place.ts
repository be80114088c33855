import { sep } from 'node:path'

declare const placeBrand: unique symbol

/**
 * A path as bytes: a string in which every character is one byte (latin1), so that names which are not valid UTF-8
 * can be opened again. Joined and compared as it stands; `shown` turns it into text for people.
 */
export type Place = string & { readonly [placeBrand]: true }

/** The place that a piece of ordinary text names, encoded as UTF-8. */
export const placeOf = (text: string): Place => Buffer.from(text, 'utf8').toString('latin1') as Place

/** The bytes to hand to `node:fs`. */
export const bytesOf = (place: Place): Buffer => Buffer.from(place, 'latin1')

/** Text for people and for JSON; bytes that are not UTF-8 become U+FFFD, so this is never opened again. */
export const shown = (place: Place): string => bytesOf(place).toString('utf8')

/** A child of a folder. `name` is in bytes, as a listing with encoding `latin1` gives it. */
export const childOf = (folder: Place, name: string): Place =>
  (folder.endsWith(sep) ? folder + name : folder + sep + name) as Place

/** The path's steps, without empty ones. */
export const steps = (place: Place): string[] => place.split(sep).filter((step) => step !== '')

/** True when `inner` is `outer` or lies under it, step by step; never by string prefix. Both canonical. */
export function isWithin(inner: Place, outer: Place): boolean {
  const inside = steps(inner)
  const around = steps(outer)
  return inside.length >= around.length && around.every((step, index) => inside[index] === step)
}
