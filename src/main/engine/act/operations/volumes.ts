import { dirname } from 'node:path'
import type { Refused } from '../../../../shared/plan'
import { inodeOf, sameInode } from '../../identity'
import { childOf, type Place, placeOf, shown } from '../../place'
import { isVolumeName, type KeptCopy } from '../../sources/devlaunch/copies'
import { removeVolumes } from '../../tools/docker/volumes'
import type { Run } from '../../tools/run'
import type { StepEnd } from '../hands'
import type { TakeLock } from '../lock'
import { underLock } from '../repository-lock'
import type { Unlink } from './unlink'

/**
 * Removes the volumes that a copy names, and the copy once docker said that all of them are gone (DL-VOL-04, DL-VOL-06). A
 * refusal, a missing docker or a launch in progress keeps the copy and is no failure (P029). Never rejects.
 */
export async function removeKeptVolumes(
  ports: { readonly run: Run; readonly take: TakeLock; readonly unlink: Unlink },
  copy: KeptCopy
): Promise<StepEnd> {
  const odd = copy.volumes.find((name) => !isVolumeName(name))
  if (odd !== undefined) return kept(`"${odd}" is no name that docker gives a volume.`)
  const launch = await holdLaunch(ports.take, copy)
  if ('why' in launch) return kept(launch.why)
  return underLock(launch, () => removeHeld(ports, copy))
}

const kept = (why: string, refusals: readonly Refused[] = []): StepEnd => ({ kind: 'kept', why, refusals })

async function removeHeld(
  { run, unlink: drop }: { readonly run: Run; readonly unlink: Unlink },
  copy: KeptCopy
): Promise<StepEnd> {
  if (!sameInode(await inodeOf(copy.file), copy.inode))
    return kept('The copy of their names is gone, or was written anew.')
  const removed = await removeVolumes(run, copy.volumes)
  switch (removed.kind) {
    case 'missing':
      return kept('docker is not installed here, so these volumes are not of this machine.')
    case 'refused':
      return kept(`docker refused: ${removed.said}`, refusalsOf(copy, removed))
    case 'removed': {
      const end = await drop(copy.file, copy.inode)
      // The volumes are gone either way: a copy that stays is looked at again by the next plan (CS-64).
      if (end.kind === 'done' || end.kind === 'absent') return { kind: 'done' }
      return kept(`Its volumes are gone; the copy of their names stays: ${end.why}`)
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

/** Holds the workspace's launch lock where there is one, so that no launch mounts what is being removed. Never waits. */
async function holdLaunch(
  take: TakeLock,
  { file, id }: KeptCopy
): Promise<{ readonly release: () => Promise<void> } | { readonly why: string }> {
  const cache = dirname(dirname(file)) as Place
  const place = childOf(childOf(cache, 'launch-locks'), placeOf(`${id}.lock`))
  if (placeOf(shown(place)) !== place) return { why: `${shown(place)} has a name that is not UTF-8.` }
  const lock = await take(shown(place), { create: false, waitMs: 0 })
  switch (lock.kind) {
    case 'held':
      return lock.lock
    case 'absent':
      return { release: async () => undefined }
    case 'busy':
      return { why: 'A launch of this workspace holds its lock.' }
    case 'unknown':
      return { why: lock.why }
  }
}
