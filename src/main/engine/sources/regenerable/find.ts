import { closeSync, type Dirent } from 'node:fs'
import { baseOf, holdPlace, lookIn, openFolder, sameInode, statOf } from '../../act/pinned'
import { isWithin, type Place, shown, steps } from '../../place'
import { type MountTable, readMounts } from '../../tools/system/mounts'
import { words } from '../../words'
import { readers } from './readers'
import { listBelow, readBelow, readTag } from './reading'
import type { FileRead, Level, Reader, Tagged } from './tagged'
import { type Step, walkHeld } from './walk'

/** A tagged folder as it was found. Facts only. */
export interface Found extends Tagged {
  /** Whose record it carries; null when nobody's that is known. */
  readonly reader: Reader | null
  /** The folders above it, the site among them, that a `.git` stands in; the nearest first. */
  readonly checkouts: readonly Place[]
  /** The first repository in it, the first folder in it that could not be looked into, and the first mount. */
  readonly repository: Place | null
  readonly closed: { readonly place: Place; readonly said: string } | null
  readonly mounted: Place | null
  /** False when another folder stood in its place at the end. */
  readonly settled: boolean
}

export interface FindWish {
  /** A real folder. It is never tested itself (DL-REGEN-03). */
  readonly site: Place
  /** Other sites: what lies in them is theirs. */
  readonly sites: readonly Place[]
  /** The only folder to look for. */
  readonly only?: Place
  readonly signal?: AbortSignal
}

export interface Finding {
  readonly found: readonly Found[]
  /** Why some may be missing; null when the whole site was looked at. */
  readonly cut: string | null
}

/** What is known so far of the tagged folder that a step lies in. */
type Mark = { facts: Omit<Found, 'repository' | 'closed' | 'settled'>; seen: Seen } | null
interface Seen {
  repository: Place | null
  closed: Found['closed']
}

/**
 * Every tagged folder in a site, by a walk that holds each folder it is in: no link is followed and no mount entered. It
 * looks into a tagged folder for what must not go with it, and no further for tags (DL-REGEN-02, DL-REGEN-03, CS-05).
 */
export async function findTagged({ site, sites, only, signal }: FindWish): Promise<Finding> {
  const held = holdPlace(site)
  if (held.kind !== 'held') return { found: [], cut: notHeld(site, held) }
  let root: number
  try {
    root = openFolder(baseOf(held.descriptor), '.')
  } catch (error) {
    return { found: [], cut: `${shown(site)}: ${words(error)}` }
  } finally {
    closeSync(held.descriptor)
  }
  const found: Found[] = []
  const closed: string[] = []
  const mounts = readMounts()
  const others = new Set(sites.filter((one) => one !== site))
  const way = only === undefined ? null : steps(only).slice(steps(site).length)
  const enter = (step: Step<Mark>): string[] => {
    if (step.mark === null && step.above !== null && !others.has(step.place)) step.mark = tagged(step, mounts)
    if (step.mark !== null) return lookInside(step, step.mark.seen)
    if (others.has(step.place)) return []
    const names = folders(step.entries).filter((name) => name !== '.git')
    return way === null ? names : names.filter((name) => name === way[steps(step.place).length - steps(site).length])
  }
  const leave = (step: Step<Mark>): void => {
    if (step.mark === null || step.mark.facts.place !== step.place) return
    const { facts, seen } = step.mark
    found.push({ ...facts, ...seen, settled: stillStands(step) })
  }
  const cannot = (place: Place, mark: Mark, said: string): void => {
    if (mark === null) closed.push(`${shown(place)}: ${said}`)
    else mark.seen.closed ??= { place, said }
  }
  try {
    const start = { place: site, descriptor: root, mark: null }
    const ended = await walkHeld<Mark>(start, mounts, { enter, leave, closed: cannot }, signal)
    const there = only === undefined ? found : found.filter(({ place }) => place === only)
    return { found: there, cut: ended ?? closed[0] ?? null }
  } finally {
    closeSync(root)
  }
}

function notHeld(site: Place, held: Exclude<ReturnType<typeof holdPlace>, { kind: 'held' }>): string {
  switch (held.kind) {
    case 'absent':
      return `${shown(site)} is gone`
    case 'link':
      return `${shown(held.at)} is a symbolic link`
    case 'refused':
      return `${shown(held.at)}: ${held.said}`
  }
}

const folders = (entries: readonly Dirent[]): string[] =>
  entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)

function tagged(step: Step<Mark>, mounts: MountTable): Mark {
  const tag = step.entries.some(({ name }) => name === 'CACHEDIR.TAG') ? readTag(step.descriptor) : null
  if (tag === null) return null
  const { place, descriptor } = step
  const { dev, ino, birthtimeNs, uid } = statOf(descriptor)
  const inside = readAll(descriptor, [...new Set(readers.flatMap((reader) => reader.inside))])
  const reader = readers.find((one) => one.knows(tag, inside)) ?? null
  const levels: Level[] = []
  const checkouts: Place[] = []
  for (let at: Step<Mark> | null = step; at !== null; at = at.above) {
    levels.push({ place: at.place, files: readAll(at.descriptor, reader?.beside ?? []) })
    if (at !== step && at.entries.some(({ name }) => name === '.git')) checkouts.push(at.place)
  }
  const lists = (reader?.lists ?? []).flatMap((pattern) => listBelow(descriptor, pattern))
  const mounted = mounts.within(place)[0]?.place ?? null
  const identity = { dev, ino, birthtimeNs, uid }
  const facts = { place, identity, tag, inside, lists, levels, reader, checkouts, mounted }
  return { facts, seen: { repository: null, closed: null } }
}

const readAll = (descriptor: number, names: readonly string[]): ReadonlyMap<string, FileRead> =>
  new Map(names.map((name) => [name, readBelow(descriptor, name)]))

const partsOfRepository: ReadonlySet<string> = new Set(['HEAD', 'objects', 'refs'])

/** A repository, bare or not, is somebody's work wherever it stands; one is enough to know that. */
function lookInside({ place, entries }: Step<Mark>, seen: Seen): string[] {
  if (seen.repository !== null) return []
  const inner: string[] = []
  let parts = 0
  for (const entry of entries) {
    const { name } = entry
    if (name === '.git') seen.repository = place
    if (partsOfRepository.has(name)) parts += 1
    if (entry.isDirectory()) inner.push(name)
  }
  if (parts === partsOfRepository.size) seen.repository = place
  return seen.repository === null ? inner : []
}

function stillStands({ above, name, descriptor }: Step<Mark>): boolean {
  try {
    return above !== null && sameInode(lookIn(baseOf(above.descriptor), name), statOf(descriptor))
  } catch {
    // Who cannot be asked has not said that it is the same.
    return false
  }
}

/** Pure: the first other site that lies in a tagged folder (DL-REGEN-04). */
export const siteIn = (place: Place, sites: readonly Place[]): Place | null =>
  sites.find((site) => isWithin(site, place)) ?? null
