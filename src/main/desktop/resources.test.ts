import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const resources = fileURLToPath(new URL('../../../resources/', import.meta.url))

const APP_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const AQUA = [0x38, 0xc6, 0xdc, 255]
const PNG_SIGNATURE = '89504e470d0a1a0a'

/** File names of each tray state: macOS templates, the two Linux grounds, Windows. */
const TRAY_STATES = [
  { state: 'idle', template: 'trayTemplate', suffix: '' },
  { state: 'scanning', template: 'trayScanningTemplate', suffix: '-scanning' },
  { state: 'failed', template: 'trayFailedTemplate', suffix: '-failed' }
]

interface Chunk {
  code: string
  content: Buffer
}

interface Image {
  width: number
  height: number
  /** Four bytes a pixel, rows from the top. */
  rgba: Buffer
}

type Pixel = [red: number, green: number, blue: number, alpha: number]

/** Bytes of a file under resources/. */
function read(path: string): Buffer {
  return readFileSync(join(resources, path))
}

/** Chunks of a PNG; throws on a bad signature, length or checksum. */
function pngChunks(png: Buffer): Chunk[] {
  if (png.toString('hex', 0, 8) !== PNG_SIGNATURE) throw new Error('not a PNG')
  const chunks: Chunk[] = []
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at)
    if (crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end)) throw new Error('bad PNG checksum')
    chunks.push({ code: png.toString('latin1', at + 4, at + 8), content: png.subarray(at + 8, end) })
    at = end + 4
  }
  if (chunks.at(-1)?.code !== 'IEND') throw new Error('PNG without an end')
  return chunks
}

/** What a PNG row filter adds to a byte, from its left, upper and upper left neighbours. */
function prediction(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) throw new Error(`unknown PNG filter ${filter}`)
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value)) as [
    number,
    number,
    number
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** Pixels of inflated PNG rows, each led by its filter byte. */
function unfilter(rows: Buffer, width: number, height: number): Buffer {
  const stride = width * 4
  if (rows.length !== (stride + 1) * height) throw new Error('PNG rows do not fill its size')
  const rgba = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = rows.readUInt8(y * (stride + 1))
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x < 4 ? 0 : rgba.readUInt8(at - 4)
      const up = y === 0 ? 0 : rgba.readUInt8(at - stride)
      const corner = x < 4 || y === 0 ? 0 : rgba.readUInt8(at - stride - 4)
      rgba[at] = rows.readUInt8(y * (stride + 1) + 1 + x) + prediction(filter, left, up, corner)
    }
  }
  return rgba
}

/** Decodes a PNG of the one kind we ship: 8 bit RGBA, not interlaced. */
function decodePng(png: Buffer): Image {
  const chunks = pngChunks(png)
  const header = chunks[0]
  if (header?.code !== 'IHDR') throw new Error('PNG without a header')
  const [depth, color, , , interlace] = header.content.subarray(8)
  if (depth !== 8 || color !== 6 || interlace !== 0) throw new Error('PNG is not plain 8 bit RGBA')
  const width = header.content.readUInt32BE(0)
  const height = header.content.readUInt32BE(4)
  const data = Buffer.concat(chunks.filter(({ code }) => code === 'IDAT').map(({ content }) => content))
  return { width, height, rgba: unfilter(inflateSync(data), width, height) }
}

/** The pixel at a place. */
function pixel({ width, rgba }: Image, x: number, y: number): number[] {
  return [...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
}

/** Every pixel in reading order. */
function pixels({ rgba }: Image): Pixel[] {
  return Array.from({ length: rgba.length / 4 }, (_, index) => [...rgba.subarray(index * 4, index * 4 + 4)] as Pixel)
}

/** Colours of the fully opaque pixels, each once, as hex. */
function solidColors(image: Image): string[] {
  const solid = pixels(image).filter(([, , , alpha]) => alpha === 255)
  return [...new Set(solid.map(([red, green, blue]) => Buffer.from([red, green, blue]).toString('hex')))]
}

/** Relative luminance of a hex colour, as WCAG defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [...Buffer.from(hex, 'hex')].map((byte) => {
    const value = byte / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two hex colours. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Images of an ICO; throws unless its entries agree with their PNGs and cover the file to its end. */
function decodeIco(ico: Buffer): Image[] {
  if (ico.readUInt16LE(0) !== 0 || ico.readUInt16LE(2) !== 1) throw new Error('not an ICO')
  const count = ico.readUInt16LE(4)
  let expected = 6 + 16 * count
  const images = Array.from({ length: count }, (_, index) => {
    const entry = ico.subarray(6 + 16 * index, 22 + 16 * index)
    const offset = entry.readUInt32LE(12)
    if (offset !== expected) throw new Error('ICO image is not where the one before it ends')
    expected = offset + entry.readUInt32LE(8)
    const image = decodePng(ico.subarray(offset, expected))
    if ((entry[0] || 256) !== image.width || (entry[1] || 256) !== image.height) throw new Error('ICO entry lies')
    if (entry.readUInt16LE(4) !== 1 || entry.readUInt16LE(6) !== 32) throw new Error('ICO entry is not 32 bit')
    return image
  })
  if (expected !== ico.length) throw new Error('ICO has bytes that no entry names')
  return images
}

/** Chunks of an ICNS; throws unless their lengths add up to the file's. */
function icnsChunks(icns: Buffer): Chunk[] {
  if (icns.toString('latin1', 0, 4) !== 'icns' || icns.readUInt32BE(4) !== icns.length) throw new Error('not an ICNS')
  const chunks: Chunk[] = []
  let at = 8
  while (at < icns.length) {
    const end = at + icns.readUInt32BE(at + 4)
    chunks.push({ code: icns.toString('latin1', at, at + 4), content: icns.subarray(at + 8, end) })
    at = end
  }
  if (at !== icns.length) throw new Error('ICNS chunk runs past the end')
  return chunks
}

/** Unpacks ICNS runs: a byte below 128 leads that many literals and one, any other a run of itself less 125. */
function unpackRuns(packed: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < packed.length; ) {
    const lead = packed.readUInt8(at)
    const literal = lead < 128
    parts.push(literal ? packed.subarray(at + 1, at + 2 + lead) : Buffer.alloc(lead - 125, packed.readUInt8(at + 1)))
    at += literal ? lead + 2 : 2
  }
  return Buffer.concat(parts)
}

/** Decodes an ARGB chunk of an ICNS. */
function decodeArgb(content: Buffer, size: number): Image {
  if (content.toString('latin1', 0, 4) !== 'ARGB') throw new Error('not ARGB')
  const planes = unpackRuns(content.subarray(4))
  const area = size * size
  if (planes.length !== area * 4) throw new Error('ARGB planes do not fill their size')
  const rgba = Buffer.alloc(area * 4)
  for (let index = 0; index < area; index++) {
    const [alpha, red, green, blue] = [0, 1, 2, 3].map((plane) => planes.readUInt8(plane * area + index))
    rgba.set([red ?? 0, green ?? 0, blue ?? 0, alpha ?? 0], index * 4)
  }
  return { width: size, height: size, rgba }
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
