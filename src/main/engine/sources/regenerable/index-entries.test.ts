import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { scratch } from '../../../../../e2e/world/scanning'
import { tracksBelow } from './index-entries'

let disk: ReturnType<typeof scratch>
beforeEach(() => {
  disk = scratch()
})
afterEach(() => disk.remove())

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const steps = ['a', 'b', 'target', 'target2', 'targe', 'x'.repeat(255), '\xff\xfe', 'new\nline', '-x', 'é', ' ']
const git = (folder: string, input: Buffer | null, ...args: string[]) =>
  execFileSync('git', args, { cwd: folder, ...(input === null ? {} : { input }) })

/** An index over paths of which no file exists. */
function indexOf(folder: string, paths: readonly string[], next: (below: number) => number): Buffer {
  mkdirSync(folder)
  const long = next(3) === 0
  git(folder, null, 'init', '-q', `--object-format=${long ? 'sha256' : 'sha1'}`)
  const id = (long ? '9' : '8').repeat(long ? 64 : 40)
  const modes = ['100644', '100755', '120000', '160000']
  const lines = paths.map((path) => `${modes[next(4)]} ${id}\t${path}\0`).join('')
  git(folder, Buffer.from(lines, 'latin1'), 'update-index', '--add', '-z', '--index-info')
  git(folder, null, 'update-index', '--index-version', String(2 + next(2) * 2))
  const marked = paths.filter(() => next(4) === 0)
  const input = Buffer.from(marked.map((path) => `${path}\0`).join(''), 'latin1')
  if (next(2) === 0) git(folder, input, 'update-index', '-z', '--skip-worktree', '--stdin')
  return readFileSync(join(folder, '.git', 'index'))
}

it('says of every folder what git ls-files says, in indexes of every kind', () => {
  const next = numbers(7)
  for (let round = 0; round < 60; round += 1) {
    const depth = () => 1 + next(4)
    const path = () => Array.from({ length: depth() }, () => steps[next(steps.length)] ?? 'a').join('/')
    const wanted = Array.from({ length: 1 + next(20) }, path)
    // git takes no file that is a folder of another.
    const paths = [...new Set(wanted)].filter((one) => !wanted.some((other) => other.startsWith(`${one}/`)))
    const folder = disk.at(String(round))
    const bytes = indexOf(folder, paths, next)
    const listed = git(folder, null, 'ls-files', '-z').toString('latin1').split('\0')
    for (const asked of [...paths.map((one) => one.split('/').slice(0, -1).join('/')), ...steps, path()]) {
      if (asked === '') continue
      const tracked = listed.some((one) => one === asked || one.startsWith(`${asked}/`))
      expect(tracksBelow(bytes, asked).kind, `${round}: ${asked}`).toBe(tracked ? 'tracks' : 'nothing')
    }
  }
})

it('knows nothing of an index that was cut, or changed in one byte', () => {
  const next = numbers(3)
  const bytes = indexOf(disk.at('repo'), ['a/b', 'c/d', 'target/e'], next)
  expect(tracksBelow(bytes, 'nowhere').kind).toBe('nothing')
  for (let at = 0; at < bytes.length; at += 1) {
    expect(tracksBelow(bytes.subarray(0, at), 'nowhere').kind, `cut at ${at}`).toBe('unknown')
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(tracksBelow(changed, 'nowhere').kind, `changed at ${at}`).toBe('unknown')
  }
})

it('an index without a hash is read all the same', () => {
  const bytes = indexOf(disk.at('repo'), ['a/b', 'target/e'], numbers(3))
  bytes.fill(0, bytes.length - (bytes.includes(Buffer.alloc(32, 0x99)) ? 32 : 20))
  expect(tracksBelow(bytes, 'target')).toEqual({ kind: 'tracks', first: 'target/e' })
  expect(tracksBelow(bytes, 'b').kind).toBe('nothing')
})
