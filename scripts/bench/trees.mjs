// Trees for the measurements, made up after real ones: how many files a folder has, how large they are, how deep.
import {
  closeSync,
  existsSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync
} from 'node:fs'
import { dirname, join } from 'node:path'

const content = Buffer.alloc(4096, 'clearhold ')

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function dice(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Sizes as in source trees: most around a kilobyte or two, a few very large ones (those with holes, to spare the disk). */
function sizeOf(throwDie) {
  const normal = Math.sqrt(-2 * Math.log(throwDie() + 1e-9)) * Math.cos(2 * Math.PI * throwDie())
  return Math.round(Math.min(4e6, 1400 * Math.exp(1.5 * normal)))
}

function file(path, throwDie) {
  const size = sizeOf(throwDie)
  const descriptor = openSync(path, 'wx')
  writeSync(descriptor, content, 0, Math.min(size, content.length))
  if (size > content.length) ftruncateSync(descriptor, size)
  closeSync(descriptor)
}

/** About `count` entries in folders of some nine entries each, a few levels deep. Answers with the files made. */
function sources(top, count, throwDie) {
  const folders = [top]
  const files = []
  mkdirSync(top, { recursive: true })
  for (let made = 1; made < count; made++) {
    const folder = folders[Math.floor(throwDie() * folders.length)]
    if (throwDie() < 0.105) {
      const inner = join(folder, `folder-${made}`)
      mkdirSync(inner)
      folders.push(inner)
    } else {
      const path = join(folder, `some-module-${made}.js`)
      file(path, throwDie)
      files.push(path)
    }
  }
  return files
}

/** Packages of very different sizes: the middle one has some 25 entries, a few have thousands. */
function packageSize(throwDie) {
  return Math.round(Math.min(3000, 6 + 22 * (1 / (1 - throwDie() * 0.985) - 1) ** 0.95))
}

function nodeModules(top, entries, throwDie) {
  for (let made = 0, number = 0; made < entries; number++) {
    const size = Math.min(packageSize(throwDie), entries - made + 6)
    sources(join(top, throwDie() < 0.2 ? `@scope-${number % 17}` : '', `package-${number}`), size, throwDie)
    made += size
  }
}

/** A store of packages and projects that hold its files by hard links. */
function store(top, entries, projects, throwDie) {
  const each = Math.round(entries / (projects + 1))
  const kept = sources(join(top, 'store'), each, throwDie)
  const made = new Set()
  for (let project = 0; project < projects; project++)
    for (const path of kept) {
      const link = join(top, `project-${project}`, path.slice(join(top, 'store').length))
      const folder = dirname(link)
      if (!made.has(folder)) mkdirSync(folder, { recursive: true })
      made.add(folder)
      linkSync(path, link)
    }
}

/** A repository: loose objects in 256 folders, a few packs, and a work tree. */
function repository(top, entries, throwDie) {
  const loose = Math.round(entries / 2)
  for (let index = 0; index < 256; index++)
    mkdirSync(join(top, '.git', 'objects', index.toString(16).padStart(2, '0')), { recursive: true })
  for (let index = 0; index < loose; index++) {
    const name = `${Math.floor(throwDie() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')}${index.toString(16).padStart(30, '0')}`
    file(join(top, '.git', 'objects', name.slice(0, 2), name.slice(2)), throwDie)
  }
  sources(join(top, 'src'), entries - loose, throwDie)
}

const parts = {
  small: [['node_modules', nodeModules, 10_000]],
  middle: [
    ['node_modules', nodeModules, 55_000],
    ['pnpm', (top, entries, throwDie) => store(top, entries, 2, throwDie), 27_000],
    ['repository', repository, 10_000],
    ['crates', sources, 8_000]
  ],
  large: [
    ['app-one', nodeModules, 115_000],
    ['app-two', nodeModules, 115_000],
    ['pnpm', (top, entries, throwDie) => store(top, entries, 4, throwDie), 120_000],
    ['repository', repository, 60_000],
    ['crates', sources, 90_000]
  ]
}

export const sizes = Object.keys(parts)

/** The tree of this size, made when it is not there yet; its folder. */
export function treeOf(size, folder) {
  const top = join(folder, size)
  const complete = join(folder, `${size}.complete`)
  if (existsSync(complete)) return top
  rmSync(top, { recursive: true, force: true })
  console.error(`Making the ${size} tree…`)
  const throwDie = dice(sizes.indexOf(size) + 1)
  for (const [name, make, entries] of parts[size]) make(join(top, name), entries, throwDie)
  writeFileSync(complete, '')
  return top
}
