import { childOf, type Place } from '../../place'
import { readCheckout } from '../../tools/git/checkout'
import type { Git } from '../../tools/git/run'
import { lookAtIndex, withoutPipes } from './index-file'
import type { OpenRepository } from './open'

export type Submodules =
  | {
      readonly kind: 'found'
      readonly open: readonly OpenRepository[]
      /** Their folders in place that are no repository: never filled, or put away. */
      readonly unfilled: readonly Place[]
    }
  | { readonly kind: 'refused'; readonly said: string }

/** Submodules with a repository of their own in place. git is asked only where the index may hold any. */
export async function submodulesOf(
  git: Git,
  { repository, checkout }: OpenRepository,
  signal: AbortSignal | undefined
): Promise<Submodules> {
  const { workTree } = repository
  if (workTree === null) return { kind: 'found', open: [], unfilled: [] }
  if (checkout.commonDir !== checkout.gitDir) {
    const shared = await withoutPipes(checkout.commonDir)
    if (shared.kind === 'refused') return shared
  }
  const index = await lookAtIndex(checkout.gitDir)
  if (index.kind === 'refused') return index
  if (!index.mayHoldSubmodules) return { kind: 'found', open: [], unfilled: [] }
  const said = await git.ask(repository, ['ls-files', '-s', '-z'], signal === undefined ? {} : { signal })
  if (said.kind === 'refused') return said
  const open: OpenRepository[] = []
  const unfilled: Place[] = []
  for (const path of gitlinksIn(said.text)) {
    const folder = `${workTree}/${path}` as Place
    const inner = await readCheckout(folder)
    if (inner === null) {
      unfilled.push(folder)
      continue
    }
    const inside = { workTree: folder, gitDir: childOf(folder, '.git'), filters: repository.filters }
    open.push({ repository: inside, checkout: inner })
  }
  return { kind: 'found', open, unfilled }
}

/** Pure: paths of the entries with mode 160000 in `ls-files -s -z`, in bytes. */
export const gitlinksIn = (list: string): string[] =>
  list.split('\0').flatMap((line) => {
    const path = /^160000 [0-9a-f]+ \d\t([\s\S]+)$/.exec(line)?.[1]
    return path === undefined ? [] : [path]
  })
