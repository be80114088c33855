import { closeSync, type Dirent, fstatSync, readdirSync } from 'node:fs'
import { baseOf, openFolder } from '../../act/pinned'
import { childOf, type Place, shown } from '../../place'
import type { MountTable } from '../../tools/system/mounts'
import { isAbsence, words } from '../../words'
import { mostFolders } from '../git-questions/walk'

/** A folder on the way down, held open. `mark` is what a visitor keeps with it; its folders begin with the same. */
export interface Step<Mark> {
  readonly place: Place
  readonly name: string
  readonly descriptor: number
  readonly above: Step<Mark> | null
  readonly entries: readonly Dirent[]
  mark: Mark
}

export interface Visitor<Mark> {
  /** Which of its folders to enter, by name. */
  enter(step: Step<Mark>): readonly string[]
  /** It and everything in it was looked at. */
  leave(step: Step<Mark>): void
  /** A folder that could not be entered, or that another file system is mounted on. */
  closed(place: Place, mark: Mark, said: string): void
}

/** So many folders are held open at once, one in the other. */
const deepest = 128
const mostMs = 60_000
const atATime = 250

/**
 * Goes through the real folders below an opened one by their descriptors: no link is followed, no mount entered, bounded
 * in number, depth and time (CS-20, CS-24, CS-29). Lets others work in between. Answers with why it ended early, else null.
 */
export async function walkHeld<Mark>(
  root: Omit<Step<Mark>, 'above' | 'entries' | 'name'>,
  mounts: MountTable,
  visitor: Visitor<Mark>,
  signal: AbortSignal | undefined
): Promise<string | null> {
  if (mounts.at(root.place) === null) return 'The mount table could not be read'
  const mounted = new Set<Place>(mounts.within(root.place).map(({ place }) => place))
  const { dev } = fstatSync(root.descriptor)
  const until = Date.now() + mostMs
  const open: { readonly step: Step<Mark>; readonly left: string[] }[] = []
  const begin = (step: Omit<Step<Mark>, 'entries'>) => {
    const whole: Step<Mark> = { ...step, entries: listed(step.descriptor) }
    const left = [...visitor.enter(whole)].reverse()
    open.push({ step: whole, left })
  }
  const down = (above: Step<Mark>, name: string): void => {
    const place = childOf(above.place, name)
    const { mark } = above
    let descriptor = -1
    try {
      if (mounted.has(place)) throw new Error('Another file system is mounted there')
      if (open.length > deepest) throw new Error('It is nested too deeply')
      descriptor = openFolder(baseOf(above.descriptor), name)
      if (fstatSync(descriptor).dev !== dev) throw new Error('Another file system is mounted there')
      begin({ place, name, descriptor, above, mark })
    } catch (error) {
      if (descriptor >= 0) closeSync(descriptor)
      if (!isAbsence(error)) visitor.closed(place, mark, words(error))
    }
  }
  try {
    begin({ ...root, name: '', above: null })
    for (let looked = 0; ; looked += 1) {
      if (signal?.aborted) return 'It was stopped'
      if (looked >= mostFolders) return `It has more than ${mostFolders.toLocaleString('en')} folders`
      if (Date.now() > until) return 'Looking took too long'
      if (looked % atATime === atATime - 1) await new Promise((resolve) => setImmediate(resolve))
      let top = open[open.length - 1]
      for (; top !== undefined && top.left.length === 0; top = open[open.length - 1]) {
        visitor.leave(top.step)
        open.pop()
        if (top.step.above !== null) closeSync(top.step.descriptor)
      }
      const name = top?.left.pop()
      if (top === undefined || name === undefined) return null
      down(top.step, name)
    }
  } catch (error) {
    return `${shown(root.place)}: ${words(error)}`
  } finally {
    for (const { step } of open) if (step.above !== null) closeSync(step.descriptor)
  }
}

const listed = (descriptor: number): Dirent[] =>
  readdirSync(`${baseOf(descriptor)}.`, { encoding: 'latin1', withFileTypes: true })
