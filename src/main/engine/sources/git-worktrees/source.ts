import { basename } from 'node:path'
import type { Reason, SourceReport } from '../../../../shared/model'
import { type Place, shown } from '../../place'
import { readCheckout, readHead, readOrigin } from '../../tools/git/checkout'
import { gitVersion } from '../../tools/git/version'
import type { Run } from '../../tools/run'
import { findCheckouts, type SearchReport } from '../repositories'
import type { FoundSite, Question, Source } from '../source'

export interface GitWorktreesPorts {
  /** Folders that the person chose. */
  readonly roots: readonly Place[]
  readonly run: Run
}

const questions: readonly Question[] = [{ id: 'unsaved', asks: 'whether it holds work that exists nowhere else.' }]

const ownCheckout: Reason = {
  kind: 'protected',
  code: 'main-checkout',
  text: 'Your own checkout. It is measured, never offered.'
}

/** Checkouts and linked worktrees under the chosen folders, found by their files alone; no git runs, nothing is written. */
export const createGitWorktreesSource = ({ roots, run }: GitWorktreesPorts): Source => ({
  name: 'git-worktrees',
  questions,
  discover: async ({ signal, found, report }) => {
    const reading: Promise<void>[] = []
    const version = gitVersion(run, signal)
    const search = await findCheckouts(roots, signal, ({ place }) => {
      reading.push(
        siteAt(place).then((site) => {
          if (site !== null) found(site)
        })
      )
    })
    await Promise.all(reading)
    report(gitReport(await version))
    report(foldersReport(search))
  }
})

async function siteAt(place: Place): Promise<FoundSite | null> {
  const checkout = await readCheckout(place)
  if (checkout === null) return null
  const head = await readHead(checkout)
  const at = Date.now()
  return {
    source: 'git-worktrees',
    kind: checkout.linked ? 'worktree' : 'checkout',
    place,
    label: shown(basename(place) as Place),
    repo: await readOrigin(checkout),
    branch: head.kind === 'branch' || head.kind === 'unborn' ? head.name : null,
    workspaces: [],
    state: null,
    stateWord: null,
    lastUsed: null,
    evidence: checkout.linked ? [] : [{ kind: 'reason', question: 'own', at, reason: ownCheckout }]
  }
}

const askedNow = () => new Date().toISOString()

function gitReport(version: Awaited<ReturnType<typeof gitVersion>>): SourceReport {
  const ok = version.kind === 'version'
  return {
    id: 'git',
    name: 'git',
    ok,
    said: ok ? version.text : version.said,
    means: ok ? '' : 'Nothing can be asked about unsaved work, so no plan may remove anything. Sizes are not affected.',
    fix: ok ? '' : 'Install git, or put it on PATH, then try again.',
    command: ok ? null : 'git --version',
    askedAt: askedNow()
  }
}

function foldersReport({ closed, absent, cut }: SearchReport): SourceReport {
  const said = [
    ...absent.map((place) => `${shown(place)}: No such file or directory`),
    ...(closed.first === null ? [] : [`${shown(closed.first.place)}: ${closed.first.said}`]),
    ...(cut ? ['The search ended at its bound of depth or folders.'] : [])
  ]
  const ok = said.length === 0
  const more = closed.count > 1 ? ` ${closed.count} folders could not be read in all.` : ''
  return {
    id: 'folders',
    name: 'Folders',
    ok,
    said: said.join('\n'),
    means: ok ? '' : `Checkouts that lie there are not listed.${more}`,
    fix: ok
      ? ''
      : cut
        ? 'Watch a folder closer to the checkouts.'
        : 'Make them readable, or stop watching them in Settings.',
    command: null,
    askedAt: askedNow()
  }
}
