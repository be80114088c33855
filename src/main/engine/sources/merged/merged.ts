import { childOf, type Place, shown } from '../../place'
import type { Git, GitOptions, Repository } from '../../tools/git/run'
import { withoutPipes } from '../guard/index-file'
import { areOurs } from '../guard/open'
import { mergesToNothing } from './content'
import { isId, type Ref, readRefs, textOf } from './references'

/** What is asked about. Names of refs are whole (`refs/heads/x`) and in bytes; ids are whole. */
export interface MergedWish {
  /** The repository that all its worktrees share. */
  readonly commonDir: Place
  /** The branch of the worktree; null where HEAD is detached, and then HEAD alone is judged. */
  readonly branch: string | null
  /** The commit of the worktree's HEAD; null when it has none yet. */
  readonly head: string | null
  /** What it may be merged into; one that there is and that holds it is enough. */
  readonly into: readonly string[]
  /** The commit it was begun at, for when none of those is there any more. */
  readonly base: string | null
}

/**
 * As of the local refs: nothing is fetched (MW-MERGE-15). `contained` says that a merge would change nothing, and nothing
 * about history: commits that were undone again are in no other branch (MW-MERGE-13).
 */
export interface Merged {
  readonly kind: 'reachable' | 'contained' | 'unmerged' | 'unknown'
  readonly tip: string | null
  /** The commit it was judged against, and the ref that names it; null for a plain commit. */
  readonly reference: string | null
  readonly into: string | null
  /** Commits of the tip that the reference does not reach; null where not counted. */
  readonly ahead: number | null
  /** A sentence for people. */
  readonly text: string
}

/**
 * Whether all of a worktree's branch, and of its HEAD, is in another branch: by reachability, or because merging it would
 * change nothing (MW-MERGE-01…12, 14, 16). Everything that is not answered keeps it: `unmerged`, or `unknown` where the
 * question could not be put. Bounded by the git runner; writes nothing into the repository. Rejects only for a bug.
 */
export async function mergedInto(git: Git, wish: MergedWish, options: GitOptions = {}): Promise<Merged> {
  const { commonDir, branch, head, into } = wish
  const repository: Repository = { workTree: null, gitDir: commonDir, filters: [] }
  if (head === null) return unknown('It has no commit yet.')
  if (!isId(head)) return unknown('Which commit it stands on is not known.')
  const closed = await mayAsk(git, commonDir, options)
  if (closed !== null) return unknown(`Its repository could not be asked: ${closed}.`)
  const names = branch === null ? into : [branch, ...into]
  const answer = await readRefs(git, repository, names, options)
  if (answer.kind === 'refused') return unknown(`Its branches could not be read: ${answer.said}.`)
  const tip = branch === null ? head : (answer.refs.get(branch)?.commit ?? null)
  if (tip === null) return unknown('Its branch is gone.')
  const references = referencesOf(wish, answer.refs)
  if (references.length === 0) return { ...unknown('There is no branch to compare it with.'), tip }
  const asking: Asking = { git, repository, commonDir, options }
  const verdict = await againstAny(asking, tip, references)
  if (head === tip || !isMerged(verdict)) return verdict
  return withHead(asking, verdict, head, branch, references)
}

interface Asking {
  readonly git: Git
  readonly repository: Repository
  readonly commonDir: Place
  readonly options: GitOptions
}

type Reference = Pick<Ref, 'commit'> & { readonly name: string | null }

const isMerged = ({ kind }: Merged): boolean => kind === 'reachable' || kind === 'contained'

const unknown = (text: string): Merged => ({
  kind: 'unknown',
  tip: null,
  reference: null,
  into: null,
  ahead: null,
  text: oneLine(text)
})

/** git’s words may be several lines, with a full stop of their own. */
const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replace(/\.\.$/, '.')

/** Pure: the branch itself is no reference, nor a name that stands for it; the base only where none is left (MW-MERGE-02). */
function referencesOf({ branch, into, base }: MergedWish, refs: ReadonlyMap<string, Ref>): Reference[] {
  const there = into.flatMap((name) => refs.get(name) ?? [])
  if (there.length > 0)
    return there.filter(({ name, standsFor }) => branch === null || ![name, standsFor].includes(branch))
  return base !== null && isId(base) ? [{ name: null, commit: base }] : []
}

/** Naming a repository skips git's own question whose it is (MW-GIT-08). Null, or why it may not be asked. */
async function mayAsk(git: Git, commonDir: Place, options: GitOptions): Promise<string | null> {
  const listed = await withoutPipes(commonDir)
  if (listed.kind === 'refused') return listed.said
  if (await areOurs([commonDir, childOf(commonDir, 'config')])) return null
  const said = await git.find(commonDir, ['rev-parse', '--git-dir'], options)
  return said.kind === 'refused' ? said.said : null
}

/** The first reference that proves it, else the answer for the first one. */
async function againstAny(asking: Asking, tip: string, references: readonly Reference[]): Promise<Merged> {
  let first: Merged | null = null
  for (const reference of references) {
    const verdict = await against(asking, tip, reference)
    if (isMerged(verdict)) return verdict
    first ??= verdict
  }
  return first ?? unknown('There is no branch to compare it with.')
}

async function against(asking: Asking, tip: string, { name, commit }: Reference): Promise<Merged> {
  const { git, commonDir, options } = asking
  const where = name === null ? 'the commit it was begun at' : shortName(name)
  const given = (kind: Merged['kind'], ahead: number | null, text: string): Merged => ({
    kind,
    tip,
    reference: commit,
    into: name,
    ahead,
    text: oneLine(text)
  })
  const count = await counted(asking, [tip, '--not', commit])
  if (typeof count === 'string') return given('unknown', null, `Could not count its commits beyond ${where}: ${count}.`)
  if (count === 0) return given('reachable', 0, `All of it is in ${where}.`)
  const beyond = `${count === 1 ? 'One commit is' : `${count} commits are`} not in ${where}`
  const merges = await counted(asking, ['--merges', tip, '--not', commit])
  if (typeof merges === 'string') return given('unknown', count, `${beyond}: ${merges}.`)
  if (merges > 0) return given('unmerged', count, `${beyond}, a merge of its own among them.`)
  const content = await mergesToNothing(git, commonDir, commit, tip, options)
  if (content.kind === 'contained')
    return given('contained', count, `Merging it into ${where} would change nothing, so what it changed is there.`)
  return given(content.late ? 'unknown' : 'unmerged', count, `${beyond}: ${content.why}.`)
}

/** Of a remote’s branch only what was fetched is known, which is said (MW-MERGE-15). */
function shortName(ref: string): string {
  const name = shown(ref.replace(/^refs\/(?:heads|remotes)\//, '') as Place)
  return ref.startsWith('refs/remotes/') ? `${name} as of the last fetch` : name
}

/** A number, or why there is none. */
async function counted({ git, repository, options }: Asking, args: readonly string[]): Promise<number | string> {
  const said = await git.ask(repository, ['rev-list', '--count', ...args], options)
  if (said.kind === 'refused') return said.said
  return /^\d{1,15}\n$/.test(said.text) ? Number(said.text) : 'git gave no number'
}

/** A HEAD beside the branch has to be on a ref that stays, or be merged itself (MW-MERGE-14). */
async function withHead(
  asking: Asking,
  verdict: Merged,
  head: string,
  branch: string | null,
  references: readonly Reference[]
): Promise<Merged> {
  const own = branch === null ? null : textOf(branch)
  if (branch === null || own !== null) {
    const others = [...(own === null ? [] : [`--exclude=${own}`]), '--glob=refs/heads', '--remotes', '--tags']
    if ((await counted(asking, [head, '--not', ...others])) === 0) return verdict
  }
  const itself = await againstAny(asking, head, references)
  if (isMerged(itself)) return verdict.kind === 'contained' ? verdict : itself
  return { ...itself, text: `It stands on another commit than its branch. ${itself.text}` }
}
