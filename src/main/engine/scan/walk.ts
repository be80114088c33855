import type { Stats } from 'node:fs'
import type { Place } from '../place'
import type { MountTable } from '../tools/system/mounts'
import type { Meter } from './counter'
import { Findings, isFolder, longFlag, NOTHING } from './findings'
import { Frames } from './frames'
import { type BranchJob, HUNGRY, type Job, type RootJob, STOP } from './jobs'
import { type Passage, passageInto } from './passage'
import { patiently } from './patience'
import { closeFolder, isOtherMount, type Opened, openFolder, openPlace, statEntry, statPlace } from './reach'
import { type Doors, type Folders, GONE, type Links, REPLACED } from './tables'
import { codeOf, STOPPED } from './words'

/** Where a root begins in the tables. */
export interface Rooted {
  readonly root: number
  readonly row: number
}

/** A folder whose turn it is. `above` null: `name` is the root's whole place. */
interface Turn {
  readonly row: number
  readonly above: Opened | null
  readonly name: string
  readonly passage: Passage | null
}

/** A row of this walker whose findings belong to another worker's row. */
export interface Graft {
  readonly row: number
  readonly owner: number
  readonly target: number
}

export interface WalkPorts {
  /** The number under which the tables are handed over. */
  readonly slot: number
  readonly control: Int32Array
  readonly meter: Meter | null
  readonly mounts: MountTable
  /** Takes what this worker gives away. */
  readonly give: (job: BranchJob) => void
}

/** One worker's walk: job after job into one set of tables. Iterative; holds folders and multi-link inodes only. */
export class Walk {
  readonly folders: Folders
  readonly links: Links
  readonly doors: Doors
  readonly devices: number[]
  readonly roots: Rooted[] = []
  readonly grafts: Graft[] = []
  private readonly found: Findings
  private readonly control: Int32Array
  private frames: Frames
  private job: Job = { kind: 'root', root: 0, place: '' as Place }

  constructor(private readonly ports: WalkPorts) {
    this.control = ports.control
    this.found = new Findings({
      meter: ports.meter,
      stopped: () => this.stopped(),
      patiently: (act) => this.patiently(act)
    })
    ;({ folders: this.folders, links: this.links, doors: this.doors, devices: this.devices } = this.found)
    this.frames = new Frames(this.folders, this.job)
  }

  /** Walks one job to its end, or until the scan is stopped: then every folder not walked is a door. */
  run(job: Job): void {
    this.job = job
    this.frames = new Frames(this.folders, job)
    if (job.kind === 'root') this.beginRoot(job)
    else this.beginBranch(job)
    for (let frame = this.frames.top; frame !== undefined; frame = this.frames.top) {
      if (this.stopped()) break
      this.offer()
      if (frame.next >= frame.end) {
        this.frames.pop()
        continue
      }
      const row = frame.next++
      const name = this.folders.name(row)
      if (frame.opened === null) this.found.refuse(row, frame.lost)
      else this.visit({ row, above: frame.opened, name, passage: frame.passage?.below.get(name) ?? null })
    }
    this.frames.abandon((row) => this.doors.add(row, '', STOPPED))
    this.ports.meter?.flush()
  }

  private stopped(): boolean {
    return Atomics.load(this.control, STOP) !== 0
  }

  private beginRoot(job: RootJob): void {
    if (this.stopped()) return
    const stats = this.tried(() => this.patiently(() => statPlace(job.place)))
    if (stats === undefined) return
    const known = typeof stats !== 'string'
    const weight = known ? this.found.weighed(stats, '', job.place) : NOTHING
    if (weight === null) return
    const row = this.folders.add(-1, '', weight, known ? (isFolder(stats) ? longFlag(stats) : REPLACED) : 0)
    this.roots.push({ root: job.root, row })
    if (!known) this.doors.add(row, '', stats)
    else if (isFolder(stats))
      this.visit({ row, above: null, name: job.place, passage: passageInto(job.place, this.ports.mounts) })
  }

  private beginBranch(job: BranchJob): void {
    const first = this.folders.count
    job.rows.forEach((target, index) => {
      const row = this.folders.add(-1, job.names[index] ?? '', NOTHING, job.flags[index] ?? 0)
      this.folders.entries[row] = 0
      this.grafts.push({ row, owner: job.owner, target })
    })
    const opened = this.tried(() => this.patiently(() => this.frames.descend(job.trail)))
    const refused = typeof opened === 'string'
    this.frames.push({
      row: -1,
      opened: refused ? null : opened,
      lost: refused ? opened : '',
      next: first,
      end: this.folders.count,
      passage: job.passage
    })
  }

  /** Lists a folder and weighs its entries. */
  private visit(turn: Turn, attempt = 0): void {
    const { row, above, name, passage } = turn
    this.ports.meter?.show(() => [this.job.place, ...this.frames.trail(row)].join('/'))
    let opened: Opened
    try {
      opened = this.patiently(() => (above === null ? openPlace(name as Place) : openFolder(above.base, name)))
    } catch (failure) {
      const code = codeOf(failure)
      if (code === 'ENOTDIR' || code === 'ELOOP') this.replaced(turn, attempt, code)
      else this.found.refuse(row, code)
      return
    }
    const first = this.folders.count
    if (this.isMountOf(row, above, opened)) {
      this.folders.own[row] = 0
      this.found.refuse(row, 'EXDEV')
    } else this.found.list(row, opened, passage)
    if (this.folders.count === first) closeFolder(opened)
    else this.frames.push({ row, opened, lost: '', next: first, end: this.folders.count, passage })
  }

  /** Whether something was mounted here since the mount table was read: only then does a device change ask. */
  private isMountOf(row: number, above: Opened | null, opened: Opened): boolean {
    const parent = this.folders.parent[row] ?? -1
    if (above === null || parent < 0 || this.folders.device[row] === this.folders.device[parent]) return false
    return isOtherMount(above, opened)
  }

  /** What was announced as a folder no longer is one: it is weighed as what stands there now. */
  private replaced(turn: Turn, attempt: number, code: string): void {
    const { row, name } = turn
    const base = turn.above?.base ?? null
    const stats = this.tried(() => (base === null ? statPlace(name as Place) : statEntry(base, name)))
    if (stats === undefined) this.found.void(row, GONE)
    else if (typeof stats === 'string') this.found.refuse(row, stats)
    else if (!isFolder(stats)) this.replace(row, base, name, stats)
    else if (attempt < 3) this.visit(turn, attempt + 1)
    else this.doors.add(row, '', code)
  }

  private replace(row: number, base: string | null, name: string, stats: Stats): void {
    this.found.void(row, REPLACED)
    const weight = this.found.weighed(stats, base ?? '', name)
    if (weight !== null && weight.links > 1 && base !== null) this.links.add(row, weight)
    else this.folders.own[row] = weight?.bytes ?? 0
  }

  /** A worker without work gets half of ours. */
  private offer(): void {
    const hungry = Atomics.load(this.control, HUNGRY)
    if (hungry <= 0 || Atomics.compareExchange(this.control, HUNGRY, hungry, hungry - 1) !== hungry) return
    const job = this.frames.split(this.ports.slot)
    if (job === null) Atomics.add(this.control, HUNGRY, 1)
    else this.ports.give(job)
  }

  /** The result, or the code of what was thrown. */
  private tried<T>(act: () => T): T | string {
    try {
      return act()
    } catch (failure) {
      return codeOf(failure)
    }
  }

  private patiently<T>(act: () => T): T {
    return patiently(this.control, this.makeRoom, act)
  }

  private readonly makeRoom = (): void => this.frames.slim()
}
