/** The folder was gone, or something else, when its turn came: what its announcement billed is void. */
export const GONE = 1
/** What stands there now is not a folder, and the row holds its bytes. */
export const REPLACED = 2
/** So long a folder that its names are read in portions. */
export const LONG = 4

type Numeric = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

/** The same numbers in an array twice as long (or longer, up to `needed`). */
export function grown<T extends Numeric>(array: T, needed: number): T {
  const Kind = array.constructor as new (length: number) => T
  const larger = new Kind(Math.max(needed, array.length * 2))
  larger.set(array)
  return larger
}

/** Names end to end in one block of bytes. */
export class Names {
  bytes = Buffer.alloc(4096)
  length = 0

  /** Appends a name given in bytes (latin1) and says where it begins. */
  add(name: string): number {
    const start = this.length
    if (start + name.length > this.bytes.length) {
      const larger = Buffer.alloc(Math.max(this.bytes.length * 2, start + name.length))
      larger.set(this.bytes)
      this.bytes = larger
    }
    this.bytes.write(name, start, 'latin1')
    this.length = start + name.length
    return start
  }

  at(start: number, length: number): string {
    return this.bytes.toString('latin1', start, start + length)
  }
}

/** What `stat` told about an entry, in the numbers the tables keep. Inode numbers are split: they may pass 2^53. */
export interface Weight {
  bytes: number
  links: number
  device: number
  low: number
  high: number
}

/** One row per folder, no object per row. A parent's row always comes before its children's. */
export class Folders {
  count = 0
  parent = new Int32Array(256)
  own = new Float64Array(256)
  entries = new Uint32Array(256)
  flags = new Uint8Array(256)
  device = new Uint16Array(256)
  low = new Uint32Array(256)
  high = new Uint32Array(256)
  nameAt = new Uint32Array(256)
  nameLength = new Uint16Array(256)
  names = new Names()

  add(parent: number, name: string, weight: Weight, flags: number): number {
    const row = this.count
    if (row === this.parent.length) this.grow(row + 1)
    this.parent[row] = parent
    this.own[row] = weight.bytes
    this.entries[row] = 1
    this.flags[row] = flags
    this.device[row] = weight.device
    this.low[row] = weight.low
    this.high[row] = weight.high
    this.nameAt[row] = this.names.add(name)
    this.nameLength[row] = name.length
    this.count = row + 1
    return row
  }

  name(row: number): string {
    return this.names.at(this.nameAt[row] ?? 0, this.nameLength[row] ?? 0)
  }

  private grow(needed: number): void {
    this.parent = grown(this.parent, needed)
    this.own = grown(this.own, needed)
    this.entries = grown(this.entries, needed)
    this.flags = grown(this.flags, needed)
    this.device = grown(this.device, needed)
    this.low = grown(this.low, needed)
    this.high = grown(this.high, needed)
    this.nameAt = grown(this.nameAt, needed)
    this.nameLength = grown(this.nameLength, needed)
  }
}

/** One row per link met of an inode that has several: folder, inode, its link count and bytes. */
export class Links {
  count = 0
  folder = new Int32Array(256)
  device = new Uint16Array(256)
  low = new Uint32Array(256)
  high = new Uint32Array(256)
  links = new Uint32Array(256)
  bytes = new Float64Array(256)

  add(folder: number, weight: Weight): void {
    const row = this.count
    if (row === this.folder.length) this.grow(row + 1)
    this.folder[row] = folder
    this.device[row] = weight.device
    this.low[row] = weight.low
    this.high[row] = weight.high
    this.links[row] = weight.links
    this.bytes[row] = weight.bytes
    this.count = row + 1
  }

  private grow(needed: number): void {
    this.folder = grown(this.folder, needed)
    this.device = grown(this.device, needed)
    this.low = grown(this.low, needed)
    this.high = grown(this.high, needed)
    this.links = grown(this.links, needed)
    this.bytes = grown(this.bytes, needed)
  }
}

/** One row per door: the folder it lies in, the entry's name (empty: the folder itself) and the error's code. */
export class Doors {
  count = 0
  folder = new Int32Array(16)
  code = new Uint16Array(16)
  nameAt = new Uint32Array(16)
  nameLength = new Uint16Array(16)
  names = new Names()
  codes: string[] = []

  add(folder: number, name: string, code: string): void {
    const row = this.count
    if (row === this.folder.length) {
      this.folder = grown(this.folder, row + 1)
      this.code = grown(this.code, row + 1)
      this.nameAt = grown(this.nameAt, row + 1)
      this.nameLength = grown(this.nameLength, row + 1)
    }
    if (!this.codes.includes(code)) this.codes.push(code)
    this.folder[row] = folder
    this.code[row] = this.codes.indexOf(code)
    this.nameAt[row] = this.names.add(name)
    this.nameLength[row] = name.length
    this.count = row + 1
  }

  name(row: number): string {
    return this.names.at(this.nameAt[row] ?? 0, this.nameLength[row] ?? 0)
  }
}
