import { expect, test } from 'vitest'
import { doubtInShort, lossInShort, siteLossInShort } from './in-short'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  ['3 uncommitted change(s) (a, b, c) and 2 unpushed commit(s)', '3 files, 2 commits'],
  ['1 uncommitted change(s) (notes.md)', '1 file'],
  ['6 unpushed commit(s), 1 reachable only from local tag(s) (v1)', '6 commits'],
  [
    '3 uncommitted change(s) (a) and 4 unpushed commit(s) and 2 uncommitted change(s) (ids.md, src/) (in .claude/worktrees/c) and 2 unpushed commit(s) (in .claude/worktrees/d)',
    '5 files, 4 commits'
  ],
  ['2 unpushed commit(s) (in .claude/worktrees/d)', '2 commits'],
  ['1200 uncommitted change(s) (a, b, c, …)', '1,200 files'],
  ['1 uncommitted change(s) (9 unpushed commit(s).txt)', '1 file'],
  ['something of another form', 'something of another form']
])('%s is %s in a column', (whole, short) => {
  expect(plain(lossInShort(whole))).toBe(short)
})

test.each([
  ['git could not read /home/a/b: fatal: bad object HEAD', 'git could not read it'],
  ['git could not list unpushed commits in /x: error', 'git could not list commits'],
  ['could not look at /x: Permission denied', 'It could not be looked at'],
  ['git is holding it locked (claude session) (in .claude/worktrees/b)', 'git is holding it locked'],
  ["could not work out which directory w's clone is in", 'Its folder is not known'],
  ['anything else', 'anything else']
])('%s is %s in a column', (whole, short) => {
  expect(doubtInShort(whole)).toBe(short)
})

test.each([
  [{ files: 2, commits: 4, stashes: 1 }, '2 files, 4 commits, 1 stash'],
  [{ files: 0, commits: 0, stashes: 2 }, '2 stashes'],
  [{ files: 0, commits: 0, stashes: 0 }, '2 commits'],
  [null, '2 commits']
])('%s: an entry of the stash is no commit, and what was not counted is read', (lost, short) => {
  expect(plain(siteLossInShort(lost, '2 unpushed commit(s)'))).toBe(short)
})
