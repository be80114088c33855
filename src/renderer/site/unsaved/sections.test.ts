import { describe, expect, it } from 'vitest'
import type { UnsavedDetail, UnsavedItem, UnsavedList } from '../../../shared/model'
import { findingsOf, sectionsOf } from './sections'

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
    expect(sections.map((section) => [plain(section.title), section.aside, section.command])).toEqual([
      ['2 uncommitted files', '', 'git add'],
      ['2 commits on no remote', 'branch wip', 'git push wip'],
      ['1 commit reached only by a tag', 'tag v1', 'git push v1'],
      ['1 stash entry', '', null]
    ])
    expect(sections[0]?.rows.map((row) => [row.lead, row.name, row.note])).toEqual([
      ['M', 'a.ts', ''],
      ['?', 'b.ts', 'in .claude/worktrees/x']
    ])
    expect(sections[1]?.rows[0]?.lead).toBe('1234567')
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

  it('other questions follow, losses first, hints last, with bytes', () => {
    const findings = findingsOf(
      detail(
        list('ignored', [item('.env', { bytes: 4096 })], { weight: 'hint' }),
        list('operation', [item('rebase')], { weight: 'unknown' }),
        list('sites', [item('.claude/worktrees/a')])
      ),
      'decimal'
    )
    expect(findings.map((finding) => finding.key)).toEqual(['sites', 'operation', 'ignored'])
    expect(plain(findings[2]?.rows[0]?.note ?? '')).toBe('4 kB')
  })
})
