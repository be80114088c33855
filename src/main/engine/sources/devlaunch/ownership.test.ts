import { describe, expect, it } from 'vitest'
import { type Place, placeOf } from '../../place'
import { sourceFrom } from '../../tools/devpod/workspace'
import { holdOf, isOurs, namesRemote, placeOfSource, positionIn } from './ownership'

const cache = placeOf('/h/.cache/devlaunch')
const folder = (path: string) => sourceFrom({ localFolder: path })

describe('ours: lexical, without the disk (2.13)', () => {
  it('A009: the cache itself and its neighbour are not ours', () => {
    expect(isOurs(folder('/h/.cache/devlaunch'), cache)).toBe(false)
    expect(isOurs(folder('/h/.cache/devlaunch/'), cache)).toBe(false)
    expect(isOurs(folder('/h/.cache/devlaunch-scratch/x'), cache)).toBe(false)
    expect(isOurs(folder('/h/.cache/devlaunch/repos/a/b/c'), cache)).toBe(true)
  })

  it('a git or an image source never is', () => {
    expect(isOurs(sourceFrom({ gitRepository: '/h/.cache/devlaunch/x' }), cache)).toBe(false)
    expect(isOurs(sourceFrom({ image: '/h/.cache/devlaunch/x' }), cache)).toBe(false)
  })
})

describe('where a source could be', () => {
  it.each(['https://github.com/o/r', 'file:///srv/app.git', 'ssh://x', 'git@github.com:o/r', 'a+b.c-d://x'])(
    '%s is a remote',
    (text) => {
      expect(namesRemote(text)).toBe(true)
      expect(placeOfSource(sourceFrom({ gitRepository: text }))).toEqual({ kind: 'none' })
    }
  )

  it.each(['github.com/o/r', './x', '/srv/x', 'host:path', 'a/b@c:d', 'u @h:x'])('%s is a path', (text) => {
    expect(namesRemote(text)).toBe(false)
    expect(placeOfSource(sourceFrom({ gitRepository: text }))).toEqual({ kind: 'path', path: text })
  })

  it('an unreadable folder and a NUL byte could be anywhere; an image is nowhere', () => {
    expect(placeOfSource(sourceFrom({ localFolder: 3 })).kind).toBe('unlocatable')
    expect(placeOfSource(folder('/a\0b')).kind).toBe('unlocatable')
    expect(placeOfSource(sourceFrom({ image: 'ubuntu:24.04' }))).toEqual({ kind: 'none' })
    expect(placeOfSource(sourceFrom({ localFolder: null }))).toEqual({ kind: 'none' })
  })
})

describe('held: by canonical place', () => {
  const root = '/r/repos' as Place
  const at = (place: string, checkout: boolean) => holdOf(positionIn(place as Place, root), checkout)

  it.each([
    ['/elsewhere', true, { kind: 'outside' }],
    ['/r/repos-2/o/r/k', true, { kind: 'outside' }],
    ['/r/repos/o/r', true, { kind: 'misplaced', repository: '/r/repos/o/r' }],
    ['/r/repos/o/r/k', true, { kind: 'held', clone: '/r/repos/o/r/k' }],
    ['/r/repos/o/r/k/sub/deep', true, { kind: 'held', clone: '/r/repos/o/r/k' }],
    ['/r/repos/o/r/k', false, { kind: 'misplaced', repository: '/r/repos/o/r' }]
  ])('%s with a checkout: %s', (place, checkout, hold) => {
    expect(at(place, checkout)).toEqual(hold)
  })

  it.each(['/r/repos', '/r/repos/o'])('%s holds several clones and could mean any', (place) => {
    expect(at(place, true).kind).toBe('unlocatable')
  })
})
