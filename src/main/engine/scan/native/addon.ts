/** A scan that the addon holds. */
export interface Session {
  readonly __session: never
}

type Done<Answer> = (failed: string | null, answer: Answer) => void

/** Kinds of questions for `look`. */
export const LOOK_REAL = 0
export const LOOK_STAT = 1
export const LOOK_OPEN = 2

/** Numbers per path in the answer to LOOK_STAT and LOOK_OPEN: code, mode, blocks, links, device, inode (two halves). */
export const STAT_FIELDS = 7

/**
 * The built addon. Every call that ends with `done` runs on another thread; one session does one of them at a time,
 * but for `order` and `fill` of roots that are finished. Paths are one block of bytes, each path ended by a zero byte;
 * `mounts` holds for each path the ones below it where something is mounted, and an empty one.
 */
export interface Addon {
  begin(): Session
  look(session: Session, what: number, paths: Uint8Array, count: number, done: Done<unknown>): void
  walk(
    session: Session,
    paths: Uint8Array,
    mounts: Uint8Array,
    threads: number,
    background: boolean,
    counter: Uint8Array | null,
    done: Done<undefined>
  ): void
  stop(session: Session): void
  finished(session: Session, room: number): Uint32Array
  order(session: Session, roots: Uint32Array | null, done: Done<Float64Array>): void
  number(session: Session, device: number, low: number, high: number, bytes: number, links: number): number
  fill(session: Session, tables: Uint8Array, done: Done<undefined>): void
  end(session: Session): void
}

/** The answer of one of the addon's calls, as a promise. */
export function asked<Answer>(call: (done: Done<Answer>) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    call((failed, answer) => {
      if (failed === null) resolve(answer)
      else reject(new Error(`the native walker failed: ${failed}`))
    })
  })
}
