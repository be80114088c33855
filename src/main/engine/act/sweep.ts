import { closeSync, fstatSync, lstatSync, type Stats } from 'node:fs'
import { isAbsence, words } from '../words'
import { Branch, type Frame, frameOf, isShortage, listAgain, lose, nextName } from './branch'
import { baseOf, codeOf, mountOf, openFolder, placeOfFolder, spelled } from './pinned'
import { type Lines, Refusals } from './refusals'
import type { Tally } from './tally'

/** What takes one entry away, so that one file alone of the product deletes. Both throw what the system says. */
export interface Takers {
  readonly file: (base: string, name: string) => void
  /** An empty folder. */
  readonly folder: (base: string, name: string) => void
}

export interface Sweeping {
  /** The root, open for listing; it is left open. */
  readonly root: number
  /** Two walks over one tree begin at its two ends and help each other where they meet. */
  readonly backward: boolean
  readonly tally: Tally
  readonly take: Takers
}

const BLOCK = 512
/** How often a folder is listed when something else stands in it each time. */
const mostPasses = 64
/** For how long a shortage of descriptors is waited out. */
const mostWaits = 500
const waitMs = 10
const nobody = new Int32Array(new SharedArrayBuffer(4))
const quiet = { throwIfNoEntry: false } as const

/**
 * Empties a folder, bottom-up, by descriptors alone: no link is followed, no mount entered, and what the system refuses
 * stops nothing else (DL-TREE-02, DL-TREE-06, CS-20, CS-24, CS-25). A `.git` goes after everything beside it, and only when
 * that went. Answers with what refused; the root itself stays.
 */
export function sweep(wish: Sweeping): Lines {
  return new Sweep(wish).run()
}

class Sweep {
  private readonly branch: Branch
  private readonly refusals = new Refusals()
  private readonly mount: string
  private readonly device: number

  constructor(private readonly wish: Sweeping) {
    const { dev, size } = fstatSync(wish.root)
    this.mount = mountOf(wish.root)
    this.device = dev
    this.branch = new Branch(frameOf('', wish.root, `${placeOfFolder(wish.root)}/`, 0, size))
  }

  run(): Lines {
    for (let frame = this.branch.top; frame !== undefined; frame = this.branch.top) {
      const name = frame.lost ? undefined : this.next(frame)
      if (name === undefined) this.ended(frame)
      else this.entry(frame, name)
    }
    return this.refusals.lines()
  }

  private next(frame: Frame): string | undefined {
    try {
      for (;;) {
        const name = this.patiently(() => nextName(frame, this.wish.backward))
        if (name !== '.git') return name
        frame.git = 'waits'
      }
    } catch (error) {
      this.refuse(frame, this.branch.path(), error)
      return undefined
    }
  }

  private entry(frame: Frame, name: string): void {
    const base = baseOf(frame.descriptor)
    try {
      const stats = look(frame, name)
      if (stats === undefined) return
      if (stats.isDirectory()) this.enter(frame, name, stats)
      else this.takeFile(base, name, stats)
    } catch (error) {
      const code = codeOf(error)
      if (isAbsence(error) || code === 'ELOOP' || code === 'EISDIR') frame.changed = true
      else this.stays(frame, name, error)
    }
  }

  private takeFile(base: string, name: string, stats: Stats): void {
    const { tally, take } = this.wish
    if (stats.nlink === 1) {
      take.file(base, name)
      tally.took(stats.blocks * BLOCK)
      return
    }
    // Whether this is an inode's last name is asked and acted on by one walk at a time.
    tally.alone(() => {
      const now = lstatSync(spelled(base + name), quiet)
      if (now === undefined) return
      take.file(base, name)
      tally.took(now.nlink === 1 ? now.blocks * BLOCK : 0)
    })
  }

  private enter(frame: Frame, name: string, stats: Stats): void {
    const base = baseOf(frame.descriptor)
    let opened: Opened
    try {
      opened = this.patiently(() => openedFolder(base, name))
    } catch (error) {
      const code = codeOf(error)
      if (isAbsence(error) || code === 'ELOOP') throw error
      this.closedFolder(frame, name, stats, error)
      return
    }
    const { descriptor, mount } = opened
    const { dev, blocks, size } = fstatSync(descriptor)
    const inner = frameOf(name, descriptor, wayTo(frame, name), blocks * BLOCK, size)
    this.branch.push(inner)
    if (dev === this.device && mount === this.mount) return
    this.refusals.add(this.branch.path(), 'Another file system is mounted there', 'EXDEV')
    lose(inner)
  }

  /** A shortage of descriptors says nothing about a folder: room is made for the other walk, and waited for. */
  private patiently<Answer>(work: () => Answer): Answer {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return work()
      } catch (error) {
        if (!isShortage(error) || attempt === mostWaits) throw error
        if (!this.branch.slim()) Atomics.wait(nobody, 0, 0, waitMs)
      }
    }
  }

  private reachAbove(): boolean {
    try {
      return this.patiently(() => this.branch.reachAbove())
    } catch {
      // No descriptor for seconds: the folder above cannot be reached, which is what that says.
      return false
    }
  }

  /** One that cannot be listed may be empty all the same, and then it goes (T005). */
  private closedFolder(frame: Frame, name: string, stats: Stats, refused: unknown): void {
    try {
      this.wish.take.folder(baseOf(frame.descriptor), name)
      this.wish.tally.took(stats.blocks * BLOCK)
    } catch (error) {
      if (isAbsence(error)) return
      this.stays(frame, name, refused)
    }
  }

  private ended(frame: Frame): void {
    if (!frame.lost && frame.changed && frame.passes < mostPasses) {
      this.again(frame)
      return
    }
    if (frame.changed && frame.left === 0) this.leave(frame, 'Its entries keep being replaced', 'EAGAIN')
    if (frame.left === 0 && frame.git === 'waits' && !frame.lost) {
      frame.git = 'turn'
      this.entry(frame, '.git')
      return
    }
    if (this.branch.above === undefined) this.branch.pop()
    else if (frame.left > 0) this.keep(frame)
    else this.takeFolder(frame)
  }

  private again(frame: Frame): void {
    frame.changed = false
    frame.way = ''
    frame.passes += 1
    frame.git = 'none'
    listAgain(frame)
  }

  /** A folder in which something stays. */
  private keep(frame: Frame): void {
    if (!frame.lost) this.sealed()
    this.reachAbove()
    this.branch.pop()
    const { top } = this.branch
    if (top !== undefined) remember(top, frame.name)
  }

  private takeFolder(frame: Frame): void {
    const { above } = this.branch
    if (above === undefined) return
    if (!this.reachAbove()) {
      this.leave(frame, 'It was moved while it was being removed', 'ESTALE')
      this.keep(frame)
      return
    }
    try {
      this.wish.take.folder(baseOf(above.descriptor), frame.name)
      this.wish.tally.took(frame.bytes)
      this.branch.pop()
    } catch (error) {
      const code = codeOf(error)
      if ((code === 'ENOTEMPTY' || code === 'EEXIST') && frame.passes < mostPasses) {
        this.again(frame)
        return
      }
      this.branch.pop()
      if (code === 'ENOTDIR' || code === 'ELOOP') above.changed = true
      else if (!isAbsence(error)) this.stays(above, frame.name, error)
    }
  }

  private leave(frame: Frame, said: string, code: string): void {
    this.refusals.add(this.branch.path(), said, code)
    frame.left += 1
  }

  /** An entry of the folder in hand stays: the folder is named when it is what refuses, else the entry (DL-TREE-04). */
  private stays(frame: Frame, name: string, error: unknown): void {
    if (!this.sealed(error)) this.refusals.add(this.branch.path(name), words(error), codeOf(error))
    remember(frame, name)
  }

  private refuse(frame: Frame, path: string, error: unknown): void {
    this.refusals.add(path, words(error), codeOf(error))
    frame.left += 1
  }

  /** Names the folder that refuses when that is not the entry itself. */
  private sealed(error?: unknown): boolean {
    const path = this.branch.sealedPath()
    if (path === null) return false
    if (error === undefined) this.refusals.add(path, 'Permission denied', 'EACCES')
    else this.refusals.add(path, words(error), codeOf(error))
    return true
  }
}

/**
 * What an entry is. Its path is asked first, which costs half as much as asking through the descriptor; what it says only
 * chooses the call to try and the bytes to count, and a wrong choice removes nothing: the calls that take go through the
 * descriptor, and refuse a folder for a file and a file for a folder.
 */
function look(frame: Frame, name: string): Stats | undefined {
  if (frame.way !== '') {
    try {
      const stats = lstatSync(spelled(frame.way + name), quiet)
      if (stats !== undefined) return stats
    } catch {
      // The path leads elsewhere by now; the descriptor does not.
    }
    frame.way = ''
  }
  return lstatSync(spelled(baseOf(frame.descriptor) + name), quiet)
}

const longestWay = 1024
const wayTo = ({ way }: Frame, name: string): string =>
  way === '' || way.length + name.length > longestWay ? '' : `${way}${name}/`

interface Opened {
  readonly descriptor: number
  readonly mount: string
}

function openedFolder(base: string, name: string): Opened {
  const descriptor = openFolder(base, name)
  try {
    return { descriptor, mount: mountOf(descriptor) }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/** Beyond these, what stays is tried again whenever its folder is listed again. */
const mostRemembered = 10_000

function remember(frame: Frame, name: string): void {
  frame.left += 1
  if (frame.stays.size < mostRemembered) frame.stays.add(name)
}
