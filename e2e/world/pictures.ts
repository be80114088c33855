import { crc32, inflateSync } from 'node:zlib'

const PNG_SIGNATURE = '89504e470d0a1a0a'

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
export function decodePng(png: Buffer): Image {
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
export function pixel({ width, rgba }: Image, x: number, y: number): number[] {
  return [...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
}

/** Every pixel in reading order. */
export function pixels({ rgba }: Image): Pixel[] {
  return Array.from({ length: rgba.length / 4 }, (_, index) => [...rgba.subarray(index * 4, index * 4 + 4)] as Pixel)
}

/** Colours of the fully opaque pixels, each once, as hex. */
export function solidColors(image: Image): string[] {
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
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Images of an ICO; throws unless its entries agree with their PNGs and cover the file to its end. */
export function decodeIco(ico: Buffer): Image[] {
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
export function icnsChunks(icns: Buffer): Chunk[] {
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
export function decodeArgb(content: Buffer, size: number): Image {
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
