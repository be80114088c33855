/**
 * Draws every icon under resources/ from its SVG sources: `node scripts/icons.mjs`.
 *
 * resources/icon.svg is the app icon from 64 px up; resources/svg/ holds what is drawn for one pixel size: icon-N.svg
 * for the small app icons, tray-N.svg for the tray, each of these with its three states as classes in one file.
 * Needs rsvg-convert (librsvg2-bin) and convert (imagemagick).
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const resources = fileURLToPath(new URL('../resources/', import.meta.url))

const APP_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256]
const TRAY_ICO_SIZES = [16, 20, 24, 32]
/** App icon sizes that have a drawing of their own. */
const DRAWN_SIZES = new Set([16, 24, 32, 48])
const STATES = ['idle', 'scanning', 'failed']

const BLACK = '#000000'
const LIGHT = '#E9EEF4'
const DARK = '#121A24'
/** Windows takes one icon for light and dark taskbars; this aqua keeps 3:1 on both. */
const MIDDLE = '#0A7D92'

/** macOS leaves room around an icon: its tile is 824 of 1024 px, ours is 464 of 512. */
const MAC_VIEW_BOX = 'viewBox="-32 -32 576 576"'

/** The PNG pixels of 16 and 32 px in an ICNS are ARGB runs: macOS draws PNG of these sizes wrongly in an app bundle. */
const ICNS_ARGB = [
  ['ic04', 16],
  ['ic05', 32]
]
/** ICNS type codes that hold a PNG, with its width: 16 px at two dots per point (ic11) up to 512 at two (ic10). */
const ICNS_PNG = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024]
]

/** Text of a source under resources/. */
function source(path) {
  return readFileSync(join(resources, path), 'utf8')
}

/** Writes one result under resources/ and says so. */
function write(path, bytes) {
  const target = join(resources, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, bytes)
  console.log(`${relative(process.cwd(), target)}  ${bytes.length}`)
}

/** PNG of an SVG text at a square size. */
function render(svg, size) {
  return execFileSync('rsvg-convert', ['--width', String(size), '--height', String(size)], { input: svg })
}

/** RGBA bytes of a PNG. */
function pixels(png) {
  return execFileSync('convert', ['png:-', '-depth', '8', 'rgba:-'], { input: png })
}

/** PNG of the app icon, from the drawing made for its size when there is one. */
function appIcon(size) {
  return render(source(DRAWN_SIZES.has(size) ? `svg/icon-${size}.svg` : 'icon.svg'), size)
}

/** PNG of the app icon with the margin macOS wants; the small sizes have no pixel to spare for it. */
function macIcon(size) {
  if (DRAWN_SIZES.has(size)) return appIcon(size)
  return render(source('icon.svg').replace('viewBox="0 0 512 512"', MAC_VIEW_BOX), size)
}

/** PNG of the tray glyph in one state and colour; `scale` 2 doubles the drawing made for `grid` pixels. */
function trayIcon(grid, state, color, scale = 1) {
  const hidden = STATES.filter((other) => other !== state).map((other) => `.${other}`)
  const style = `<style>svg{color:${color}}${hidden.join()}{display:none}.${state}{display:inline}</style>`
  return render(source(`svg/tray-${grid}.svg`).replace('</svg>', `${style}</svg>`), grid * scale)
}

/** Width in the IHDR chunk of a PNG. */
function pngWidth(png) {
  return png.readUInt32BE(16)
}

/** One ICO directory entry; a 256 px side is written as 0. */
function icoEntry(png, offset) {
  const entry = Buffer.alloc(16)
  entry.writeUInt8(pngWidth(png) % 256, 0)
  entry.writeUInt8(pngWidth(png) % 256, 1)
  entry.writeUInt16LE(1, 4)
  entry.writeUInt16LE(32, 6)
  entry.writeUInt32LE(png.length, 8)
  entry.writeUInt32LE(offset, 12)
  return entry
}

/** ICO file of square PNGs. */
function ico(pngs) {
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pngs.length, 4)
  let offset = header.length + 16 * pngs.length
  const entries = pngs.map((png) => {
    const entry = icoEntry(png, offset)
    offset += png.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...pngs])
}

/** How many bytes from `start` are the same, at most 130. */
function runLength(bytes, start) {
  let end = start + 1
  while (end < bytes.length && end - start < 130 && bytes[end] === bytes[start]) end++
  return end - start
}

/** Run-length coding of ICNS: 0–127 is a count of literals less one, 128–255 a run of 3–130. */
function packRuns(bytes) {
  const out = []
  let literals = []
  const flush = () => {
    if (literals.length > 0) out.push(literals.length - 1, ...literals)
    literals = []
  }
  for (let at = 0; at < bytes.length; ) {
    const run = runLength(bytes, at)
    if (run >= 3) {
      flush()
      out.push(run + 125, bytes[at])
      at += run
    } else {
      literals.push(bytes[at])
      if (literals.length === 128) flush()
      at++
    }
  }
  flush()
  return Buffer.from(out)
}

/** Content of an ARGB chunk: its mark, then the alpha, red, green and blue planes, each packed. */
function argb(png) {
  const rgba = pixels(png)
  const planes = [3, 0, 1, 2].map((channel) => packRuns(rgba.filter((_, index) => index % 4 === channel)))
  return Buffer.concat([Buffer.from('ARGB'), ...planes])
}

/** A chunk of an ICNS, or the file itself: code, whole length, content. */
function icnsChunk(code, content) {
  const header = Buffer.alloc(8)
  header.write(code, 'latin1')
  header.writeUInt32BE(content.length + 8, 4)
  return Buffer.concat([header, content])
}

/** ICNS file with the sizes that iconutil would put in. */
function icns() {
  const small = ICNS_ARGB.map(([code, size]) => icnsChunk(code, argb(macIcon(size))))
  const rest = ICNS_PNG.map(([code, size]) => icnsChunk(code, macIcon(size)))
  return icnsChunk('icns', Buffer.concat([...small, ...rest]))
}

/** A tray PNG and its @2x. */
function writeTray(name, grid, state, color) {
  write(`tray/${name}.png`, trayIcon(grid, state, color))
  write(`tray/${name}@2x.png`, trayIcon(grid, state, color, 2))
}

/** Windows tray icon; 32 px doubles the drawing for 16. */
function trayIco(state) {
  return ico(
    TRAY_ICO_SIZES.map((size) => (size === 32 ? trayIcon(16, state, MIDDLE, 2) : trayIcon(size, state, MIDDLE)))
  )
}

for (const size of APP_SIZES) write(`icons/${size}x${size}.png`, appIcon(size))
write('icon.png', appIcon(512))
write('icon.ico', ico(ICO_SIZES.map(appIcon)))
write('icon.icns', icns())
for (const state of STATES) {
  const word = state === 'idle' ? '' : `${state.charAt(0).toUpperCase()}${state.slice(1)}`
  const suffix = state === 'idle' ? '' : `-${state}`
  writeTray(`tray${word}Template`, 18, state, BLACK)
  writeTray(`tray-light${suffix}`, 22, state, LIGHT)
  writeTray(`tray-dark${suffix}`, 22, state, DARK)
  write(`tray/tray${suffix}.ico`, trayIco(state))
}
