import { expect, test } from 'vitest'
import type { UnsavedDetail, UnsavedItem, UnsavedList } from '../../../shared/unsaved'
import { headlineOf } from './headline'
import { staysBecause } from './stays'

const item = (where: string | null): UnsavedItem => ({
  name: 'x',
  code: null,
  id: null,
  at: null,
  where,
  note: null,
  bytes: null,
  clear: null
})
const list = (kind: UnsavedList['kind'], wheres: (string | null)[], total = wheres.length): UnsavedList => ({
  kind,
  weight: kind === 'ignored' ? 'hint' : 'loses',
  text: '',
  total,
  items: wheres.map(item),
  clear: null
})
const words = (unsaved: UnsavedDetail['unsaved'], ...lists: UnsavedList[]) => {
  const headline = headlineOf({ label: 'app' }, { site: 's', unsaved, lists, askedAt: '', fetchedAt: null })
  return headline === null ? null : [headline.title, headline.text.replaceAll('\u00a0', ' ')]
}
const loses = { wouldLose: '2 uncommitted change(s) (a, b)' }
const title = 'Removing it would lose work'

test('what exists only here is counted, a stash entry as one thing, and what pushing saves is said', () => {
  expect(
    words(
      loses,
      list('changes', [null, null]),
      list('commits', ['branch wip', 'branch wip', 'branch wip', 'tag v1', 'stash', 'stash']),
      list('stashes', ['stash@{0}'])
    )
  ).toEqual([
    title,
    '2 files, 4 commits and 1 stash entry exist only here. Pushing the branch saves 3 commits; tag v1 needs a push of its own.'
  ])
})

test('one thing, several branches and tags, and more than was sent', () => {
  expect(words(loses, list('changes', [null]))).toEqual([title, '1 file exists only here.'])
  expect(words(loses, list('commits', ['branch a', 'branch b', 'tag v1', 'tag v2']))).toEqual([
    title,
    '4 commits exist only here. Pushing the 2 branches saves 2 commits; tags v1 and v2 need pushes of their own.'
  ])
  expect(words(loses, list('commits', ['branch a', 'tag v1'], 265))).toEqual([title, '265 commits exist only here.'])
})

test('the engine’s own words stand where there is nothing to count, and where it could not tell', () => {
  expect(words(loses)).toEqual([title, 'Only here: 2 uncommitted changes (a, b).'])
  expect(words({ couldNotTell: 'git could not read /x: fatal' })).toEqual([
    'Could not tell',
    'git could not read /x: fatal'
  ])
})

test('nothing to lose says when something else keeps it; a hint keeps nothing; no checkout has no answer', () => {
  const safe = { nothingToLose: true } as const
  expect(words(safe, list('ignored', [null]))?.[1]).toBe('Every file and commit of app is somewhere else too.')
  expect(words(safe, list('operation', [null]))?.[1]).toContain('keeps it')
  expect(words(null)).toBeNull()
})

test('why plans leave it: a checkout of one’s own first, then a workspace, then what git answered', () => {
  const titles = (
    [
      ['checkout', ['w'], loses],
      ['clone', ['w'], { nothingToLose: true }],
      ['clone', [], loses],
      ['clone', [], { couldNotTell: 'x' }],
      ['clone', [], { nothingToLose: true }]
    ] as const
  ).map(([kind, workspaces, unsaved]) => staysBecause({ kind, workspaces: [...workspaces] }, { unsaved })?.title)
  expect(titles).toEqual(['Measured, never offered', 'Prune leaves it', 'Plans leave it', 'Plans leave it', undefined])
})
