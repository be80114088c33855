import { basename } from 'node:path'
import type { Reason } from '../../../../shared/model'
import { type Place, shown } from '../../place'
import { readHead, readOrigin } from '../../tools/git/checkout'
import { gitVersion } from '../../tools/git/version'
import type { Run } from '../../tools/run'
import { checkoutQuestions, createInspector, type Inspector } from '../git-questions/questions'
import { reportGit } from '../git-questions/report'
import { type FoundCheckout, findCheckouts, mostFolders } from '../repositories'
import type { FoundSite, Source } from '../source'
import { reportFolders } from './reports'

export interface GitWorktreesPorts {
  /** Folders the person chose; a symbolic link among them is followed. */
  readonly roots: readonly Place[]
  readonly run: Run
  /** Shared with the other sources of a scan. */
  readonly inspector?: Inspector
}

/**
 * Plain git checkouts under the chosen folders: a person's own, which are measured and never offered, and linked
 * worktrees. They are found without git; git itself is only asked whether it is there.
 */
export function createGitWorktreesSource({ roots, run, inspector = createInspector(run) }: GitWorktreesPorts): Source {
  return {
    name: 'git-worktrees',
    questions: checkoutQuestions,
    discover: async (discovery) => {
      const { signal } = discovery
      const answer = gitVersion(run, signal)
      const outcome = await findCheckouts(roots, signal, async (found) => {
        await inspector.know(found.place)
        discovery.found(await siteFrom(found))
      })
      const git = await answer
      if (signal.aborted) return
      discovery.report(reportGit(git))
      if (outcome.closed.first !== null) discovery.report(reportFolders(outcome.closed.count, outcome.closed.first))
      if (outcome.cut)
        discovery.notice(
          `The search for checkouts stopped after ${mostFolders.toLocaleString('en')} folders, so some may be missing. Choose a smaller folder.`
        )
    },
    inspect: ({ place }, signal) => inspector.inspect(place, checkoutQuestions, signal)
  }
}

const ownCheckout: Reason = {
  kind: 'protected',
  code: 'main-checkout',
  text: 'Your own checkout. It is measured, never offered.'
}

async function siteFrom({ place, checkout }: FoundCheckout): Promise<FoundSite> {
  const head = await readHead(checkout)
  return {
    source: 'git-worktrees',
    kind: checkout.linked ? 'worktree' : 'checkout',
    place,
    label: basename(shown(place)) || shown(place),
    repo: await readOrigin(checkout),
    branch: head.kind === 'branch' || head.kind === 'unborn' ? head.name : null,
    workspaces: [],
    state: null,
    stateWord: null,
    lastUsed: null,
    evidence: checkout.linked ? [] : [{ kind: 'reason', question: 'unsaved', at: Date.now(), reason: ownCheckout }]
  }
}
