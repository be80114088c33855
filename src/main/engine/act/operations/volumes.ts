import { dirname } from 'node:path'
import type { Refused } from '../../../../shared/plan'
import { childOf, type Place, placeOf, shown } from '../../place'
import type { KeptCopy } from '../../sources/devlaunch/copies'
import { removeVolumes } from '../../tools/docker/volumes'
import type { Run } from '../../tools/run'
import type { StepEnd } from '../hands'
import { lookAtLock, type TakeLock } from '../lock'
import type { Unlink } from './unlink'

/**
 * Removes the volumes that a copy names, and the copy once docker said that all of them are gone (DL-VOL-04, DL-VOL-06). A
 * refusal, a missing docker or a launch in progress keeps the copy and is no failure (P029). Never rejects.
 */
export async function removeKeptVolumes(
  ports: { readonly run: Run; readonly take: TakeLock; readonly unlink: Unlink },
  copy: KeptCopy
): Promise<StepEnd> {
  const busy = await launching(ports.take, copy)
  if (busy !== null) return { kind: 'kept', why: busy, refusals: [] }
  const removed = await removeVolumes(ports.run, copy.volumes)
  switch (removed.kind) {
    case 'missing':
      return {
        kind: 'kept',
        why: 'docker is not installed here, so these volumes are not of this machine.',
        refusals: []
      }
    case 'refused':
      return { kind: 'kept', why: `docker refused: ${removed.said}`, refusals: refusalsOf(copy, removed) }
    case 'removed': {
      const end = await ports.unlink(copy.file, copy.inode)
      // The volumes are gone either way: a copy that stays is looked at again by the next plan (CS-64).
      if (end.kind === 'done' || end.kind === 'absent') return { kind: 'done' }
      return { kind: 'kept', why: `Its volumes are gone; the copy of their names stays: ${end.why}`, refusals: [] }
    }
  }
}

/** Each name by what is true afterwards; those that docker removed all the same are named too (6.2). */
function refusalsOf(copy: KeptCopy, removed: { readonly said: string; readonly gone: ReadonlySet<string> }): Refused[] {
  return copy.volumes.map((name) =>
    removed.gone.has(name)
      ? { path: name, said: 'This one was removed', code: 'removed' }
      : { path: name, said: removed.said, code: 'docker' }
  )
}

async function launching(take: TakeLock, { file, id }: KeptCopy): Promise<string | null> {
  const cache = dirname(dirname(file)) as Place
  const lock = childOf(childOf(cache, 'launch-locks'), placeOf(`${id}.lock`))
  const state = await lookAtLock(take, shown(lock))
  if (state === 'free') return null
  return state === 'held' ? 'A launch of this workspace holds its lock.' : state.unknown
}
