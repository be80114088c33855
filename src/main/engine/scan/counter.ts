const ENTRIES = 0
const BYTES = 1
const LOCK = 4
const LENGTH = 5
const TURN = 6
const HEADER = 32
const ROOM = 4096

/** A live count that workers add to and a ticker reads: no message is sent per file. */
export interface ScanCounter {
  readonly shared: SharedArrayBuffer
}

/** A count at zero, to be handed to `weigh` and read as often as wanted. */
export const createCounter = (): ScanCounter => ({ shared: new SharedArrayBuffer(HEADER + ROOM) })

/**
 * What has been met so far: entries, allocated **bytes** (every link counted, so an upper figure), and the folder
 * being read as text for people (empty at the start). Never waits for a worker.
 */
export function readCounter(counter: ScanCounter): { entries: number; bytes: number; current: string } {
  const sums = new BigInt64Array(counter.shared, 0, 2)
  return {
    entries: Number(Atomics.load(sums, ENTRIES)),
    bytes: Number(Atomics.load(sums, BYTES)),
    current: readCurrent(counter)
  }
}

function readCurrent(counter: ScanCounter): string {
  const words = new Int32Array(counter.shared, 0, HEADER / 4)
  for (let attempt = 0; attempt < 8; attempt++) {
    const turn = Atomics.load(words, TURN)
    const length = Atomics.load(words, LENGTH)
    const text = Buffer.from(new Uint8Array(counter.shared, HEADER, length)).toString('utf8')
    if (Atomics.load(words, LOCK) === 0 && Atomics.load(words, TURN) === turn) return text
  }
  return ''
}

/** The worker's side of a counter: sums are gathered here and added now and then. */
export class Meter {
  private entries = 0
  private bytes = 0
  private shownAt = 0
  private readonly sums: BigInt64Array
  private readonly words: Int32Array
  private readonly text: Uint8Array

  constructor(shared: SharedArrayBuffer) {
    this.sums = new BigInt64Array(shared, 0, 2)
    this.words = new Int32Array(shared, 0, HEADER / 4)
    this.text = new Uint8Array(shared, HEADER, ROOM)
  }

  add(entries: number, bytes: number): void {
    this.entries += entries
    this.bytes += bytes
    if (this.entries >= 512) this.flush()
  }

  flush(): void {
    Atomics.add(this.sums, ENTRIES, BigInt(this.entries))
    Atomics.add(this.sums, BYTES, BigInt(this.bytes))
    this.entries = 0
    this.bytes = 0
  }

  /** Names the folder being read, at most some twenty times a second; `path` (in bytes) is asked for only then. */
  show(path: () => string): void {
    const now = Date.now()
    if (now - this.shownAt < 50) return
    this.shownAt = now
    // Another worker is writing: its folder is as good as ours.
    if (Atomics.compareExchange(this.words, LOCK, 0, 1) !== 0) return
    const bytes = Buffer.from(path(), 'latin1')
    const length = Math.min(bytes.length, ROOM)
    this.text.set(bytes.subarray(0, length))
    Atomics.store(this.words, LENGTH, length)
    Atomics.add(this.words, TURN, 1)
    Atomics.store(this.words, LOCK, 0)
  }
}
