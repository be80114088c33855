import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Doomed, TreeEnd } from '../../src/main/engine/act/hands'
import type { RemovingWish } from '../../src/main/engine/act/removing'
import { removeTree } from '../../src/main/engine/act/removing'
import { placeOf } from '../../src/main/engine/place'
import { builtRemover, builtRemoving } from './paths'
import { isRoot } from './scanning'

export const ordinaryUser = 65534

/** A folder as it is now. */
export function doomed(path: string): Doomed {
  const { dev, ino, birthtimeNs, uid } = lstatSync(path, { bigint: true })
  return { place: placeOf(path), identity: { dev, ino, birthtimeNs, uid } }
}

export const asideIn = (folder: string, name = '.clearhold-aside-test') => ({ folder: placeOf(folder), name })

/** Removes here, by the program that is built as the hosts build it. */
export const removing = (what: Doomed, more: Partial<RemovingWish> = {}): Promise<TreeEnd> =>
  removeTree(what, { worker: builtRemover, aside: null, protected: [], ...more })

interface Apart {
  /** Shell commands before the start, such as `ulimit -n 48`. */
  readonly limits?: string
  readonly withoutProc?: boolean
  readonly aside?: RemovingWish['aside']
  readonly threads?: 1 | 2
  /** Stays who we are also where that is root. */
  readonly asOurselves?: boolean
}

/** Removes in a process of its own: as an ordinary user where the tests run as root. */
export function removeApart(what: Doomed, apart: Apart = {}): TreeEnd {
  const { limits = ':', withoutProc = false, aside = null, threads = 2 } = apart
  const programs = mkdtempSync(join(tmpdir(), 'clearhold-remove-'))
  chmodSync(programs, 0o755)
  for (const [from, name] of [
    [builtRemoving, 'removing.cjs'],
    [builtRemover, 'remover.cjs']
  ] as const) {
    copyFileSync(from, join(programs, name))
    chmodSync(join(programs, name), 0o644)
  }
  const identity = Object.entries(what.identity).map(([key, value]) => `${key}: ${value}n`)
  const script = `
    const { removeTree } = require(${JSON.stringify(join(programs, 'removing.cjs'))})
    const wish = { worker: ${JSON.stringify(join(programs, 'remover.cjs'))}, threads: ${threads}, protected: [],
                   aside: ${JSON.stringify(aside)} }
    removeTree({ place: ${JSON.stringify(what.place)}, identity: { ${identity.join(', ')} } }, wish).then((end) => {
      console.log(JSON.stringify(end))
      process.exit(0)
    })`
  const who = isRoot && !withoutProc && apart.asOurselves !== true ? { uid: ordinaryUser, gid: ordinaryUser } : {}
  try {
    const before = withoutProc ? 'mount -t tmpfs tmpfs /proc' : limits
    const shell = ['/bin/sh', '-c', `${before} && exec "$0" -e "$1"`, process.execPath, script]
    const [program = '', ...rest] = withoutProc ? ['unshare', '-m', ...shell] : shell
    const ran = spawnSync(program, rest, { encoding: 'utf8', cwd: '/', ...who })
    if (ran.status !== 0) throw new Error(`removing apart failed: ${ran.stderr}`)
    return JSON.parse(ran.stdout) as TreeEnd
  } finally {
    rmSync(programs, { recursive: true })
  }
}
