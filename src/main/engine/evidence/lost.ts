import type { Lost } from '../../../shared/model'
import type { UnsavedItem } from '../../../shared/unsaved'
import { childOf, type Place, shown } from '../place'
import type { Subject } from '../sources/git-questions/finding'
import { lostStashes } from '../sources/git-questions/lost-count'
import { countOfRevision } from '../tools/git/commits'
import { type ListedCommit, listBeyondRemotes } from '../tools/git/history'
import type { Change } from '../tools/git/status'
import { listWorktrees } from '../tools/git/worktrees'
import { item, type Listed, mostItems } from './capped'
import { type Commands, commandsFor, savedBranch } from './commands'

const text = (bytes: string) => shown(bytes as Place)
const time = (seconds: number) => new Date(seconds * 1000).toISOString()
const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** What the guard found, name by name, with the command that would clear it; `lost` is what it is made of. */
export async function lostLists(subject: Subject, commands: Commands, lost: Lost | null): Promise<Listed[]> {
  const lists = [changes(subject, commands), await commits(subject, commands, lost), tags(subject, commands)]
  if (!isLinked(subject)) lists.push(await stashes(subject, commands), await heads(subject, commands))
  return [...lists, sites(subject)].filter((list): list is Listed => list !== null)
}

const isLinked = ({ seen }: Subject) => seen.opened.checkout.linked

const commitAll = (commands: Commands) => `${commands.git('add', '--all')} && ${commands.git('commit')}`

function changes({ seen, folder }: Subject, commands: Commands): Listed | null {
  const named = (change: Change, where: string | null, clear: string | null): UnsavedItem =>
    item({
      clear,
      name: text(change.path),
      code: change.code,
      where,
      note: change.from === null ? null : `was ${text(change.from)}`
    })
  const items = [
    ...seen.loss.changes.map((change) => named(change, null, null)),
    ...seen.sites.flatMap((site) => {
      const clear = commitAll(commandsFor(childOf(folder, site.inside), null))
      return site.changes.map((change) => named(change, text(site.inside), clear))
    })
  ]
  if (items.length === 0) return null
  const clear = seen.loss.changes.length === 0 ? null : commitAll(commands)
  const said = `${counted(items.length, 'change is', 'changes are')} not committed.`
  return { kind: 'changes', weight: 'loses', text: said, items, clear }
}

async function commits(subject: Subject, commands: Commands, lost: Lost | null): Promise<Listed | null> {
  const { seen, asking, options } = subject
  const { commits: total } = seen.loss
  if (total === 0) return null
  const local = new Map(seen.localTags.map(({ object, name }) => [object, name]))
  const of = isLinked(subject) ? ('head' as const) : { tags: [...local.keys()] }
  const answer = await listBeyondRemotes(asking.git, seen.opened.repository, of, mostItems, options)
  const stashed = lost !== null && lost.stashes > 0 ? total - lost.commits : 0
  const ofThem = stashed === 0 ? '' : `, ${stashed === total ? 'all' : stashed} of them made by the stash`
  const said = `${counted(total, 'commit is', 'commits are')} on no remote${ofThem}.`
  if (answer.kind === 'refused')
    return {
      kind: 'commits',
      weight: 'loses',
      text: `${said} They could not be listed: ${answer.said}`,
      items: [],
      total
    }
  const items = answer.commits.map((commit) => item({ ...shownCommit(commit), ...held(commit, local, commands) }))
  return { kind: 'commits', weight: 'loses', text: said, items, total }
}

const shownCommit = ({ id, at, subject }: ListedCommit) => ({ name: text(subject), id, at: time(at) })

/** Who holds a commit, and what would bring it to a remote. */
function held({ id, source }: ListedCommit, local: ReadonlyMap<string, string>, commands: Commands) {
  const tag = local.get(source)
  if (tag !== undefined) return { where: `tag ${text(tag)}`, clear: commands.push(`refs/tags/${text(tag)}`) }
  const branch = /^refs\/heads\/(.+)$/.exec(source)?.[1]
  if (branch !== undefined) return { where: `branch ${text(branch)}`, clear: commands.push(source) }
  const worktree = /^worktrees\/(.+)\/HEAD$/.exec(source)?.[1]
  const where = worktree !== undefined ? `worktree ${text(worktree)}` : source === 'refs/stash' ? 'stash' : text(source)
  return { where, clear: commands.push(`${id}:${savedBranch(id)}`) }
}

function tags({ seen }: Subject, commands: Commands): Listed | null {
  const { tags: names, onlyTags } = seen.loss
  if (names.length === 0) return null
  const objects = new Map(seen.localTags.map(({ name, object }) => [name, object]))
  const items = names.map((name) =>
    item({ name: text(name), id: objects.get(name) ?? null, clear: commands.push(`refs/tags/${text(name)}`) })
  )
  const said = `${counted(onlyTags, 'commit is', 'commits are')} held by a tag of this checkout alone.`
  return { kind: 'tags', weight: 'loses', text: said, items }
}

async function stashes(subject: Subject, commands: Commands): Promise<Listed | null> {
  const answer = await lostStashes(subject)
  if (answer.kind === 'refused')
    return { kind: 'stashes', weight: 'unknown', text: `The stash could not be listed: ${answer.said}`, items: [] }
  if (answer.commits.length === 0) return null
  const items = answer.commits.map((entry) =>
    item({
      ...shownCommit(entry),
      where: text(entry.source),
      clear: commands.push(`${entry.id}:${savedBranch(entry.id)}`)
    })
  )
  const said = `${counted(items.length, 'entry is', 'entries are')} in the stash, on no remote.`
  return { kind: 'stashes', weight: 'loses', text: said, items }
}

/** Worktrees, this checkout included, whose HEAD is on no branch and holds commits that are on no remote. */
async function heads({ seen, asking, options }: Subject, commands: Commands): Promise<Listed | null> {
  if (seen.loss.commits === 0) return null
  const { repository } = seen.opened
  const listed = await listWorktrees(asking.git, repository, options)
  if (listed.kind === 'refused')
    return { kind: 'heads', weight: 'unknown', text: `Its worktrees could not be listed: ${listed.said}`, items: [] }
  const items: UnsavedItem[] = []
  for (const { path, head, branch, bare } of listed.registrations) {
    if (head === null || branch !== null || bare) continue
    const count = await countOfRevision(asking.git, repository, head, options)
    if (count.kind === 'count' && count.count === 0) continue
    const note = count.kind === 'count' ? counted(count.count, 'commit', 'commits') : count.said
    items.push(item({ name: text(path), id: head, note, clear: commands.push(`${head}:${savedBranch(head)}`) }))
  }
  if (items.length === 0) return null
  const said = `${counted(items.length, 'worktree is', 'worktrees are')} on no branch, with commits of their own.`
  return { kind: 'heads', weight: 'loses', text: said, items }
}

function sites({ seen }: Subject): Listed | null {
  const items = seen.sites.flatMap(({ inside, objections }) =>
    objections.map(({ text: note, kind }) =>
      item({ name: text(inside), note, code: kind === 'loses' ? 'loses' : 'unknown' })
    )
  )
  if (items.length === 0) return null
  const weight = items.some(({ code }) => code === 'loses') ? 'loses' : 'unknown'
  const said = `${counted(new Set(items.map(({ name }) => name)).size, 'worktree inside it keeps', 'worktrees inside it keep')} it.`
  return { kind: 'sites', weight, text: said, items: items.map((one) => ({ ...one, code: null })) }
}
