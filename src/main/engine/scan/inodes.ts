import { grown } from './tables'

/** A table of inodes: device, inode number (in two halves) → a running number. Open addressing, typed arrays only. */
export class Inodes {
  count = 0
  private device = new Uint16Array(64)
  private low = new Uint32Array(64)
  private high = new Uint32Array(64)
  private slots: Int32Array
  private mask: number

  /** `expected`: about how many will be added; more are taken too. */
  constructor(expected: number) {
    let size = 64
    while (size < expected * 2) size *= 2
    this.slots = new Int32Array(size).fill(-1)
    this.mask = size - 1
  }

  /** The number of this inode, -1 when it was never added. */
  find(device: number, low: number, high: number): number {
    return this.slots[this.slotOf(device, low, high)] ?? -1
  }

  /** The number of this inode, which is added when it is new: then the answer is the `count` from before. */
  add(device: number, low: number, high: number): number {
    const slot = this.slotOf(device, low, high)
    const known = this.slots[slot] ?? -1
    if (known >= 0) return known
    const index = this.count++
    if (index === this.low.length) {
      this.device = grown(this.device, index + 1)
      this.low = grown(this.low, index + 1)
      this.high = grown(this.high, index + 1)
    }
    this.device[index] = device
    this.low[index] = low
    this.high[index] = high
    this.slots[slot] = index
    if (this.count * 2 > this.slots.length) this.widen()
    return index
  }

  private slotOf(device: number, low: number, high: number): number {
    let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b) ^ Math.imul(device, 0xc2b2ae35)
    hash ^= hash >>> 15
    let slot = hash & this.mask
    for (let index = this.slots[slot] ?? -1; index >= 0; index = this.slots[slot] ?? -1) {
      if (this.low[index] === low && this.high[index] === high && this.device[index] === device) return slot
      slot = (slot + 1) & this.mask
    }
    return slot
  }

  private widen(): void {
    this.slots = new Int32Array(this.slots.length * 2).fill(-1)
    this.mask = this.slots.length - 1
    for (let index = 0; index < this.count; index++) {
      const slot = this.slotOf(this.device[index] ?? 0, this.low[index] ?? 0, this.high[index] ?? 0)
      this.slots[slot] = index
    }
  }
}
