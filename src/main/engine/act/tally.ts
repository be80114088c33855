const BYTES = 0
const ENTRIES = 1

/** Memory that the walks over one tree and whoever watches them have in common. */
export interface TallyMemory {
  readonly counts: SharedArrayBuffer
  readonly lock: SharedArrayBuffer
}

export const tallyMemory = (): TallyMemory => ({
  counts: new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT),
  lock: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
})

/** What was taken so far. */
export interface Taken {
  readonly bytes: number
  readonly entries: number
}

export function takenIn({ counts }: TallyMemory): Taken {
  const view = new BigInt64Array(counts)
  return { bytes: Number(Atomics.load(view, BYTES)), entries: Number(Atomics.load(view, ENTRIES)) }
}

/** Counts what is removed, over all threads that remove. */
export class Tally {
  private readonly counts: BigInt64Array
  private readonly lock: Int32Array
  private bytes = 0
  private entries = 0

  constructor(memory: TallyMemory) {
    this.counts = new BigInt64Array(memory.counts)
    this.lock = new Int32Array(memory.lock)
  }

  /** One entry went, and with it this many allocated bytes. */
  took(bytes: number): void {
    this.bytes += bytes
    this.entries += 1
    if (this.entries >= 64) this.tell()
  }

  /** Adds what was kept back for speed. */
  tell(): void {
    Atomics.add(this.counts, BYTES, BigInt(this.bytes))
    Atomics.add(this.counts, ENTRIES, BigInt(this.entries))
    this.bytes = 0
    this.entries = 0
  }

  /** Runs `work` while no other thread runs such work on this tree. */
  alone(work: () => void): void {
    while (Atomics.compareExchange(this.lock, 0, 0, 1) !== 0) Atomics.wait(this.lock, 0, 1, 10)
    try {
      work()
    } finally {
      Atomics.store(this.lock, 0, 0)
      Atomics.notify(this.lock, 0, 1)
    }
  }
}
