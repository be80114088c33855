import { type Finding, found, type Subject, unknown } from './finding'

/**
 * Commits that only a reflog, or what a rewrite of history put aside, still holds. Said as a hint: git itself lets them
 * go in time (CS-74).
 */
export async function privateCommits({ asking, seen, options }: Subject): Promise<Finding> {
  const positive = ['--reflog', '--glob=refs/original/*']
  const negative = ['--not', '--exclude=refs/original/*', '--all', '--remotes']
  const format = ['--no-show-signature', '--no-color', '-z', '--format=%H %s']
  const { repository } = seen.opened
  const counted = await asking.git.ask(repository, ['rev-list', '--count', ...positive, ...negative], options)
  if (counted.kind === 'refused') return unknown(`Its reflogs could not be read: ${counted.said}`)
  const total = Number(counted.text)
  if (!Number.isInteger(total) || counted.text.trim() === '') return unknown('Its reflogs could not be read.')
  if (total === 0) return { kind: 'safe' }
  const listed = await asking.git.ask(repository, ['log', '-n', '200', ...format, ...positive, ...negative], options)
  if (listed.kind === 'refused') return unknown(`Its reflogs could not be read: ${listed.said}`)
  const items = listed.text
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => ({ name: line.slice(line.indexOf(' ') + 1), note: line.slice(0, line.indexOf(' ')) }))
  const commits = total === 1 ? '1 commit is' : `${total} commits are`
  return found(`${commits} held by a reflog or a private ref alone.`, items, total)
}
