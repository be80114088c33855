import { describe, expect, it } from 'vitest'
import type { UnsavedDetail, UnsavedItem, UnsavedList } from '../../../shared/unsaved'
import { type Answered, answersOf } from './answers'
import { sectionsOf } from './sections'

const item = (name: string, more: Partial<UnsavedItem> = {}): UnsavedItem => ({
  name,
  code: null,
  id: null,
  at: null,
  where: null,
  note: null,
  bytes: null,
  clear: null,
  ...more
})
const list = (kind: UnsavedList['kind'], items: UnsavedItem[], more: Partial<UnsavedList> = {}): UnsavedList => ({
  kind,
  weight: 'loses',
  text: `${kind}.`,
  total: items.length,
  items,
  clear: null,
  ...more
})
const detail = (...lists: UnsavedList[]): UnsavedDetail => ({
  site: 's',
  unsaved: { wouldLose: 'x' },
  lists,
  askedAt: '',
  fetchedAt: null
})
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('what would be lost, by what saves it', () => {
  it('files, then commits of each branch and each tag with its own command, then the stash', () => {
    const sections = sectionsOf(
      detail(
        list('changes', [item('a.ts', { code: ' M' }), item('b.ts', { code: '??', where: '.claude/worktrees/x' })], {
          clear: 'git add'
        }),
        list('commits', [
          item('one', { id: '1234567890', where: 'branch wip', clear: 'git push wip' }),
          item('two', { id: 'abcdefabcd', where: 'tag v1', clear: 'git push v1' }),
          item('three', { id: '2234567890', where: 'branch wip', clear: 'git push wip' }),
          item('WIP', { where: 'stash' })
        ]),
        list('tags', [item('v1')]),
        list('stashes', [item('WIP', { where: 'stash@{0}' })])
      ),
      'decimal'
    )
    expect(
      sections.map(({ title, aside, command }) => [plain(title), aside && `${aside.words} ${aside.name}`, command])
    ).toEqual([
      ['1 uncommitted file', null, 'git add'],
      ['1 uncommitted file', 'in .claude/worktrees/x', null],
      ['2 commits on no remote', 'branch wip', 'git push wip'],
      ['1 commit reached only by a tag', 'tag v1', 'git push v1'],
      ['1 stash entry', null, null]
    ])
    expect(sections.slice(0, 2).flatMap(({ rows }) => rows.map((row) => [row.lead, row.name, row.form]))).toEqual([
      ['M', 'a.ts', 'code'],
      ['?', 'b.ts', 'code']
    ])
    expect(sections[4]?.rows[0]).toMatchObject({ lead: 'stash@{0}', name: 'WIP', form: 'words' })
    expect(sections[2]?.rows[0]?.lead).toBe('1234567')
  })

  it('what was not sent belongs to no branch and no tag', () => {
    const sent = [
      item('one', { where: 'branch a', clear: 'push a' }),
      item('two', { where: 'tag v1', clear: 'push v1' })
    ]
    const sections = sectionsOf(detail(list('commits', sent, { total: 265 })), 'decimal')
    expect(sections.map((section) => [plain(section.title), section.more, section.command])).toEqual([
      ['1 commit on no remote', 0, 'push a'],
      ['1 commit reached only by a tag', 0, 'push v1'],
      ['263 more commits on no remote', 263, null]
    ])
  })

  it('several tags or heads keep a command each, and a tag that no listed commit names is not lost', () => {
    const sections = sectionsOf(
      detail(
        list('commits', [item('two', { where: 'tag v1', clear: 'push v1' })]),
        list(
          'tags',
          ['v1', 'v2', 'v3'].map((name) => item(name, { clear: `push ${name}` }))
        ),
        list(
          'heads',
          ['/a', '/b'].map((name) => item(name, { clear: `branch ${name}` }))
        )
      ),
      'decimal'
    )
    expect(
      sections.map((section) => [plain(section.title), section.command, section.rows.map((row) => row.clear)])
    ).toEqual([
      ['1 commit reached only by a tag', 'push v1', [null]],
      ['2 tags that alone hold commits', null, ['push v2', 'push v3']],
      ['2 worktrees on no branch', null, ['branch /a', 'branch /b']]
    ])
  })

  it('files of a worktree inside stand apart from those of the checkout, with a command of their own', () => {
    const own = [item('a.ts', { code: ' M' })]
    const inside = [item('b.md', { code: '??', where: '.claude/worktrees/x', clear: 'git add in x' })]
    const sections = sectionsOf(detail(list('changes', [...own, ...inside], { total: 9, clear: 'git add' })), 'decimal')
    expect(sections.map((section) => [plain(section.title), section.aside?.name, section.command])).toEqual([
      ['1 uncommitted file', undefined, 'git add'],
      ['1 uncommitted file', '.claude/worktrees/x', 'git add in x'],
      ['7 more uncommitted files', undefined, null]
    ])
    const [all] = sectionsOf(detail(list('changes', own, { total: 265, clear: 'git add' })), 'decimal')
    expect([plain(all?.title ?? ''), all?.more]).toEqual(['265 uncommitted files', 264])
  })

  it('commits of a HEAD on no branch are saved by pushing the newest, and their worktree is named once', () => {
    const sections = sectionsOf(
      detail(
        list('commits', [
          item('new', { id: '11', where: 'worktree beside', clear: 'push 11' }),
          item('old', { id: '00', where: 'worktree beside', clear: 'push 00' })
        ]),
        list('heads', [item('/beside', { id: '11', clear: 'push 11' }), item('/far', { id: '22', clear: 'push 22' })])
      ),
      'decimal'
    )
    expect(
      sections.map((section) => [plain(section.title), section.command, section.rows.map((row) => row.name)])
    ).toEqual([
      ['2 commits on no branch', 'push 11', ['new', 'old']],
      ['1 worktree on no branch', 'push 22', ['/far']]
    ])
    expect(sections[0]?.rows.every((row) => row.clear === null)).toBe(true)
  })

  it('without a remote it is said, and no command is made up', () => {
    const [section] = sectionsOf(detail(list('commits', [item('one', { where: 'branch main' })])), 'decimal')
    expect(section).toMatchObject({ command: null, fix: 'It has no remote to push to' })
  })
})

describe('how we know', () => {
  const weights = (answers: readonly Answered[]) => answers.map(({ key, weight }) => `${key} ${weight}`)

  it('losses first, then what keeps it, hints, and every question that found nothing', () => {
    const answers = answersOf(
      detail(
        list('ignored', [item('.env', { bytes: 4096 })], { weight: 'hint' }),
        list('operation', [item('rebase')], { weight: 'unknown' }),
        list('sites', [item('.claude/worktrees/a', { note: '2 unpushed commit(s) (in .claude/worktrees/a)' })]),
        list('commits', [item('one')]),
        list('stashes', [], { weight: 'unknown', text: 'The stash could not be listed.' })
      ),
      'clone',
      'decimal'
    )
    expect(weights(answers).slice(0, 4)).toEqual(['commits loses', 'sites loses', 'operation unknown', 'ignored hint'])
    expect(
      weights(answers)
        .slice(4)
        .every((one) => one.endsWith(' clear'))
    ).toBe(true)
    expect(answers).toHaveLength(10)
    expect(answers[0]).toMatchObject({ text: 'commits. The stash could not be listed.', rows: [] })
    expect(answers[1]?.rows[0]).toMatchObject({ name: '.claude/worktrees/a', note: '2 unpushed commits' })
    expect(plain(answers[3]?.rows[0]?.note ?? '')).toBe('4 kB')
  })

  it('a question that could not be answered is never a clear one, and nothing is where git could not look', () => {
    const doubt = answersOf(detail(list('nested', [], { weight: 'unknown', text: 'Not told.' })), 'clone', 'decimal')
    expect(doubt[0]).toMatchObject({ key: 'nested', weight: 'unknown', text: 'Not told.' })
    expect(answersOf({ ...detail(), unsaved: { couldNotTell: 'no' } }, 'clone', 'decimal')).toEqual([])
    expect(answersOf({ ...detail(), unsaved: { nothingToLose: true } }, 'clone', 'decimal')).toHaveLength(10)
  })

  it('a linked worktree answers for its own commits, not for every branch', () => {
    const question = (kind: 'clone' | 'worktree') =>
      answersOf({ ...detail(), unsaved: { nothingToLose: true } }, kind, 'decimal')[1]?.question
    expect([question('clone'), question('worktree')]).toEqual(['Every branch, tag and stash', 'Its own commits'])
  })
})
