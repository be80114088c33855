import { mkdir, mkdtemp, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Place, placeOf } from '../engine/place'
import { absolutePlace, exactArguments } from './exact-argv'

const here = '/home/u' as Place

describe('paths of the command line', () => {
  it.each([
    ['a', '/home/u/a'],
    ['/a//b/./c/', '/a/b/c'],
    ['.', '/home/u'],
    ['/', '/'],
    ['./-', '/home/u/-'],
    ['no/such/../x', '/home/u/no/x'],
    ['\xff\xfe', '/home/u/\xff\xfe']
  ])('%j becomes %j', (argument, place) => {
    expect(absolutePlace(argument, here)).toBe(place)
  })

  it('follows .. as the system does, through links', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'argv-')))
    await mkdir(join(folder, 'real', 'inner'), { recursive: true })
    await symlink(join(folder, 'real', 'inner'), join(folder, 'link'))
    expect(absolutePlace('link/../x', placeOf(folder))).toBe(placeOf(join(folder, 'real', 'x')))
    expect(absolutePlace('link', placeOf(folder))).toBe(placeOf(join(folder, 'link')))
  })

  it('encodes what Node hands over where the kernel has no other word', () => {
    expect(exactArguments(['node', 'script', 'ü'])).toEqual(['\xc3\xbc'])
    expect(exactArguments(['node', 'script'])).toEqual([])
  })
})
