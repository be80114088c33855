import { closeSync, constants, openSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import type { Identity } from '../identity'
import { isWithin, type Place, shown, steps } from '../place'
import { readMounts } from '../tools/system/mounts'
import { isAbsence, words } from '../words'
import {
  baseOf,
  codeOf,
  holdFolder,
  holdPlace,
  lookIn,
  mountOf,
  placeOfFolder,
  sameInode,
  spelled,
  statOf,
  stillThere,
  targetOf
} from './pinned'
import { joined, type Line, type Lines, summary } from './refusals'
import type { Takers } from './sweep'
import { Tally, type TallyMemory, takenIn } from './tally'

/** The one tree that is to go, and where it stands meanwhile. Places absolute and canonical, in bytes. */
export interface RemovalOrder {
  readonly place: Place
  readonly identity: Identity
  /** A folder of the same file system and the name to take in it; null removes in place. */
  readonly aside: { readonly folder: Place; readonly name: string } | null
  /** What may never go, and therefore nothing that holds it (CS-27). */
  readonly protected: readonly Place[]
}

/** How a removal ended. Lines are below `at`. */
export interface RemovalEnd {
  readonly kind: 'removed' | 'in-part' | 'nothing' | 'absent' | 'changed'
  readonly why: string | null
  readonly lines: Lines
  /** Where what is left stands. */
  readonly at: Place
}

/** A tree that is held by its descriptor and set aside, ready to be emptied. */
export interface Pinned {
  readonly order: RemovalOrder
  /** Open for listing; -1 where the root may not be listed. */
  readonly root: number
  /** By whose means its entry is reached: the folder it stands in now, and the name it has there. */
  readonly stands: { readonly folder: number; readonly name: string; readonly place: Place }
  /** The folder it came from, and its name there. */
  readonly from: { readonly folder: number; readonly name: string }
  readonly held: number
  readonly close: () => void
}

/** The only calls of the product that take files and folders of other people away. */
export const takers: Takers = {
  file: (base, name) => unlinkSync(spelled(base + name)),
  folder: (base, name) => rmdirSync(spelled(base + name))
}

const BLOCK = 512
const another = 'Another folder stands in its place. Nothing was removed.'
const noLines: Lines = { lines: [], more: 0 }

const ended = (order: RemovalOrder, kind: RemovalEnd['kind'], why: string | null, lines: readonly Line[] = []) => ({
  end: { kind, why, lines: { lines, more: 0 }, at: order.place } satisfies RemovalEnd
})

/**
 * Holds the tree and sets it aside (CS-20, CS-21, CS-22, CS-24, DL-TREE-01). Nothing is removed: it is a `Pinned`, or the
 * end with its reason. Throws only for a bug.
 */
export function pin(order: RemovalOrder): { readonly pinned: Pinned } | { readonly end: RemovalEnd } {
  const path = steps(order.place)
  const name = path[path.length - 1]
  if (name === undefined || !order.place.startsWith('/') || path.includes('..') || path.includes('.'))
    return ended(order, 'nothing', `${shown(order.place)} is no place of a folder. Nothing was removed.`)
  const kept = order.protected.find((one) => isWithin(one, order.place))
  if (kept !== undefined) return ended(order, 'nothing', `${shown(kept)} is protected. Nothing was removed.`)
  const parent = holdPlace(`/${path.slice(0, -1).join('/')}` as Place)
  switch (parent.kind) {
    case 'absent':
      return ended(order, 'absent', null)
    case 'link':
      return ended(order, 'changed', linkSaid(parent.at, parent.target))
    case 'refused':
      return ended(order, 'nothing', `${shown(parent.at)}: ${parent.said}.`, [
        { path: '', said: parent.said, code: parent.code }
      ])
  }
  const open = [parent.descriptor]
  const close = () => {
    for (const one of open.splice(0)) closeSync(one)
  }
  try {
    const result = pinIn(order, { folder: parent.descriptor, name }, open)
    if ('end' in result) close()
    return 'end' in result ? result : { pinned: { ...result, close } }
  } catch (error) {
    close()
    return ended(order, 'nothing', `${shown(order.place)}: ${words(error)}. Nothing was removed.`, [
      { path: '', said: words(error), code: codeOf(error) }
    ])
  }
}

type From = Pinned['from']

function pinIn(order: RemovalOrder, from: From, open: number[]): Omit<Pinned, 'close'> | { end: RemovalEnd } {
  const { place, identity } = order
  const base = baseOf(from.folder)
  const looked = lookIn(base, from.name)
  if (looked === undefined) return ended(order, 'absent', null)
  if (looked.isSymbolicLink()) return ended(order, 'changed', linkSaid(place, targetOf(base, from.name)))
  if (!looked.isDirectory())
    return ended(order, 'changed', `${shown(place)} is no folder any more. Nothing was removed.`)
  const held = holdFolder(base, from.name)
  open.push(held)
  const { dev, ino, birthtimeNs, uid } = statOf(held)
  const same =
    dev === identity.dev && ino === identity.ino && birthtimeNs === identity.birthtimeNs && uid === identity.uid
  if (!same) return ended(order, 'changed', another)
  const mounted = mountsIn(held, from)
  if (mounted !== null) return ended(order, 'nothing', mounted)
  const stands = setAside(order, from, held, open)
  if (typeof stands === 'string') return ended(order, 'changed', stands)
  return { order, from, held, stands, root: openRoot(held, open) }
}

/** Why mounts forbid the removal; null when there are none, by the mount table and by the mount of the folder above. */
function mountsIn(held: number, from: From): string | null {
  const table = readMounts()
  const place = placeOfFolder(held)
  if (table.at(place) === null) return 'The mount table could not be read. Nothing was removed.'
  if (table.isMountPoint(place) || mountOf(held) !== mountOf(from.folder))
    return `${shown(place)} is a mount point. Unmount it first. Nothing was removed.`
  const inside = table.within(place)[0]
  return inside === undefined
    ? null
    : `${shown(inside.place)} is mounted inside. Unmount it first. Nothing was removed.`
}

/** Renames what was pinned where that is possible. Where it stands then, or why nothing may be removed. */
function setAside(order: RemovalOrder, from: From, held: number, open: number[]): Pinned['stands'] | string {
  const here = { ...from, place: order.place }
  const { aside } = order
  const there = aside === null ? null : holdPlace(aside.folder)
  if (aside === null || there?.kind !== 'held') return here
  open.push(there.descriptor)
  if (mountOf(there.descriptor) !== mountOf(from.folder)) return here
  try {
    renameSync(spelled(baseOf(from.folder) + from.name), spelled(baseOf(there.descriptor) + aside.name))
  } catch {
    // Another file system, or a folder that may not be written to: what is held by its descriptor can go in place too.
    return here
  }
  const stands = { folder: there.descriptor, name: aside.name, place: `${aside.folder}/${aside.name}` as Place }
  if (sameInode(lookIn(baseOf(stands.folder), stands.name), statOf(held))) return stands
  return putBack(stands, from) ? another : `${another} What was found there now stands in ${shown(stands.place)}.`
}

/** -1 where it may not be listed; it may be empty all the same. */
function openRoot(held: number, open: number[]): number {
  try {
    const root = openSync(`${baseOf(held)}.`, constants.O_RDONLY | constants.O_DIRECTORY)
    open.push(root)
    return root
  } catch {
    // What it is that refuses is said by the attempt to take it away.
    return -1
  }
}

interface Entry {
  readonly folder: number
  readonly name: string
}

/** Gives what was set aside its name back where that is free; false where it stays aside. */
function putBack(stands: Entry, from: Entry): boolean {
  try {
    if (lookIn(baseOf(from.folder), from.name) !== undefined) return false
    renameSync(spelled(baseOf(stands.folder) + stands.name), spelled(baseOf(from.folder) + from.name))
    return true
  } catch {
    // It stays aside, which the end says.
    return false
  }
}

/** Takes the emptied root away, or gives what is left its name back (DL-TREE-03, CS-62). Closes what was held. */
export function finish(pinned: Pinned, swept: readonly Lines[], memory: TallyMemory): RemovalEnd {
  try {
    const root = takeRoot(pinned, new Tally(memory))
    const lines = stillThere(joined(swept), baseOf(pinned.held))
    const rest = root === null || lines.lines.length === 0 ? root : lines
    const at = rest === null ? pinned.order.place : restore(pinned)
    if (rest === null) return { kind: 'removed', why: null, lines: noLines, at }
    const kind = takenIn(memory).entries > 0 ? 'in-part' : 'nothing'
    const said = at === pinned.order.place ? '' : ` What is left stands in ${shown(at)}.`
    return { kind, why: `${summary(rest)}${said}`, lines: rest, at }
  } finally {
    pinned.close()
  }
}

function takeRoot({ stands, held, root }: Pinned, tally: Tally): Lines | null {
  const line = (said: string, code: string): Lines => ({ lines: [{ path: '', said, code }], more: 0 })
  try {
    if (!sameInode(lookIn(baseOf(stands.folder), stands.name), statOf(held)))
      return line('It was moved while it was being removed', 'ESTALE')
    const { blocks } = statOf(held)
    takers.folder(baseOf(stands.folder), stands.name)
    tally.took(Number(blocks) * BLOCK)
    tally.tell()
    return null
  } catch (error) {
    if (isAbsence(error)) return line('It was moved while it was being removed', 'ESTALE')
    if (root < 0 && codeOf(error) === 'ENOTEMPTY') return line('Permission denied', 'EACCES')
    return line(words(error), codeOf(error))
  }
}

function restore({ stands, from, order, held }: Pinned): Place {
  if (stands.folder === from.folder) return order.place
  const mine = sameInode(lookIn(baseOf(stands.folder), stands.name), statOf(held))
  return mine && putBack(stands, from) ? order.place : stands.place
}

const linkSaid = (place: Place, target: string): string =>
  `${shown(place)} is a symbolic link to ${target}. Nothing was removed.`

export type UnlinkEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'changed' | 'failed'; readonly why: string }

/** Unlinks one regular file when it is the very inode that was recorded, looked at right before (CS-21, CS-26). */
export function unlinkFile(place: Place, recorded: { readonly dev: bigint; readonly ino: bigint }): UnlinkEnd {
  return inFolderOf(place, ({ folder, name }) => {
    const stats = lookIn(baseOf(folder), name)
    if (stats === undefined) return { kind: 'absent' }
    if (!stats.isFile() || stats.dev !== recorded.dev || stats.ino !== recorded.ino)
      return { kind: 'changed', why: `Something else stands in the place of ${shown(place)}.` }
    takers.file(baseOf(folder), name)
    return { kind: 'done' }
  })
}

/** What an act that ended early left set aside. */
export interface LeftAside {
  readonly place: Place
  readonly aside: Place
  readonly identity: Identity
}

/** `done` when it has its name back; `absent` when nothing is aside; else why it stays there. */
export function unsetAside({ place, aside, identity }: LeftAside): UnlinkEnd {
  return inFolderOf(aside, (stands) => {
    const stats = lookIn(baseOf(stands.folder), stands.name)
    if (stats === undefined) return { kind: 'absent' }
    const { dev, ino, birthtimeNs, uid } = identity
    if (stats.dev !== dev || stats.ino !== ino || stats.birthtimeNs !== birthtimeNs || stats.uid !== uid)
      return { kind: 'changed', why: `${shown(aside)} is not what was set aside. It was left as it is.` }
    const back = inFolderOf(place, (from) =>
      putBack(stands, from) ? { kind: 'done' } : { kind: 'failed', why: `${shown(place)} is taken.` }
    )
    if (back.kind === 'done') return back
    const why = back.kind === 'absent' ? `The folder around ${shown(place)} is gone.` : back.why
    return { kind: 'failed', why: `${why} What was set aside stays in ${shown(aside)}.` }
  })
}

function inFolderOf(place: Place, work: (entry: Entry) => UnlinkEnd): UnlinkEnd {
  const path = steps(place)
  const name = path.pop()
  if (name === undefined || !place.startsWith('/')) return { kind: 'failed', why: `${shown(place)} is no place.` }
  const held = holdPlace(`/${path.join('/')}` as Place)
  switch (held.kind) {
    case 'absent':
      return { kind: 'absent' }
    case 'link':
      return { kind: 'changed', why: `${shown(held.at)} is a symbolic link to ${held.target}.` }
    case 'refused':
      return { kind: 'failed', why: `${shown(held.at)}: ${held.said}.` }
  }
  try {
    return work({ folder: held.descriptor, name })
  } catch (error) {
    return isAbsence(error) ? { kind: 'absent' } : { kind: 'failed', why: `${shown(place)}: ${words(error)}.` }
  } finally {
    closeSync(held.descriptor)
  }
}
