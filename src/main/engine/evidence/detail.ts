import { stat } from 'node:fs/promises'
import type { UnsavedDetail, UnsavedItem } from '../../../shared/unsaved'
import { bytesOf, childOf, type Place, shown } from '../place'
import { type Borrowing, worktreeOutside } from '../sources/git-questions/borrowers'
import type { Finding, FoundItem, Subject } from '../sources/git-questions/finding'
import { countLost } from '../sources/git-questions/lost-count'
import {
  checkoutQuestions,
  cloneQuestions,
  evidenceFrom,
  findingsOf,
  type QuestionName
} from '../sources/git-questions/questions'
import { createAsking, guard } from '../sources/guard/guard'
import type { Evidence } from '../sources/source'
import { mayBeCheckout, readCheckout } from '../tools/git/checkout'
import type { Run } from '../tools/run'
import { capped, item, type Listed } from './capped'
import { type Commands, commandsFor, quoted } from './commands'
import { lostLists } from './lost'

/** A site as its evidence is asked for: `ignoredIs` is what files that git ignores count as there. */
export interface EvidenceWish {
  readonly site: string
  readonly place: Place
  readonly ignoredIs: 'hint' | 'unknown'
}

/** The lists for a page, and the same answers for the judge. */
export interface UnsavedAnswers {
  readonly detail: UnsavedDetail
  readonly evidence: readonly Evidence[]
}

/**
 * Everything that exists only in one checkout, asked anew: lists with names, what holds each and what would clear it.
 * Never rejects for what git or the disk refuses.
 */
export async function askUnsaved(run: Run, known: Borrowing, wish: EvidenceWish): Promise<UnsavedAnswers> {
  const { place } = wish
  const askedAt = new Date().toISOString()
  const asking = createAsking(run)
  const guarded = await guard(asking, place)
  const questions = wish.ignoredIs === 'unknown' ? checkoutQuestions : cloneQuestions
  const answer = { site: wish.site, askedAt, fetchedAt: await fetchedAt(place) }
  if (guarded.seen === null) {
    const unsaved = guarded.absent || (await mayBeCheckout(place)) ? guarded.unsaved : null
    const evidence = evidenceFrom(guarded, null, questions, new Map())
    return { detail: { ...answer, unsaved, lists: [] }, evidence }
  }
  const subject: Subject = { asking, folder: place, seen: guarded.seen, options: {} }
  const commands = commandsFor(place, await remoteOf(subject))
  const counts = 'wouldLose' in guarded.unsaved ? await countLost(subject) : null
  const lost = await lostLists(subject, commands, counts)
  const findings = await findingsOf(subject, known)
  const beside = [...findings].flatMap(([name, finding]) => listOf(name, finding, wish, commands))
  return {
    detail: { ...answer, unsaved: guarded.unsaved, lists: capped([...lost, ...beside]) },
    evidence: evidenceFrom(guarded, counts, questions, findings)
  }
}

/** The lists alone. */
export const unsavedDetail = async (run: Run, known: Borrowing, wish: EvidenceWish): Promise<UnsavedDetail> =>
  (await askUnsaved(run, known, wish)).detail

/** The remote to push to: `origin`, else the first one. */
async function remoteOf({ asking, seen, options }: Subject): Promise<string | null> {
  const said = await asking.git.ask(seen.opened.repository, ['remote'], options)
  if (said.kind === 'refused') return null
  const names = said.text.split('\n').filter((name) => name !== '')
  return names.includes('origin') ? 'origin' : shown((names[0] ?? '') as Place) || null
}

function listOf(
  name: QuestionName | 'private-commits',
  finding: Finding,
  { ignoredIs, place }: EvidenceWish,
  commands: Commands
): Listed[] {
  if (finding.kind === 'safe') return []
  const weight = name === 'private-commits' ? 'hint' : name === 'ignored' ? ignoredIs : 'unknown'
  if (finding.kind === 'unknown') return [{ kind: name, weight, text: finding.text, items: [] }]
  const items = finding.items.map((found) => itemOf(name, found, place, commands))
  return [{ kind: name, weight, text: finding.text, items, total: finding.total }]
}

function itemOf(
  name: QuestionName | 'private-commits',
  found: FoundItem,
  place: Place,
  commands: Commands
): UnsavedItem {
  const text = shown(found.name as Place)
  const known = { name: text, note: found.note ?? null, bytes: found.bytes ?? null }
  switch (name) {
    case 'hidden-flags': {
      const of = found.of ?? place
      const inside = shown(found.name.slice(of.length - place.length) as Place)
      const { git } = commandsFor(of, null)
      return item({ ...known, clear: git('update-index', `--no-${found.note}`, '--', inside) })
    }
    case 'operation':
      return item({ ...known, clear: commands.git('status') })
    case 'nested':
      return item({ ...known, clear: `git -C ${quoted(shown(childOf(place, found.name)))} status` })
    case 'borrowers':
      if (found.note === worktreeOutside) return item({ ...known, clear: commands.git('worktree', 'remove', text) })
      return item({ ...known, clear: `git -C ${quoted(text)} repack -a -d` })
    case 'private-commits': {
      const id = found.note ?? ''
      return item({ ...known, id, note: null, clear: commands.git('branch', `saved-${id.slice(0, 10)}`, id) })
    }
    case 'absent-worktrees':
    case 'ignored':
      return item(known)
  }
}

/** When the checkout was last fetched, else the mirror beside it; git leaves the time on a file of its own. */
async function fetchedAt(place: Place): Promise<string | null> {
  const checkout = await readCheckout(place)
  const own = checkout === null ? [] : [...new Set([checkout.gitDir, checkout.commonDir])]
  const times = (await Promise.all(own.map(fetchedInto))).filter((time) => time !== null)
  const mirror = childOf(childOf(place, '..'), '.bare')
  const last = times.length > 0 ? Math.max(...times) : await fetchedInto(mirror)
  return last === null ? null : new Date(last).toISOString()
}

const fetchedInto = (gitDir: Place): Promise<number | null> =>
  stat(bytesOf(childOf(gitDir, 'FETCH_HEAD'))).then(
    ({ mtimeMs }) => mtimeMs,
    () => null
  )
