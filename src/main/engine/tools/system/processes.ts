import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { isWithin, type Place } from '../../place'
import { isAbsence } from '../../words'
import { type MountTable, mountTable, parseMounts, readMounts } from './mounts'

/** A place by its file system, so that a container and a bind mount mean the same by it. */
interface Spot {
  readonly device: string
  readonly path: Place
}

/** A process that works in a folder. */
export interface User {
  readonly pid: number
  readonly name: string
}

interface Process extends User {
  /** Where its working folder, its open files, its program and what it has mapped lie. */
  readonly uses: readonly Spot[]
}

export interface Processes {
  /** Who works in a canonical folder: at it or anywhere below it. */
  usersOf(folder: Place): readonly User[]
  /** How many processes may not be looked into; null where this system shows none at all. */
  readonly unseen: number | null
}

const atATime = 32

/**
 * Every process as it is now, this one by its working folder alone. Lets others work in between; never rejects, and
 * touches nothing that a process uses.
 */
export async function readProcesses(signal?: AbortSignal): Promise<Processes> {
  const mounts = readMounts()
  const tables = tablesByNamespace(mounts)
  const found: Process[] = []
  let unseen = 0
  const pids = process.platform === 'linux' ? numbersIn('/proc') : null
  if (pids === null) return { usersOf: () => [], unseen: null }
  for (const [count, pid] of pids.entries()) {
    if (count % atATime === atATime - 1) await new Promise((resolve) => setImmediate(resolve))
    if (signal?.aborted) return { usersOf: () => [], unseen: null }
    const paths = pathsOf(pid)
    if (paths === 'closed') unseen += 1
    else if (paths !== 'gone') found.push({ pid, name: nameOf(pid), uses: spotsOf(paths, tables(pid)) })
  }
  return {
    unseen,
    usersOf: (folder) => {
      const [spot] = spotsOf([folder], mounts)
      if (spot === undefined) return []
      const users = found.filter(({ uses }) => uses.some((one) => isIn(one, spot)))
      return users.map(({ pid, name }) => ({ pid, name }))
    }
  }
}

const isIn = (one: Spot, folder: Spot): boolean => one.device === folder.device && isWithin(one.path, folder.path)

function numbersIn(folder: string): number[] | null {
  try {
    return readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    // Nothing is shown here, which is what null says.
    return null
  }
}

function pathsOf(pid: number): Place[] | 'closed' | 'gone' {
  try {
    const own = pid === process.pid
    const links = [
      link(`/proc/${pid}/cwd`),
      ...(own ? [] : [link(`/proc/${pid}/exe`), ...openFiles(pid), ...mapped(pid)])
    ]
    return [...new Set(links.flatMap((path) => (path?.startsWith('/') ? [plain(path)] : [])))]
  } catch (error) {
    return isGone(error) ? 'gone' : 'closed'
  }
}

const isGone = (error: unknown): boolean => isAbsence(error) || (error as NodeJS.ErrnoException).code === 'ESRCH'

const openFiles = (pid: number): (string | null)[] =>
  readdirSync(`/proc/${pid}/fd`).map((number) => link(`/proc/${pid}/fd/${number}`))

function mapped(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/maps`, 'latin1')
  return text
    .split('\n')
    .flatMap((line) => /^\S+ \S+ \S+ \S+ [1-9]\d* +(\/.*)$/.exec(line)?.[1]?.replace(/\\012/g, '\n') ?? [])
}

/** Null for one that was closed meanwhile, and for a thread of the kernel’s, which has no program. */
function link(path: string): string | null {
  try {
    return readlinkSync(path, 'latin1')
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** What was deleted while it was open is told by where it was. */
const plain = (path: string): Place => path.replace(/ \(deleted\)$/, '') as Place

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    // It has ended since: it is only not named.
    return 'a process'
  }
}

/** The mounts that a process sees: its own where it lives in a container. */
function tablesByNamespace(ours: MountTable): (pid: number) => MountTable {
  const known = new Map<string, MountTable>([[namespaceOf('self'), ours]])
  return (pid) => {
    const namespace = namespaceOf(pid)
    const table = known.get(namespace) ?? tableOf(pid) ?? ours
    known.set(namespace, table)
    return table
  }
}

function namespaceOf(pid: number | 'self'): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/mnt`)
  } catch {
    // One that may not be asked is taken for our own.
    return ''
  }
}

function tableOf(pid: number): MountTable | null {
  try {
    return mountTable(parseMounts(readFileSync(`/proc/${pid}/mountinfo`, 'latin1')))
  } catch {
    // Its paths are read as ours then.
    return null
  }
}

function spotsOf(paths: readonly Place[], mounts: MountTable): Spot[] {
  return paths.flatMap((path) => {
    const mount = mounts.at(path)
    if (mount === null) return []
    const below = mount.place === '/' ? path : path.slice(mount.place.length)
    return [{ device: mount.device, path: `${mount.root}/${below}` as Place }]
  })
}
