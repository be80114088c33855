import type { Site, Unsaved } from '../../../shared/model'
import type { UnsavedDetail } from '../../../shared/unsaved'
import type { IconName } from '../../components/icons'
import { counted, plainCounts } from '../../components/words'
import { byHolder, listedCommits } from './holders'

export interface Headline {
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

/** Three answers, never two. */
export function titleOf(unsaved: Unsaved): string {
  if ('wouldLose' in unsaved) return 'Removing it would lose work'
  return 'couldNotTell' in unsaved ? 'Could not tell' : 'Nothing to lose'
}

/** The answer in one line, and in a few sentences. Pure. */
export function headlineOf(site: Pick<Site, 'label'>, detail: UnsavedDetail): Headline | null {
  const { unsaved, lists } = detail
  if (unsaved === null) return null
  const title = titleOf(unsaved)
  if ('wouldLose' in unsaved) return { icon: 'warning', title, text: lossWords(unsaved.wouldLose, detail) }
  if ('couldNotTell' in unsaved) return { icon: 'question', title, text: unsaved.couldNotTell }
  const kept = lists.some((list) => list.weight !== 'hint')
  const safe = `Every file and commit of ${site.label} is somewhere else too`
  return { icon: 'check', title, text: kept ? `${safe}, but something beside them keeps it.` : `${safe}.` }
}

const joined = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`

/** What exists only here, counted, and what pushing would save. A stash entry is no commit of its own here. */
function lossWords(said: string, detail: UnsavedDetail): string {
  const list = (kind: string) => detail.lists.find((each) => each.kind === kind)
  const commits = list('commits')
  const listed = commits === undefined ? [] : listedCommits(commits, detail)
  const unsent = (commits?.total ?? 0) - (commits?.items.length ?? 0)
  const counts: readonly (readonly [number, string, string])[] = [
    [list('changes')?.total ?? 0, 'file', 'files'],
    [listed.length + unsent, 'commit', 'commits'],
    [list('stashes')?.total ?? 0, 'stash entry', 'stash entries']
  ]
  const found = counts.filter(([count]) => count > 0)
  if (found.length === 0) return `Only here: ${plainCounts(said)}.`
  const whole = found.reduce((sum, [count]) => sum + count, 0)
  const parts = found.map(([count, one, many]) => counted(count, one, many))
  const only = `${joined(parts)} ${whole === 1 ? 'exists' : 'exist'} only here.`
  return unsent > 0 ? only : [only, pushWords([...byHolder(listed)])].filter((part) => part !== '').join(' ')
}

function pushWords(holders: readonly (readonly [string, readonly unknown[]])[]): string {
  const branches = holders.filter(([where]) => where.startsWith('branch '))
  const tags = holders.filter(([where]) => where.startsWith('tag '))
  if (tags.length === 0 || branches.length === 0) return ''
  const saved = branches.reduce((sum, [, items]) => sum + items.length, 0)
  const names = joined(tags.map(([where]) => where.slice('tag '.length)))
  const push = branches.length === 1 ? 'Pushing the branch' : `Pushing the ${branches.length} branches`
  return tags.length === 1
    ? `${push} saves ${counted(saved, 'commit')}; tag ${names} needs a push of its own.`
    : `${push} saves ${counted(saved, 'commit')}; tags ${names} need pushes of their own.`
}
