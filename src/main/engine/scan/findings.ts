import { opendirSync, type Stats } from 'node:fs'
import type { Meter } from './counter'
import type { Passage } from './passage'
import { allocated, identify, namesIn, type Opened, statEntry } from './reach'
import { Doors, Folders, GONE, Links, LONG, type Weight } from './tables'
import { codeOf, STOPPED } from './words'

/** A folder whose own length passes this is read in portions, so that its names are never all in memory. */
const LONG_FOLDER = 1024 * 1024
const PORTION = 1024
/** Entries weighed between two looks at the stop flag. */
const PATIENCE = 256
const DIRECTORY = 0o040000
const KIND = 0o170000
export const NOTHING: Weight = { bytes: 0, links: 1, device: 0, low: 0, high: 0 }

export const isFolder = (stats: Stats): boolean => (stats.mode & KIND) === DIRECTORY
export const longFlag = (stats: Stats): number => (stats.size > LONG_FOLDER ? LONG : 0)

export interface FindingPorts {
  readonly meter: Meter | null
  readonly stopped: () => boolean
  /** Does what needs a descriptor, and waits for one where the system has none. */
  readonly patiently: <T>(act: () => T) => T
}

/** What one worker has found, and how the entries of a folder come into it. */
export class Findings {
  readonly folders = new Folders()
  readonly links = new Links()
  readonly doors = new Doors()
  readonly devices: number[] = []
  private readonly weight: Weight = { ...NOTHING }

  constructor(private readonly ports: FindingPorts) {}

  /** What the system said when this folder's turn came. */
  refuse(row: number, code: string): void {
    if (code === 'ENOENT') this.void(row, GONE)
    else this.doors.add(row, '', code)
  }

  /** What was announced for this row is not there any more. */
  void(row: number, flag: number): void {
    this.folders.own[row] = 0
    this.folders.flags[row] = (this.folders.flags[row] ?? 0) | flag
  }

  /** Lists an opened folder and weighs its entries, mounts left alone; its sub-folders become rows. */
  list(row: number, opened: Opened, passage: Passage | null): void {
    const own = this.folders.own[row] ?? 0
    const entries = this.folders.entries[row] ?? 0
    const counts = [this.folders.count, this.links.count, this.doors.count] as const
    try {
      if (((this.folders.flags[row] ?? 0) & LONG) === 0)
        this.entries(
          row,
          opened.base,
          this.ports.patiently(() => namesIn(opened)),
          passage
        )
      else this.portions(row, opened, passage)
    } catch (failure) {
      // A listing that broke part-way is worth nothing but the folder itself (DL-SIZE-07).
      this.folders.own[row] = own
      this.folders.entries[row] = entries
      ;[this.folders.count, this.links.count, this.doors.count] = counts
      this.refuse(row, codeOf(failure))
    }
  }

  private portions(row: number, opened: Opened, passage: Passage | null): void {
    const path = opened.base
    const folder = this.ports.patiently(() =>
      opendirSync(Buffer.from(path, 'latin1'), { encoding: 'latin1', bufferSize: PORTION })
    )
    try {
      for (let more = true; more; ) {
        const names: string[] = []
        for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
          names.push(entry.name)
          if (names.length === PORTION) break
        }
        more = this.entries(row, path, names, passage) && names.length === PORTION
      }
    } finally {
      folder.closeSync()
    }
  }

  /** Weighs these entries of a folder, mounts left alone; false when the scan was stopped among them. */
  private entries(row: number, base: string, names: readonly string[], passage: Passage | null): boolean {
    let own = 0
    let met = 0
    let files = 0
    let bytes = 0
    let countdown = PATIENCE
    let complete = true
    for (const name of names) {
      if (--countdown === 0) {
        countdown = PATIENCE
        complete = !this.ports.stopped()
        if (!complete) break
      }
      if (passage !== null && passage.below.get(name)?.mounted === true) continue
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
    this.ports.meter?.add(met, bytes)
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
  weighed(stats: Stats, base: string, name: string): Weight | null {
    this.weight.bytes = allocated(stats)
    this.weight.links = stats.nlink
    return identify(stats, base, name, this.weight, this.deviceOf) ? this.weight : null
  }

  private readonly deviceOf = (device: number): number => {
    const known = this.devices.indexOf(device)
    return known >= 0 ? known : this.devices.push(device) - 1
  }
}
