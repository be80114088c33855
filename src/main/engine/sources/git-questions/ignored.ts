import { childOf } from '../../place'
import { readMounts } from '../../tools/system/mounts'
import { inTurns } from '../devlaunch/in-turns'
import { guard } from '../guard/guard'
import { submodulesOf } from '../guard/submodules'
import { weighEntry } from './entry-weight'
import { type Finding, type FoundItem, found, mostItems, type Subject, unknown } from './finding'
import { reproducers } from './reproducible'

const atOnce = 8

/**
 * Files that git ignores and nothing reproduces, with what they weigh: settings, data, builds without a tag. What a
 * committed lockfile installs, `__pycache__` and tagged caches do not count (CS-12, MW-IGN-03…08). Submodules are looked
 * into, as they go with it (CS-05).
 */
export async function ignoredFiles(subject: Subject): Promise<Finding> {
  const { asking, folder, options } = subject
  const queue: Subject[] = [subject]
  const kept: FoundItem[] = []
  let total = 0
  let looked = 0
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    looked += 1
    if (looked > mostItems) return unknown(`It holds more than ${mostItems} submodules, too many to look into.`)
    const prefix = next === subject ? '' : `${next.folder.slice(folder.length + 1)}/`
    const ignored = await ignoredOf(next)
    if (typeof ignored === 'string') return unknown(ignored)
    total += ignored.length
    for (const item of ignored.slice(0, mostItems - kept.length)) kept.push({ ...item, name: `${prefix}${item.name}` })
    const inside = await submodulesOf(asking.git, next.seen.opened, options.signal)
    if (inside.kind === 'refused') return unknown(`Its submodules could not be listed: ${inside.said}`)
    for (const { repository } of inside.open) {
      if (repository.workTree === null) continue
      const { seen, unsaved } = await guard(asking, repository.workTree, options.signal)
      if (seen !== null) queue.push({ asking, folder: repository.workTree, seen, options })
      else if ('couldNotTell' in unsaved)
        return unknown(`The files that git ignores could not be listed: ${unsaved.couldNotTell}`)
    }
  }
  kept.sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0))
  const what = total === 1 ? '1 ignored file or folder is' : `${total} ignored files or folders are`
  return found(`${what} kept nowhere else.`, kept, total)
}

/** Those of one checkout; a text is why they could not be listed. */
async function ignoredOf(subject: Subject): Promise<FoundItem[] | string> {
  const { asking, seen, folder, options } = subject
  const args = ['status', '--porcelain=v1', '--branch', '-z', '--ignored=matching', '--untracked-files=all']
  const said = await asking.git.ask(
    seen.opened.repository,
    [...args, '--no-renames', '--ignore-submodules=all'],
    options
  )
  if (said.kind === 'refused') return `The files that git ignores could not be listed: ${said.said}`
  if (!said.text.startsWith('## ')) return 'The files that git ignores could not be listed.'
  const sites = new Set(seen.sites.map(({ inside }) => inside))
  const reproduced = await reproducers(subject)
  if (reproduced.kind === 'refused') return `Its lockfiles could not be read: ${reproduced.said}`
  const entries = [...new Set(ignoredIn(said.text))]
  const kept: FoundItem[] = []
  const mounted = new Set(
    readMounts()
      .within(folder)
      .map(({ place }) => place)
  )
  const verdicts = await inTurns(entries, atOnce, (entry) => reproduced.covers(entry))
  for (const [index, entry] of entries.entries()) {
    if (verdicts[index] !== false || sites.has(entry.replace(/\/$/, ''))) continue
    const weight = await weighEntry(childOf(folder, entry.replace(/\/$/, '')), folder, sites, mounted, options.signal)
    if (weight !== null) kept.push({ name: entry, bytes: weight.bytes, ...(weight.whole ? {} : { note: 'at least' }) })
  }
  return kept
}

/** Pure: the paths of ignored entries in `status -z`; a folder ends in `/`. Bytes. */
export const ignoredIn = (list: string): string[] =>
  list.split('\0').flatMap((line) => (line.startsWith('!! ') ? [line.slice(3)] : []))
