import type { Dirent } from 'node:fs'
import { basename } from 'node:path'
import { childOf, type Place, shown } from '../../place'
import { guard } from '../guard/guard'
import type { OpenRepository } from '../guard/open'
import { isBare } from '../repositories'
import { absentWorktrees } from './absent-worktrees'
import { type Finding, type FoundItem, found, type Subject, unknown } from './finding'
import { hiddenFlags } from './hidden-flags'
import { operation } from './operation'
import { askBare, putAway } from './put-away'
import { filesInUnfilled } from './unfilled'
import { walkFolders } from './walk'

const mostRepositories = 200
const mostMs = 60_000
/** Folders of git's own in which nobody puts a checkout, and many small ones lie. Those in `modules` are asked as such. */
const ownFolders = new Set(['objects', 'refs', 'logs', 'lfs', 'annex', 'modules'])

interface Inside {
  /** Folders with a `.git`. */
  readonly places: Place[]
  /** Repositories without a folder. */
  readonly bare: Place[]
}

/**
 * Work in repositories that lie in this one: submodules, also those put away or never filled, bare ones, and independent
 * ones, also in ignored folders and in `.git`. Each is asked by itself, in bounded time, as git asks none of them for
 * commits (CS-05, CS-29, MW-DIRTY-08, MW-DIRTY-09). Sites in `.claude/worktrees` are answered by the guard.
 */
export async function nestedRepositories(subject: Subject, patienceMs = mostMs): Promise<Finding> {
  const { folder, seen, options } = subject
  const inside: Inside = { places: [], bare: [] }
  const { cut } = await walkFolders(folder, options.signal, collector(subject, inside))
  if (cut !== null) return unknown(`Repositories inside it could not all be looked for: ${cut}.`)
  if (inside.places.length + inside.bare.length > mostRepositories)
    return unknown(`More than ${mostRepositories} repositories lie inside it, too many to ask.`)
  const until = Date.now() + patienceMs
  const { checkout } = seen.opened
  const asked = new Set<Place>(checkout.linked ? [] : [checkout.gitDir, checkout.commonDir])
  const items: FoundItem[] = []
  for (const place of inside.places.sort()) {
    if (Date.now() > until) return unknown('Repositories inside it could not all be asked: it took too long.')
    items.push(...(await askNested(subject, place, asked)))
  }
  const away = await putAway(subject, asked)
  if (typeof away === 'string') return unknown(`The submodules it put away could not be looked at: ${away}`)
  items.push(...away)
  for (const place of inside.bare.sort())
    if (!asked.has(place) && !(await isTracked(subject, place)))
      items.push(...(await askBare(subject, place, place.slice(folder.length + 1))))
  for (const opened of [seen.opened, ...sitesOf(subject)]) items.push(...(await filesInUnfilled(subject, opened)))
  return told(items)
}

function collector({ folder, seen }: Subject, { places, bare }: Inside) {
  const sites = new Set(seen.sites.map(({ inside }) => `${folder}/${inside}`))
  return (inside: Place, entries: readonly Dirent[]): readonly Dirent[] => {
    const isOwn = basename(inside) === '.git'
    const looksBare = !isOwn && isBare(entries)
    if (inside !== folder && !sites.has(inside)) {
      if (entries.some(({ name }) => name === '.git')) places.push(inside)
      else if (looksBare) bare.push(inside)
    }
    return entries.filter((entry) => entry.isDirectory() && !((isOwn || looksBare) && ownFolders.has(entry.name)))
  }
}

/** Everything that keeps one repository with a folder: the guard's answer, and the questions beside it. */
async function askNested(subject: Subject, place: Place, asked: Set<Place>): Promise<FoundItem[]> {
  const { asking, options, folder } = subject
  const name = place.slice(folder.length + 1)
  const { unsaved, seen } = await guard(asking, place, options.signal)
  const items: FoundItem[] = []
  if ('wouldLose' in unsaved) items.push({ name, note: unsaved.wouldLose })
  if ('couldNotTell' in unsaved) items.push({ name, note: unsaved.couldNotTell })
  if (seen === null) return items
  const { checkout } = seen.opened
  asked.add(checkout.gitDir)
  if (!checkout.linked) asked.add(checkout.commonDir)
  const inner: Subject = { asking, folder: place, seen, options }
  const findings = [await hiddenFlags(inner), await absentWorktrees(inner)]
  // What goes on in a worktree of the same repository is that repository's answer.
  if (checkout.commonDir !== subject.seen.opened.checkout.commonDir) findings.push(await operation(inner))
  for (const finding of findings)
    if (finding.kind !== 'safe') items.push({ name, note: finding.text.replace(/\.$/, '') })
  const away = await putAway(inner, asked)
  if (typeof away === 'string') items.push({ name, note: away })
  else items.push(...away.map((one) => ({ ...one, name: `${name}/.git/${one.name}` })))
  for (const opened of [seen.opened, ...sitesOf(inner)]) items.push(...(await filesInUnfilled(subject, opened)))
  return items
}

const sitesOf = ({ seen }: Subject): OpenRepository[] =>
  seen.sites.flatMap(({ repository }) =>
    repository === null
      ? []
      : [
          {
            repository,
            checkout: { gitDir: repository.gitDir, commonDir: seen.opened.checkout.commonDir, linked: true }
          }
        ]
  )

/** A bare repository whose own files are committed here, as tests keep some, changes under the eyes of the guard. */
async function isTracked({ asking, seen, folder, options }: Subject, place: Place): Promise<boolean> {
  const head = `:(top,literal)${shown(childOf(place.slice(folder.length + 1) as Place, 'HEAD'))}`
  const said = await asking.git.ask(seen.opened.repository, ['ls-files', '-z', '--', head], options)
  return said.kind === 'said' && said.text !== ''
}

function told(items: readonly FoundItem[]): Finding {
  const first = items.slice(0, 3).map(({ name, note }) => `${shown(name as Place)} (${note})`)
  const which = items.length === 1 ? 'A repository inside it is' : `${items.length} repositories inside it are`
  return found(`${which} not safe to lose: ${first.join(', ')}${items.length > 3 ? ', …' : ''}.`, items)
}
