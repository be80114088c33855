import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Run } from '../tools/run'
import { isAbsence, words } from '../words'

/** A kernel lock that we hold. Let go of it exactly once; the kernel does when this process dies. */
export interface Held {
  readonly file: string
  release(): Promise<void>
}

/** How asking for a lock ended. `busy` is normal: somebody else holds it. */
export type Lock =
  | { readonly kind: 'held'; readonly lock: Held }
  | { readonly kind: 'busy' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly why: string }

export interface LockOptions {
  /** Acts create the file (0600, with its folder); looking never does, and takes an absent file for a free lock. */
  readonly create: boolean
  /** Milliseconds to wait for another holder; 0 asks once. */
  readonly waitMs: number
  readonly signal?: AbortSignal
}

/** Takes kernel locks. */
export type TakeLock = (file: string, options: LockOptions) => Promise<Lock>

const tries = 8
/** Not for writing: a lock file may be readable to us only, and flock(2) asks for no more. A pipe is not waited for. */
const looking = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
const creating = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0)

/**
 * `flock(2)` without native code: `flock -x 3` locks the open file it inherits, and that lock is ours as long as our own
 * descriptor is open. It interoperates with every other user of `flock(2)`. After locking, the path must still name the
 * locked file (DL-LOCK-01, CS-65); a file that was replaced meanwhile is tried anew.
 */
export const createTakeLock =
  (run: Run): TakeLock =>
  async (file, options) => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const lock = await takeOnce(run, file, options)
      if (lock !== 'replaced') return lock
    }
    return { kind: 'unknown', why: `${file} was replaced again and again while it was being locked.` }
  }

async function takeOnce(run: Run, file: string, options: LockOptions): Promise<Lock | 'replaced'> {
  let handle: FileHandle
  try {
    handle = options.create ? await openOrMake(file) : await open(file, looking)
  } catch (error) {
    if (!options.create && isAbsence(error)) return { kind: 'absent' }
    return { kind: 'unknown', why: `${file} could not be opened: ${words(error)}.` }
  }
  if (!(await handle.stat()).isFile()) {
    await handle.close()
    return { kind: 'unknown', why: `${file} is not a regular file.` }
  }
  const asked = await ask(run, handle.fd, file, options)
  const same = asked === null && (await stillNames(file, handle))
  if (asked === null && same) return { kind: 'held', lock: { file, release: () => handle.close() } }
  await handle.close()
  return asked ?? 'replaced'
}

/** One that root makes belongs to the folder's owner, whose own tools could not open it otherwise. */
async function openOrMake(file: string): Promise<FileHandle> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let made: FileHandle
  try {
    made = await open(file, creating | constants.O_EXCL, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return open(file, creating, 0o600)
    throw error
  }
  // It is a lock all the same where root may not give it away.
  if (process.geteuid?.() === 0) await giveTo(made, folder).catch(() => undefined)
  return made
}

async function giveTo(made: FileHandle, folder: string): Promise<void> {
  const { uid, gid } = await stat(folder)
  await made.chown(uid, gid)
}

/** `null` when the lock is ours. */
async function ask(run: Run, descriptor: number, file: string, options: LockOptions): Promise<Lock | null> {
  const patience = options.waitMs === 0 ? ['-n'] : ['-w', String(options.waitMs / 1000)]
  const ran = await run('flock', ['-x', ...patience, '-E', '75', '3'], {
    timeoutMs: options.waitMs + 10_000,
    descriptor,
    ...(options.signal === undefined ? {} : { signal: options.signal })
  })
  switch (ran.kind) {
    case 'exited':
      if (ran.exit === 0) return null
      if (ran.exit === 75) return { kind: 'busy' }
      return {
        kind: 'unknown',
        why: `${file} could not be locked: ${ran.stderr.trim() || `flock ended with ${ran.exit}`}.`
      }
    case 'missing':
      return {
        kind: 'unknown',
        why: 'The program flock (util-linux) is missing, so locks cannot be taken. Install it.'
      }
    case 'cancelled':
      return { kind: 'unknown', why: `Waiting for ${file} was cancelled.` }
    default:
      return { kind: 'unknown', why: `${file} could not be locked: flock did not answer.` }
  }
}

async function stillNames(file: string, handle: FileHandle): Promise<boolean> {
  try {
    const [named, locked] = await Promise.all([stat(file, { bigint: true }), handle.stat({ bigint: true })])
    return named.dev === locked.dev && named.ino === locked.ino
  } catch {
    return false
  }
}

/**
 * Whether somebody holds the lock, asked without creating it. `free` also when there is no such file; the lock is let go
 * of at once, so this is a fact about now and no permission to act.
 */
export async function lookAtLock(
  take: TakeLock,
  file: string
): Promise<'free' | 'held' | { readonly unknown: string }> {
  const lock = await take(file, { create: false, waitMs: 0 })
  switch (lock.kind) {
    case 'absent':
      return 'free'
    case 'busy':
      return 'held'
    case 'unknown':
      return { unknown: lock.why }
    case 'held':
      await lock.lock.release()
      return 'free'
  }
}
