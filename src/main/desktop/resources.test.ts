import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  contrast,
  decodeArgb,
  decodeIco,
  decodePng,
  icnsChunks,
  pixel,
  pixels,
  solidColors
} from '../../../e2e/world/pictures'

const resources = fileURLToPath(new URL('../../../resources/', import.meta.url))

const APP_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const AQUA = [0x38, 0xc6, 0xdc, 255]

/** File names of each tray state: macOS templates, the two Linux grounds, Windows. */
const TRAY_STATES = [
  { state: 'idle', template: 'trayTemplate', suffix: '' },
  { state: 'scanning', template: 'trayScanningTemplate', suffix: '-scanning' },
  { state: 'failed', template: 'trayFailedTemplate', suffix: '-failed' }
]

/** Bytes of a file under resources/. */
function read(path: string): Buffer {
  return readFileSync(join(resources, path))
}

/** Keys of the one group of a .desktop file. */
function desktopEntry(text: string): Record<string, string> {
  const [group, ...lines] = text.trimEnd().split('\n')
  if (group !== '[Desktop Entry]') throw new Error('no desktop entry')
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

describe('app icon', () => {
  it.each(APP_SIZES)('%i px: is what its name says, a tile with clear corners', (size) => {
    const image = decodePng(read(`icons/${size}x${size}.png`))
    expect([image.width, image.height]).toEqual([size, size])
    const last = size - 1
    for (const [x, y] of [
      [0, 0],
      [last, 0],
      [0, last],
      [last, last]
    ] as const) {
      expect(pixel(image, x, y)[3]).toBeLessThan(64)
    }
    expect(pixel(image, size / 2, Math.round(size * 0.9))).toEqual(AQUA)
  })

  it('has no size that is not listed', () => {
    const names = APP_SIZES.map((size) => `${size}x${size}.png`)
    expect(readdirSync(join(resources, 'icons')).sort()).toEqual(names.sort())
  })

  it('is 512 px on its own', () => {
    expect(read('icon.png').equals(read('icons/512x512.png'))).toBe(true)
  })

  it('ICO holds the sizes Windows asks for', () => {
    const images = decodeIco(read('icon.ico'))
    expect(images.map(({ width }) => width)).toEqual([16, 24, 32, 48, 64, 128, 256])
    for (const image of images) {
      expect(image.rgba.equals(decodePng(read(`icons/${image.width}x${image.width}.png`)).rgba)).toBe(true)
    }
  })

  it('ICNS holds 16 to 1024 px, under the code of each size', () => {
    const chunks = icnsChunks(read('icon.icns'))
    const small = { ic04: 16, ic05: 32 }
    const sizes = chunks.map(({ code, content }) => {
      const image = code === 'ic04' || code === 'ic05' ? decodeArgb(content, small[code]) : decodePng(content)
      expect(image.height).toBe(image.width)
      return [code, image.width]
    })
    expect(Object.fromEntries(sizes)).toEqual({
      ...small,
      ic07: 128,
      ic08: 256,
      ic09: 512,
      ic10: 1024,
      ic11: 32,
      ic12: 64,
      ic13: 256,
      ic14: 512
    })
    expect(chunks).toHaveLength(10)
  })

  it.each([
    ['ic04', 16],
    ['ic05', 32]
  ] as const)('ICNS %s has the pixels of the PNG', (code, size) => {
    const chunk = icnsChunks(read('icon.icns')).find((one) => one.code === code)
    const image = decodeArgb(chunk?.content ?? Buffer.alloc(0), size)
    expect(image.rgba.equals(decodePng(read(`icons/${size}x${size}.png`)).rgba)).toBe(true)
  })
})

describe('tray', () => {
  const pngs = TRAY_STATES.flatMap(({ template, suffix }) => [
    { name: template, size: 18 },
    { name: `tray-light${suffix}`, size: 22 },
    { name: `tray-dark${suffix}`, size: 22 }
  ])

  it('has these files and no other', () => {
    const names = pngs.flatMap(({ name }) => [`${name}.png`, `${name}@2x.png`])
    const icos = TRAY_STATES.map(({ suffix }) => `tray${suffix}.ico`)
    expect(readdirSync(join(resources, 'tray')).sort()).toEqual([...names, ...icos].sort())
  })

  it.each(pngs)('$name is $size px, twice that at @2x', ({ name, size }) => {
    const one = decodePng(read(`tray/${name}.png`))
    const two = decodePng(read(`tray/${name}@2x.png`))
    expect([one.width, one.height]).toEqual([size, size])
    expect([two.width, two.height]).toEqual([size * 2, size * 2])
  })

  it.each(TRAY_STATES.flatMap(({ template }) => [`${template}.png`, `${template}@2x.png`]))(
    '%s is black and alpha alone',
    (name) => {
      const all = pixels(decodePng(read(`tray/${name}`)))
      expect(all.filter(([red, green, blue]) => red + green + blue > 0)).toEqual([])
      const alphas = new Set(all.map(([, , , alpha]) => alpha))
      expect(alphas.has(0) && alphas.has(255)).toBe(true)
    }
  )

  it.each(TRAY_STATES)('$state: one colour, seen on its panel', ({ suffix }) => {
    const [light = '', ...moreLight] = solidColors(decodePng(read(`tray/tray-light${suffix}.png`)))
    const [dark = '', ...moreDark] = solidColors(decodePng(read(`tray/tray-dark${suffix}.png`)))
    expect([...moreLight, ...moreDark]).toEqual([])
    expect(contrast(light, '303030')).toBeGreaterThan(7)
    expect(contrast(dark, 'e0e0e0')).toBeGreaterThan(7)
  })

  it.each(TRAY_STATES)('$state: ICO holds 16 to 32 px, seen on dark and light taskbars', ({ suffix }) => {
    const images = decodeIco(read(`tray/tray${suffix}.ico`))
    expect(images.map(({ width }) => width)).toEqual([16, 20, 24, 32])
    const [color = '', ...more] = [...new Set(images.flatMap(solidColors))]
    expect(more).toEqual([])
    expect(contrast(color, '202020')).toBeGreaterThan(3)
    expect(contrast(color, 'f3f3f3')).toBeGreaterThan(3)
  })

  it('shows each state in another shape', () => {
    const shapes = TRAY_STATES.map(({ template }) => decodePng(read(`tray/${template}.png`)).rgba.toString('hex'))
    expect(new Set(shapes).size).toBe(TRAY_STATES.length)
  })
})

describe('desktop entry', () => {
  it('has the keys a launcher needs', () => {
    expect(desktopEntry(read('clearhold.desktop').toString('utf8'))).toMatchObject({
      Type: 'Application',
      Name: 'Clearhold',
      GenericName: expect.stringMatching(/\S/),
      Comment: expect.stringMatching(/\S/),
      Exec: 'clearhold %U',
      Icon: 'clearhold',
      Terminal: 'false',
      Categories: 'Utility;System;Filesystem;',
      Keywords: expect.stringMatching(/^(?:\w+;)+$/),
      StartupWMClass: 'clearhold'
    })
  })

  it('passes desktop-file-validate', (context) => {
    const result = spawnSync('desktop-file-validate', [join(resources, 'clearhold.desktop')], { encoding: 'utf8' })
    if (result.error && process.env['CI'] !== 'true') context.skip('desktop-file-validate is not on PATH')
    expect(result.error).toBeUndefined()
    expect(result.stdout).not.toMatch(/error|warning/)
    expect(result.status).toBe(0)
  })
})

describe('weight', () => {
  it('stays small enough to keep in git', () => {
    const files = readdirSync(resources, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const sizes = files.map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    expect(Math.max(...sizes)).toBeLessThan(150_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000)
  })
})
