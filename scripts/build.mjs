// Builds everything into out/: the desktop (main, engine process, preload, page), the list of the page's files, the
// command line, the walker and the remover. Does nothing when no input changed since; --force builds all the same.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join, relative, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { placeNative } from './native.mjs'

const root = resolve(import.meta.dirname, '..')
const out = join(root, 'out')
const fresh = join(root, '.cache', 'build')
const lock = join(root, '.cache', 'build.lock')

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2'
}

async function filesUnder(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** One line for each input: what it is called, how long, when it was changed. */
async function fingerprint() {
  const single = ['package.json', 'package-lock.json', 'electron.vite.config.ts', 'vite.cli.config.ts']
  const sources = (await filesUnder(join(root, 'src'))).filter((file) => !/\.test\.tsx?$/.test(file))
  const inputs = [...sources, ...single.map((file) => join(root, file)), import.meta.filename].sort()
  const lines = await Promise.all(
    inputs.map(async (file) => {
      const { size, mtimeMs } = await stat(file)
      return `${relative(root, file)} ${size} ${mtimeMs}`
    })
  )
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

const isCurrent = async (mark) => {
  const stamp = await readFile(join(out, '.stamp'), 'utf8').catch(() => '')
  return stamp === mark
}

/** Hosts serve only what stands in this list, and only with these bytes. */
async function listPage(folder) {
  const list = {}
  for (const file of (await filesUnder(folder)).sort()) {
    const type = types[extname(file)]
    if (type === undefined) throw new Error(`${file}: no content type is known for it. Add one in scripts/build.mjs.`)
    const sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    list[relative(folder, file).replaceAll('\\', '/')] = { type, sha256 }
  }
  await writeFile(join(folder, 'files.json'), `${JSON.stringify(list, null, 2)}\n`)
}

async function buildAll() {
  process.env.NODE_ENV = 'production'
  const { build: buildElectron } = await import('electron-vite')
  const { build } = await import('vite')
  await rm(fresh, { recursive: true, force: true })
  const quiet = { root, logLevel: 'warn' }
  await buildElectron({ ...quiet, build: { outDir: fresh } })
  const configFile = join(root, 'vite.cli.config.ts')
  for (const mode of ['walker', 'remover', 'cli'])
    await build({ ...quiet, configFile, mode, build: { outDir: join(fresh, 'cli') } })
  for (const worker of ['walker.cjs', 'remover.cjs'])
    await copyFile(join(fresh, 'cli', worker), join(fresh, 'main', worker))
  const slower = placeNative([join(fresh, 'cli'), join(fresh, 'main')])
  if (slower !== null) console.error(slower)
  await listPage(join(fresh, 'renderer'))
}

/** Puts the new build in the place of the old one; a build that failed leaves the old one. */
async function swap(mark) {
  await writeFile(join(fresh, '.stamp'), mark)
  const old = join(root, '.cache', `old-${process.pid}`)
  if (existsSync(out)) await rename(out, old)
  await rename(fresh, out)
  await rm(old, { recursive: true, force: true })
}

const isRunning = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const isTaken = (error) => {
  if (error.code !== 'EEXIST') throw error
  return false
}

/** One build at a time; the lock of a process that ended is taken over. */
async function alone(work) {
  const own = `${lock}.${process.pid}`
  await mkdir(join(root, '.cache'), { recursive: true })
  await writeFile(own, String(process.pid))
  try {
    // A link is there at once and whole, so that nobody reads a lock without its holder.
    while (!(await link(own, lock).then(() => true, isTaken))) {
      const holder = Number(await readFile(lock, 'utf8').catch(() => String(process.pid)))
      if (isRunning(holder)) await wait(200)
      else await rm(lock, { force: true })
    }
  } finally {
    await rm(own, { force: true })
  }
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

const force = process.argv.includes('--force')
const started = Date.now()
await alone(async () => {
  const mark = await fingerprint()
  if (!force && (await isCurrent(mark))) return console.error('The build is up to date.')
  await buildAll()
  await swap(mark)
  console.error(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
})
