import { childOf } from '../../place'
import { inTurns } from '../devlaunch/in-turns'
import { weighEntry } from './entry-weight'
import { type Finding, type FoundItem, found, mostItems, type Subject, unknown } from './finding'
import { reproducers } from './reproducible'

const atOnce = 8

/**
 * Files that git ignores and nothing reproduces, with what they weigh: settings, data, builds without a tag. What a
 * committed lockfile installs, `__pycache__` and tagged caches do not count (CS-12, MW-IGN-03…08).
 */
export async function ignoredFiles(subject: Subject): Promise<Finding> {
  const { asking, seen, folder, options } = subject
  const args = ['status', '--porcelain=v1', '--branch', '-z', '--ignored=matching', '--untracked-files=all']
  const said = await asking.git.ask(
    seen.opened.repository,
    [...args, '--no-renames', '--ignore-submodules=all'],
    options
  )
  if (said.kind === 'refused') return unknown(`The files that git ignores could not be listed: ${said.said}`)
  if (!said.text.startsWith('## ')) return unknown('The files that git ignores could not be listed.')
  const sites = new Set(seen.sites.map(({ inside }) => inside))
  const reproduced = await reproducers(subject)
  if (reproduced.kind === 'refused') return unknown(`Its lockfiles could not be read: ${reproduced.said}`)
  const entries = [...new Set(ignoredIn(said.text))]
  const kept: FoundItem[] = []
  let total = 0
  const verdicts = await inTurns(entries, atOnce, (entry) => reproduced.covers(entry))
  for (const [index, entry] of entries.entries()) {
    if (verdicts[index] !== false || sites.has(entry.replace(/\/$/, ''))) continue
    const weight = await weighEntry(childOf(folder, entry.replace(/\/$/, '')), folder, sites, options.signal)
    if (weight === null) continue
    total += 1
    if (kept.length < mostItems)
      kept.push({ name: entry, bytes: weight.bytes, ...(weight.whole ? {} : { note: 'at least' }) })
  }
  kept.sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0))
  const what = total === 1 ? '1 ignored file or folder is' : `${total} ignored files or folders are`
  return found(`${what} kept nowhere else.`, kept, total)
}

/** Pure: the paths of ignored entries in `status -z`; a folder ends in `/`. Bytes. */
export const ignoredIn = (list: string): string[] =>
  list.split('\0').flatMap((line) => (line.startsWith('!! ') ? [line.slice(3)] : []))
