import { inodeOf, sameInode } from '../../identity'
import { placeOf, shown } from '../../place'
import type { LaunchLock } from '../../sources/devlaunch/launch-locks'
import type { StepEnd } from '../hands'
import type { TakeLock } from '../lock'
import type { Unlink } from './unlink'

/**
 * Unlinks a launch lock's file while holding it, so that nobody can take a lock on a file without a name (DL-LOCK-02,
 * CS-65). One that somebody holds, or that is another file by now, is kept; an absent one is not created. Never waits,
 * never rejects.
 */
export async function reclaimLaunchLock(
  { take, unlink: drop }: { readonly take: TakeLock; readonly unlink: Unlink },
  lock: LaunchLock
): Promise<StepEnd> {
  const kept = (why: string): StepEnd => ({ kind: 'kept', why, refusals: [] })
  const file = shown(lock.file)
  if (placeOf(file) !== lock.file) return kept('Its name is not UTF-8.')
  const taken = await take(file, { create: false, waitMs: 0 })
  switch (taken.kind) {
    case 'absent':
      return { kind: 'absent' }
    case 'busy':
      return kept('A launch holds it at the moment.')
    case 'unknown':
      return kept(taken.why)
    case 'held':
      try {
        if (!sameInode(await inodeOf(lock.file), lock.inode)) return kept('It is another file than the plan saw.')
        const end = await drop(lock.file, lock.inode)
        return end.kind === 'changed' ? kept(end.why) : end
      } finally {
        await taken.lock.release()
      }
  }
}
