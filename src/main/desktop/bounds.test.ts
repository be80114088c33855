import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeWindow, type SavedWindow } from './bounds'
import { readWindow, writeWindow } from './window-file'

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const right = { x: 1440, y: 0, width: 2560, height: 1440 }
const saved: SavedWindow = { x: 2000, y: 100, width: 1000, height: 700, maximised: true }
const usual = { bounds: { width: 1280, height: 800 }, maximised: false }

describe('where the window opens (F8)', () => {
  it('as it was left, while its screen is there', () => {
    expect(placeWindow(saved, [laptop, right])).toEqual({
      bounds: { x: 2000, y: 100, width: 1000, height: 700 },
      maximised: true
    })
  })

  it('in its usual place once that screen is gone', () => {
    expect(placeWindow(saved, [laptop])).toEqual(usual)
  })

  it.each<[string, SavedWindow, boolean]>([
    ['half over the edge', { ...saved, x: 1000, y: 100 }, true],
    ['only a sliver left', { ...saved, x: 1400, y: 100 }, false],
    ['its title above the screen', { ...saved, x: 100, y: -30 }, false],
    ['its title below the screen', { ...saved, x: 100, y: 880 }, false],
    ['left of everything', { ...saved, x: -990, y: 100 }, false]
  ])('%s', (_what, window, kept) => {
    expect(placeWindow(window, [laptop]).bounds.x).toBe(kept ? window.x : undefined)
  })

  it('never larger than the screen', () => {
    const small = { x: 0, y: 0, width: 1024, height: 600 }
    expect(placeWindow(null, [small]).bounds).toEqual({ width: 1024, height: 600 })
    expect(placeWindow(null, [])).toEqual(usual)
  })
})

describe('how the window was left (F8)', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'window-'))
    file = join(folder, 'window.json')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('comes back as it was written, and only its owner reads it', async () => {
    await writeWindow(file, saved)
    expect(await readWindow(file)).toEqual({ window: saved, notice: null })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['window.json'])
  })

  it('is nothing at first, which is no fault', async () => {
    expect(await readWindow(file)).toEqual({ window: null, notice: null })
  })

  it.each([
    ['not JSON', '{'],
    ['a missing key', '{"x":1,"y":1,"width":5,"height":5}'],
    ['a key too many', JSON.stringify({ ...saved, more: 1 })],
    ['a size below nothing', JSON.stringify({ ...saved, width: -1 })],
    ['a place beyond reason', JSON.stringify({ ...saved, x: 1e12 })],
    ['words', JSON.stringify({ ...saved, x: '5' })]
  ])('%s is set aside and said', async (_what, text) => {
    await writeFile(file, text)
    const { window, notice } = await readWindow(file)
    expect(window).toBeNull()
    const [aside = ''] = await readdir(folder)
    expect(aside).toMatch(/^window\.json\.damaged-/)
    expect(notice).toContain(aside)
    expect(await readFile(join(folder, aside), 'utf8')).toBe(text)
  })

  it('a pipe in its place keeps nobody waiting, and a huge file is not read', async () => {
    execFileSync('mkfifo', [file])
    expect(await readWindow(file)).toEqual({
      window: null,
      notice: `${file} is not a regular file. The window opens in its usual place.`
    })
    const huge = join(folder, 'huge.json')
    await writeFile(huge, '')
    await truncate(huge, 2 ** 31)
    expect((await readWindow(huge)).notice).toContain('was damaged')
  })

  it('a file that cannot be read is said and left alone', async () => {
    const { window, notice } = await readWindow(folder)
    expect(window).toBeNull()
    expect(notice).toContain('EISDIR')
  })
})
