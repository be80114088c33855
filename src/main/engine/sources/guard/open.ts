import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { bytesOf, childOf, type Place } from '../../place'
import { type Checkout, readCheckout } from '../../tools/git/checkout'
import type { Git, Repository } from '../../tools/git/run'
import { isAbsence } from '../../words'
import type { FilterReader } from './filters'
import { withoutPipes } from './index-file'

/** A checkout that may be asked. */
export interface OpenRepository {
  readonly repository: Repository
  readonly checkout: Checkout
}

export type Opening = ({ readonly kind: 'open' } & OpenRepository) | { readonly kind: 'refused'; readonly said: string }

/**
 * Pins the repository of a folder by `.git` in it. One that belongs to somebody else is pinned only if git itself, asked
 * in the folder, accepts its owner: naming a repository skips git's own check (CS-52, MW-GIT-07, MW-GIT-08).
 */
export async function openRepository(
  git: Git,
  filters: FilterReader,
  folder: Place,
  signal: AbortSignal | undefined
): Promise<Opening> {
  const gitDir = childOf(folder, '.git')
  const checkout = await readCheckout(folder)
  const options = signal === undefined ? {} : { signal }
  const blank: Repository = { workTree: folder, gitDir, filters: [] }
  if (checkout === null) {
    // git says why, by a question that starts no program. What git follows and we do not is not looked into.
    const said = await git.ask(blank, ['rev-parse', '--git-dir'], options)
    return said.kind === 'refused' ? said : { kind: 'refused', said: 'its .git does not say plainly where it leads' }
  }
  if (!(await areOurs(placesOf(folder, checkout)))) {
    for (const place of new Set([checkout.gitDir, checkout.commonDir])) {
      const listed = await withoutPipes(place)
      if (listed.kind === 'refused') return listed
    }
    const top = await git.find(folder, ['rev-parse', '--show-toplevel'], options)
    if (top.kind === 'refused') return top
    if (top.text.replace(/\n$/, '') !== folder) return { kind: 'refused', said: 'it belongs to another user' }
  }
  const names = await filters.of({ repository: blank, checkout }, signal)
  if (names.kind === 'refused') return names
  return { kind: 'open', repository: { ...blank, filters: names.filters }, checkout }
}

const placesOf = (folder: Place, { gitDir, commonDir }: Checkout): Place[] => [
  folder,
  childOf(folder, '.git'),
  gitDir,
  commonDir,
  childOf(commonDir, 'config')
]

/** True when we own everything there is of these; what cannot be looked at is not ours. */
export async function areOurs(places: readonly Place[]): Promise<boolean> {
  const us = process.geteuid?.()
  if (us === undefined) return true
  for (const place of new Set(places)) {
    try {
      if ((await stat(bytesOf(place))).uid !== us) return false
    } catch (error) {
      if (!isAbsence(error)) return false
    }
  }
  return true
}

/** Looks for a mirror when it is first needed, once. */
export type Mirror = () => Promise<Repository | null>

/** The mirror beside a clone, by its place; null when there is none that is ours to ask (DL-GUARD-09). */
export function mirrorBeside(clone: Place): Mirror {
  let found: ReturnType<Mirror> | null = null
  return () => {
    found ??= findMirror(clone)
    return found
  }
}

async function findMirror(clone: Place): Promise<Repository | null> {
  const bare = childOf(dirname(clone) as Place, '.bare')
  try {
    if (!(await stat(bytesOf(bare))).isDirectory()) return null
  } catch {
    // A mirror that cannot be looked at vouches for nothing, which keeps more.
    return null
  }
  if (!(await areOurs([bare, childOf(bare, 'config')])) || (await withoutPipes(bare)).kind === 'refused') return null
  return { workTree: null, gitDir: bare, filters: [] }
}
