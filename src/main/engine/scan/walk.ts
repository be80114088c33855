import { opendirSync, type Stats } from 'node:fs'
import type { Place } from '../place'
import type { Meter } from './counter'
import { Frames } from './frames'
import { type BranchJob, HUNGRY, type Job, type RootJob, STOP } from './jobs'
import { patiently } from './patience'
import {
  allocated,
  closeFolder,
  identify,
  namesIn,
  type Opened,
  openFolder,
  openPlace,
  statEntry,
  statPlace
} from './reach'
import { Doors, Folders, GONE, Links, LONG, REPLACED, type Weight } from './tables'
import { codeOf, STOPPED } from './words'

/** A folder whose own length passes this is read in portions, so that its names are never all in memory. */
const LONG_FOLDER = 1024 * 1024
const PORTION = 1024
/** Entries weighed between two looks at the stop flag. */
const PATIENCE = 256
const DIRECTORY = 0o040000
const KIND = 0o170000
const NOTHING: Weight = { bytes: 0, links: 1, device: 0, low: 0, high: 0 }

const isFolder = (stats: Stats): boolean => (stats.mode & KIND) === DIRECTORY

/** Where a root begins in the tables. */
export interface Rooted {
  readonly root: number
  readonly row: number
}

/** A row of this walker whose findings belong to another worker's row. */
export interface Graft {
  readonly row: number
  readonly owner: number
  readonly target: number
}

/** One worker's walk: job after job into one set of tables. Iterative; holds folders and multi-link inodes only. */
export class Walk {
  readonly folders = new Folders()
  readonly links = new Links()
  readonly doors = new Doors()
  readonly devices: number[] = []
  readonly roots: Rooted[] = []
  readonly grafts: Graft[] = []
  private frames: Frames
  private job: Job = { kind: 'root', root: 0, place: '' as Place }
  private readonly weight: Weight = { ...NOTHING }

  constructor(
    private readonly slot: number,
    private readonly control: Int32Array,
    private readonly meter: Meter | null,
    private readonly give: (job: BranchJob) => void
  ) {
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
      if (frame.opened !== null) this.visit(row, frame.opened.base, this.folders.name(row))
      else this.refuse(row, frame.lost)
    }
    this.frames.abandon((row) => this.doors.add(row, '', STOPPED))
    this.meter?.flush()
  }

  private stopped(): boolean {
    return Atomics.load(this.control, STOP) !== 0
  }

  private beginRoot(job: RootJob): void {
    if (this.stopped()) return
    const stats = this.tried(() => this.patiently(() => statPlace(job.place)))
    if (stats === undefined) return
    const known = typeof stats !== 'string'
    const weight = known ? this.weighed(stats, '', job.place) : NOTHING
    if (weight === null) return
    const row = this.folders.add(-1, '', weight, known ? (isFolder(stats) ? longFlag(stats) : REPLACED) : 0)
    this.roots.push({ root: job.root, row })
    if (!known) this.doors.add(row, '', stats)
    else if (isFolder(stats)) this.visit(row, null, job.place)
  }

  private beginBranch(job: BranchJob): void {
    const first = this.folders.count
    job.rows.forEach((target, index) => {
      const row = this.folders.add(-1, job.names[index] ?? '', NOTHING, job.flags[index] ?? 0)
      this.folders.entries[row] = 0
      this.grafts.push({ row, owner: job.owner, target })
    })
    const opened = this.tried(() => this.patiently(() => this.frames.descend(job.trail)))
    if (typeof opened === 'string') this.frames.push(-1, null, first, this.folders.count, opened)
    else this.frames.push(-1, opened, first, this.folders.count)
  }

  /** Lists a folder and weighs its entries. `base` null: `name` is the root's whole place. */
  private visit(row: number, base: string | null, name: string, attempt = 0): void {
    this.meter?.show(() => [this.job.place, ...this.frames.trail(row)].join('/'))
    let opened: Opened
    try {
      opened = this.patiently(() => (base === null ? openPlace(name as Place) : openFolder(base, name)))
    } catch (failure) {
      const code = codeOf(failure)
      if (code === 'ENOTDIR' || code === 'ELOOP') this.replaced(row, base, name, attempt, code)
      else this.refuse(row, code)
      return
    }
    const first = this.folders.count
    this.list(row, opened)
    if (this.folders.count > first) this.frames.push(row, opened, first, this.folders.count)
    else closeFolder(opened)
  }

  private refuse(row: number, code: string): void {
    if (code === 'ENOENT') this.void(row, GONE)
    else this.doors.add(row, '', code)
  }

  private void(row: number, flag: number): void {
    this.folders.own[row] = 0
    this.folders.flags[row] = (this.folders.flags[row] ?? 0) | flag
  }

  /** What was announced as a folder no longer is one: it is weighed as what stands there now. */
  private replaced(row: number, base: string | null, name: string, attempt: number, code: string): void {
    const stats = this.tried(() => (base === null ? statPlace(name as Place) : statEntry(base, name)))
    if (stats === undefined) this.void(row, GONE)
    else if (typeof stats === 'string') this.refuse(row, stats)
    else if (!isFolder(stats)) this.replace(row, base, name, stats)
    else if (attempt < 3) this.visit(row, base, name, attempt + 1)
    else this.doors.add(row, '', code)
  }

  private replace(row: number, base: string | null, name: string, stats: Stats): void {
    this.void(row, REPLACED)
    const weight = this.weighed(stats, base ?? '', name)
    if (weight !== null && weight.links > 1 && base !== null) this.links.add(row, weight)
    else this.folders.own[row] = weight?.bytes ?? 0
  }

  private list(row: number, opened: Opened): void {
    const own = this.folders.own[row] ?? 0
    const entries = this.folders.entries[row] ?? 0
    const counts = [this.folders.count, this.links.count, this.doors.count] as const
    try {
      if (((this.folders.flags[row] ?? 0) & LONG) === 0)
        this.entries(
          row,
          opened.base,
          this.patiently(() => namesIn(opened))
        )
      else this.portions(row, opened)
    } catch (failure) {
      // A listing that broke part-way is worth nothing but the folder itself (DL-SIZE-07).
      this.folders.own[row] = own
      this.folders.entries[row] = entries
      ;[this.folders.count, this.links.count, this.doors.count] = counts
      this.refuse(row, codeOf(failure))
    }
  }

  private portions(row: number, opened: Opened): void {
    const path = opened.base
    const folder = this.patiently(() =>
      opendirSync(Buffer.from(path, 'latin1'), { encoding: 'latin1', bufferSize: PORTION })
    )
    try {
      for (let more = true; more; ) {
        const names: string[] = []
        for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
          names.push(entry.name)
          if (names.length === PORTION) break
        }
        more = this.entries(row, path, names) && names.length === PORTION
      }
    } finally {
      folder.closeSync()
    }
  }

  /** Weighs these entries of a folder; false when the scan was stopped among them. */
  private entries(row: number, base: string, names: readonly string[]): boolean {
    let own = 0
    let met = 0
    let files = 0
    let bytes = 0
    let countdown = PATIENCE
    let complete = true
    for (const name of names) {
      if (--countdown === 0) {
        countdown = PATIENCE
        complete = !this.stopped()
        if (!complete) break
      }
      const stats = this.entry(row, base, name)
      if (stats === undefined) continue
      const weight = allocated(stats)
      met++
      bytes += weight
      if (isFolder(stats)) {
        this.announce(row, base, name, stats)
        continue
      }
      files++
      if (stats.nlink <= 1) own += weight
      else this.link(row, base, name, stats)
    }
    this.folders.own[row] = (this.folders.own[row] ?? 0) + own
    this.folders.entries[row] = (this.folders.entries[row] ?? 0) + files
    this.meter?.add(met, bytes)
    if (!complete) this.doors.add(row, '', STOPPED)
    return complete
  }

  private entry(row: number, base: string, name: string): Stats | undefined {
    try {
      return statEntry(base, name)
    } catch (failure) {
      const code = codeOf(failure)
      if (code !== 'ENOENT' && code !== 'ENOTDIR') this.doors.add(row, name, code)
      return undefined
    }
  }

  private announce(row: number, base: string, name: string, stats: Stats): void {
    const weight = this.weighed(stats, base, name)
    if (weight !== null) this.folders.add(row, name, weight, longFlag(stats))
  }

  private link(row: number, base: string, name: string, stats: Stats): void {
    const weight = this.weighed(stats, base, name)
    if (weight !== null) this.links.add(row, weight)
  }

  /** The entry's figures in the one record that is used again and again; null when it is gone. */
  private weighed(stats: Stats, base: string, name: string): Weight | null {
    this.weight.bytes = allocated(stats)
    this.weight.links = stats.nlink
    return identify(stats, base, name, this.weight, this.deviceOf) ? this.weight : null
  }

  private readonly deviceOf = (device: number): number => {
    const known = this.devices.indexOf(device)
    return known >= 0 ? known : this.devices.push(device) - 1
  }

  /** A worker without work gets half of ours. */
  private offer(): void {
    const hungry = Atomics.load(this.control, HUNGRY)
    if (hungry <= 0 || Atomics.compareExchange(this.control, HUNGRY, hungry, hungry - 1) !== hungry) return
    const job = this.frames.split(this.slot)
    if (job === null) Atomics.add(this.control, HUNGRY, 1)
    else this.give(job)
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

const longFlag = (stats: Stats): number => (stats.size > LONG_FOLDER ? LONG : 0)
