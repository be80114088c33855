import { accessSync, closeSync, constants, type Dir, opendirSync, readdirSync } from 'node:fs'
import { baseOf, codeOf, openFolder, statOf } from './pinned'

/** Folders kept open along the branch; a deeper branch closes the upper ones. */
const keptOpen = 48
/** Folders larger than this, by their own size in bytes, are read as a stream; others are listed whole. */
const largestListed = 64 * 1024

/** The system has no descriptor to give at the moment, which says nothing about a folder. */
export const isShortage = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(codeOf(error))

/** Whether a folder's `.git` still has to wait for everything beside it. */
export type Git = 'none' | 'waits' | 'turn'

/** A folder that is being emptied. */
export interface Frame {
  /** Its name in the folder above, in bytes; empty for the root. */
  readonly name: string
  /** -1 while it is closed. */
  descriptor: number
  /** Where its entries are looked at first, for speed alone: its path, or empty where that is not to be trusted. */
  way: string
  /** Which inode it is, known from when it was closed. */
  dev: bigint
  ino: bigint
  /** Allocated bytes of the folder itself. */
  readonly bytes: number
  /** Size of the folder itself: tells a large one. */
  readonly size: number
  names: string[] | null
  next: number
  stream: Dir | null
  /** What stays, so that listing the folder anew does not try that again. */
  readonly stays: Set<string>
  /** Entries that could not be removed. */
  left: number
  /** Something else stands there than was listed: to be listed again. */
  changed: boolean
  passes: number
  git: Git
  lost: boolean
  /** Whether entries of it may be taken out, once that was asked. */
  sealed: boolean | null
}

export const frameOf = (name: string, descriptor: number, way: string, bytes: number, size: number): Frame => ({
  name,
  descriptor,
  way,
  dev: 0n,
  ino: 0n,
  bytes,
  size,
  names: null,
  next: 0,
  stream: null,
  stays: new Set(),
  left: 0,
  changed: false,
  passes: 0,
  git: 'none',
  lost: false,
  sealed: null
})

/** The next name in a folder, undefined when it is at its end. `backward` turns the order of a listing round. */
export function nextName(frame: Frame, backward: boolean): string | undefined {
  if (frame.names === null && frame.stream === null) list(frame, backward)
  for (;;) {
    const name = frame.names !== null ? frame.names[frame.next++] : streamed(frame)
    if (name === undefined || !frame.stays.has(name)) return name
  }
}

function list(frame: Frame, backward: boolean): void {
  const base = baseOf(frame.descriptor)
  if (frame.size > largestListed) {
    frame.stream = opendirSync(base, { encoding: 'buffer' as BufferEncoding, bufferSize: 256 })
    return
  }
  frame.names = readdirSync(base, 'latin1')
  if (backward) frame.names.reverse()
  frame.next = 0
}

/** Read as bytes: in any other form a name of a kind that is not told would be looked up as text. */
const streamed = ({ stream }: Frame): string | undefined =>
  (stream?.readSync()?.name as unknown as Buffer | undefined)?.toString('latin1')

/** Has the folder listed again; what is known to stay is not met again. */
export function listAgain(frame: Frame): void {
  frame.stream?.closeSync()
  frame.stream = null
  frame.names = null
}

/**
 * The branch from a tree's root down to the folder in hand: the only state that grows with depth. Upper folders may be
 * closed, and are opened again from below through `..`, checked against the inode that was left.
 */
export class Branch {
  private readonly frames: Frame[]

  constructor(root: Frame) {
    this.frames = [root]
  }

  get top(): Frame | undefined {
    return this.frames[this.frames.length - 1]
  }

  get above(): Frame | undefined {
    return this.frames[this.frames.length - 2]
  }

  push(frame: Frame): void {
    this.frames.push(frame)
    const upper = this.frames.length - 1 - keptOpen
    const far = this.frames[upper]
    // The root is the way back for whoever lost it, and belongs to the caller.
    if (upper > 0 && far !== undefined) shut(far)
  }

  /** Leaves only the root and the folder in hand open: for when the system has no descriptor to give. */
  slim(): boolean {
    const open = this.frames.slice(1, -1).filter(({ descriptor }) => descriptor >= 0)
    for (const frame of open) shut(frame)
    return open.length > 0
  }

  pop(): void {
    const frame = this.frames.pop()
    if (frame !== undefined && this.frames.length > 0) shut(frame)
  }

  /** The path from the root of the folder in hand, or of an entry of it, in bytes. */
  path(entry?: string): string {
    const names = this.frames.slice(1).map(({ name }) => name)
    return (entry === undefined ? names : [...names, entry]).join('/')
  }

  /**
   * Which folder is to be named for an entry of the one in hand that stays (DL-TREE-04): the outermost of those that may
   * not be changed, without a gap from this one upwards, since they are one fact. Null when this one may be changed.
   */
  sealedPath(): string | null {
    let depth = this.frames.length - 1
    if (!isSealed(this.frames[depth])) return null
    while (isSealed(this.frames[depth - 1])) depth -= 1
    return this.frames
      .slice(1, depth + 1)
      .map(({ name }) => name)
      .join('/')
  }

  /**
   * Opens the folder above the one in hand when it was closed; false when it is not to be found any more. Throws a
   * shortage alone.
   */
  reachAbove(): boolean {
    const { above, top } = this
    if (above === undefined || top === undefined || above.lost) return false
    if (above.descriptor >= 0 || this.climb(above, top)) return true
    return this.descend()
  }

  private climb(above: Frame, top: Frame): boolean {
    if (top.descriptor < 0) return false
    return adopt(above, baseOf(top.descriptor), '..')
  }

  /** From the root downwards; folders that are not where they were are lost, with all below them. */
  private descend(): boolean {
    for (let depth = 1; depth < this.frames.length - 1; depth += 1) {
      const [from, frame] = [this.frames[depth - 1], this.frames[depth]]
      if (from === undefined || frame === undefined) return false
      const open = frame.descriptor >= 0 || adopt(frame, baseOf(from.descriptor), frame.name)
      const far = depth > keptOpen ? this.frames[depth - keptOpen] : undefined
      if (far !== undefined) shut(far)
      if (open) continue
      for (const below of this.frames.slice(depth, -1)) lose(below)
      return false
    }
    return true
  }
}

function isSealed(frame: Frame | undefined): boolean {
  if (frame === undefined) return false
  if (frame.sealed === null && frame.descriptor >= 0) frame.sealed = !mayChange(frame.descriptor)
  return frame.sealed === true
}

function mayChange(descriptor: number): boolean {
  try {
    accessSync(`${baseOf(descriptor)}.`, constants.W_OK | constants.X_OK)
    return true
  } catch {
    // That is the answer; the words of the refusal come from the call that was refused.
    return false
  }
}

/** What is in a folder that is not to be found any more stays. */
export function lose(frame: Frame): void {
  frame.lost = true
  frame.left += 1
}

/** Opens what stands there as this folder when it is this very one. */
function adopt(frame: Frame, base: string, name: string): boolean {
  let descriptor: number
  try {
    descriptor = openFolder(base, name)
  } catch (error) {
    if (isShortage(error)) throw error
    // Gone, a link by now, or closed to us: whoever asked says that it is not to be found.
    return false
  }
  const { dev, ino } = statOf(descriptor)
  if (dev === frame.dev && ino === frame.ino) {
    frame.descriptor = descriptor
    return true
  }
  closeSync(descriptor)
  return false
}

function shut(frame: Frame): void {
  if (frame.descriptor < 0) return
  const { dev, ino } = statOf(frame.descriptor)
  frame.dev = dev
  frame.ino = ino
  listAgain(frame)
  closeSync(frame.descriptor)
  frame.descriptor = -1
}
