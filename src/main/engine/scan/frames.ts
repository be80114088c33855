import type { BranchJob, Job } from './jobs'
import type { Passage } from './passage'
import { closeFolder, isInode, type Opened, openFolder, openPlace, reopened } from './reach'
import type { Folders } from './tables'
import { codeOf } from './words'

/** Descriptors a worker keeps open along the branch it is in; a deeper branch closes the upper ones. */
const KEPT = 48
/** Folders given away at a time, so that a message stays small. */
const LARGEST_SHARE = 4096
/** Folders deeper than this are not given away: whoever takes one has to go down to it step by step. */
const DEEPEST_SHARE = 64

/** A folder that was listed and has sub-folders still to be walked: the rows from `next` up to `end`. */
export interface Frame {
  /** The folder's row, -1 when it belongs to another worker's table. */
  readonly row: number
  opened: Opened | null
  /** Why it cannot be opened any more, where that happened. */
  lost: string
  next: number
  end: number
  /** The way from here to mounts that are not entered. */
  readonly passage: Passage | null
}

/**
 * The branch a worker is in, from the job's top down to the folder it reads: the only state that grows with depth.
 * Upper folders may be closed and are opened again from below through `..`, checked against the inode met before.
 */
export class Frames {
  private readonly frames: Frame[] = []

  constructor(
    private readonly folders: Folders,
    private readonly job: Job
  ) {}

  get top(): Frame | undefined {
    return this.frames[this.frames.length - 1]
  }

  push(frame: Frame): void {
    this.frames.push(frame)
    const upper = this.frames[this.frames.length - 1 - KEPT]
    if (upper !== undefined) shut(upper)
  }

  pop(): void {
    const done = this.frames.pop()
    const below = this.top
    if (done === undefined) return
    if (below !== undefined && below.opened === null && below.lost === '') this.reach(below, done)
    shut(done)
  }

  /** Leaves only the folder being read open: for when the system has no descriptor to give. */
  slim(): void {
    for (const frame of this.frames.slice(0, -1)) shut(frame)
  }

  /** Closes everything and hands over each row not walked. */
  abandon(unwalked: (row: number) => void): void {
    for (const frame of this.frames.splice(0)) {
      shut(frame)
      for (let row = frame.next; row < frame.end; row++) unwalked(row)
    }
  }

  /** Takes about half of what is pending in the uppermost folder, or null when that would leave nothing to do here. */
  split(owner: number): BranchJob | null {
    const near = Math.max(0, DEEPEST_SHARE - this.parentTrail().length)
    const giver = this.frames.slice(0, near).find((frame) => frame.next < frame.end)
    if (giver === undefined) return null
    const pending = giver.end - giver.next
    if (pending === 1 && !this.frames.some((frame) => frame !== giver && frame.next < frame.end)) return null
    const from = giver.end - Math.min(Math.ceil(pending / 2), LARGEST_SHARE)
    const count = giver.end - from
    const rows = Int32Array.from({ length: count }, (_, index) => from + index)
    giver.end = from
    return {
      kind: 'branch',
      root: this.job.root,
      place: this.job.place,
      trail: giver.row < 0 ? this.parentTrail() : this.trail(giver.row),
      passage: giver.passage,
      owner,
      rows,
      names: Array.from(rows, (row) => this.folders.name(row)),
      flags: this.folders.flags.slice(from, from + count)
    }
  }

  /** Names from the root down to a folder of this job. */
  trail(row: number): string[] {
    const names: string[] = []
    for (let at = row; at >= 0; at = this.folders.parent[at] ?? -1) names.push(this.folders.name(at))
    if (this.job.kind === 'root') names.pop()
    return [...this.parentTrail(), ...names.reverse()]
  }

  /** Opens the folder with these names by going down from the root, one step at a time. */
  descend(trail: readonly string[]): Opened {
    let opened = openPlace(this.job.place)
    for (const name of trail) opened = reopened(opened, name)
    return opened
  }

  private parentTrail(): string[] {
    return this.job.kind === 'branch' ? [...this.job.trail] : []
  }

  private reach(frame: Frame, child: Frame): void {
    frame.opened = this.climb(frame, child)
    if (frame.opened !== null) return
    try {
      frame.opened = this.descend(frame.row < 0 ? this.parentTrail() : this.trail(frame.row))
    } catch (failure) {
      frame.lost = codeOf(failure)
    }
  }

  private climb(frame: Frame, child: Frame): Opened | null {
    if (child.opened === null || child.opened.descriptor < 0 || frame.row < 0) return null
    try {
      const upper = openFolder(child.opened.base, '..')
      if (isInode(upper, this.folders.low[frame.row] ?? 0, this.folders.high[frame.row] ?? 0)) return upper
      closeFolder(upper)
    } catch {
      // Moved or closed to us meanwhile: the way down from the root tells which.
    }
    return null
  }
}

function shut(frame: Frame): void {
  if (frame.opened !== null) closeFolder(frame.opened)
  frame.opened = null
}
