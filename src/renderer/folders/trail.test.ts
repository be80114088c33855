import { expect, test } from 'vitest'
import { jumpTo, trailTo } from './trail'

const listing = (folder: string, path: string, parent: string | null) => ({
  folder,
  path,
  parent,
  folders: [],
  more: 0,
  said: null
})

test('opening goes down the breadcrumb, a crumb cuts it, and going above its start begins it anew', () => {
  const home = trailTo([], listing('h', '/home/ada', 'p'), '/home/ada')
  expect(home).toEqual([{ folder: 'h', words: '~' }])
  const code = trailTo(home, listing('c', '/home/ada/code', 'h'), '/home/ada')
  const deep = trailTo(code, listing('d', '/home/ada/code/deep', 'c'), '/home/ada')
  expect(deep.map((crumb) => crumb.words)).toEqual(['~', 'code', 'deep'])
  expect(trailTo(deep, listing('c', '/home/ada/code', 'h'), '/home/ada')).toEqual(code)
  const above = trailTo(home, listing('p', '/home', 'r'), '/home/ada')
  expect(above).toEqual([{ folder: 'p', words: '/home' }])
  expect(trailTo(above, listing('r', '/', null), '/home/ada')).toEqual([{ folder: 'r', words: '/' }])
})

test('a letter jumps to the next name that begins with it, round and round', () => {
  const names = ['archive', 'code', 'Clones', 'music']
  expect(jumpTo(names, 0, 'c')).toBe(1)
  expect(jumpTo(names, 1, 'c')).toBe(2)
  expect(jumpTo(names, 2, 'C')).toBe(1)
  expect(jumpTo(names, 3, 'x')).toBeNull()
  expect(jumpTo([], 0, 'a')).toBeNull()
})
