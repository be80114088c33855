import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Place, placeOf } from '../../src/main/engine/place'
import { type Ledger, type WeighRequest, walkerInUse, weigh } from '../../src/main/engine/scan/weigh'
import { builtNative, builtWalker, builtWeigh } from './paths'

export const MIB = 1024 * 1024
export const isRoot = process.getuid?.() === 0
/** Whether mounts of our own can be made here. */
export const mayMount = isRoot && spawnSync('unshare', ['-m', 'true']).status === 0
if (!isRoot) console.warn('Tests with things of several users are skipped: they need root.')
if (!mayMount) console.warn('Tests among mounts are skipped: they need root and the right to mount.')
/** The walker that weighs in this run: `vitest.config.ts` runs the tests of the scan with each. */
export const walker = walkerInUse(builtWalker).kind
const ORDINARY = 65534

/** Where very many files are made fast; an ordinary temporary folder where there is no such place. */
export const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A new folder that everybody may enter; removed by `remove`. */
export function scratch(under = tmpdir()): { at: (...steps: string[]) => string; remove: () => void } {
  const top = mkdtempSync(join(under, 'clearhold-scan-'))
  chmodSync(top, 0o755)
  return {
    at: (...steps) => join(top, ...steps),
    remove: () => {
      execFileSync('chmod', ['-R', 'u+rwX', top])
      rmSync(top, { recursive: true, force: true })
    }
  }
}

/** A file with this many bytes of content, its folders made. */
export function file(path: string, bytes: number): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, Buffer.alloc(bytes, 7))
  return path
}

/** Weighs these paths, each under an id equal to its path. */
export const weighPaths = (paths: readonly string[], more: Partial<WeighRequest> = {}): Promise<Ledger> =>
  weighPlaces(
    paths.map((path) => [path, placeOf(path)]),
    more
  )

export const weighPlaces = (
  places: readonly (readonly [id: string, place: Place])[],
  more: Partial<WeighRequest> = {}
): Promise<Ledger> =>
  weigh({ sites: places.map(([id, place]) => ({ id, place })), worker: builtWalker, threads: 2, ...more })

/** What `du` says a folder holds, in bytes. */
export const du = (...paths: string[]): number =>
  execFileSync('du', ['-B1', '-s', ...paths], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .reduce((sum, line) => sum + Number(line.split('\t')[0]), 0)

/** Allocated bytes of one entry, by `stat`. */
export const blocks = (path: string): number =>
  Number(execFileSync('stat', ['-c', '%b', path], { encoding: 'utf8' })) * 512

export interface Reference {
  readonly exclusive: number
  readonly held: number
  readonly entries: number
}

/** Figures from the definition for every folder below the tops, by path (latin1). */
export function reference(...tops: string[]): Map<string, Reference> {
  const script = resolve(import.meta.dirname, 'reference-size.py')
  const text = execFileSync('python3', [script, ...tops], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  const entries: [string, Reference][] = Object.entries(JSON.parse(text) as Record<string, Reference>)
  return new Map(entries.map(([path, figures]) => [Buffer.from(path, 'hex').toString('latin1'), figures]))
}

interface Answer {
  readonly exclusive: unknown
  readonly doors: readonly { place: string; said: string }[]
  readonly entries: number
  /** What all the paths free together. */
  readonly together: unknown
  /** Milliseconds from the call to the answer. */
  readonly took: number
}

interface Apart {
  /** Shell commands before the start, such as `ulimit -n 48`. */
  readonly limits?: string
  readonly env?: Readonly<Record<string, string>>
  /** Milliseconds after which the scan is stopped. */
  readonly stopAfter?: number
  /** Without /proc, as on systems that have none; for root only. */
  readonly withoutProc?: boolean
}

/** Weighs in a process of its own: as an ordinary user where the tests run as root. */
export function weighApart(
  paths: readonly string[],
  { limits = '', env = {}, stopAfter = -1, withoutProc = false }: Apart = {}
): Answer[] {
  const programs = mkdtempSync(join(tmpdir(), 'clearhold-apart-'))
  chmodSync(programs, 0o755)
  for (const [from, name] of [
    [builtWeigh, 'weigh.cjs'],
    [builtWalker, 'walker.cjs'],
    [builtNative, 'walker.node']
  ] as const) {
    if (!existsSync(from)) continue
    copyFileSync(from, join(programs, name))
    chmodSync(join(programs, name), 0o644)
  }
  const script = `
    const { weigh } = require(${JSON.stringify(join(programs, 'weigh.cjs'))})
    const paths = ${JSON.stringify(paths)}
    const stop = new AbortController()
    if (${stopAfter} >= 0) setTimeout(() => stop.abort(), ${stopAfter})
    const began = Date.now()
    weigh({ sites: paths.map((path) => ({ id: path, place: Buffer.from(path).toString('latin1') })),
            worker: ${JSON.stringify(join(programs, 'walker.cjs'))}, threads: 2, signal: stop.signal }).then((ledger) => {
      const took = Date.now() - began
      console.log(JSON.stringify(paths.map((id) => ({
        exclusive: ledger.exclusive(id), doors: ledger.doors(id), entries: ledger.entries(id), together: ledger.freedBy(paths), took }))))
      process.exit(0)
    })`
  const who = isRoot && !withoutProc ? { uid: ORDINARY, gid: ORDINARY } : {}
  try {
    const before = withoutProc ? 'mount -t tmpfs tmpfs /proc' : limits === '' ? ':' : limits
    const shell = ['/bin/sh', '-c', `${before} && exec "$0" -e "$1"`, process.execPath, script]
    const [program = '', ...rest] = withoutProc ? ['unshare', '-m', ...shell] : shell
    const ran = spawnSync(program, rest, {
      encoding: 'utf8',
      cwd: '/',
      env: { ...process.env, ...env },
      ...who
    })
    if (ran.status !== 0) throw new Error(`weighing apart failed: ${ran.stderr}`)
    return JSON.parse(ran.stdout) as Answer[]
  } finally {
    rmSync(programs, { recursive: true })
  }
}

/** Gives a tree to the ordinary user, where the tests run as root. */
export function giveAway(path: string): void {
  if (isRoot) execFileSync('chown', ['-R', `${ORDINARY}:${ORDINARY}`, path])
}
