import { readFileSync } from 'node:fs'
import { type Place, steps } from '../../place'

/** One line of the system's mount table. Places in bytes. */
export interface Mount {
  readonly id: number
  readonly parent: number
  /** Major and minor number, `254:0`. */
  readonly device: string
  /** The folder of the mounted file system that is shown; not `/` for a bind mount of a part. */
  readonly root: Place
  /** Where it is mounted. */
  readonly place: Place
  /** `ext4`, `nfs4`, `fuse.sshfs`… */
  readonly type: string
  readonly source: string
}

/** Names of file systems that another machine or another program answers for. */
const far = new Set(
  '9p afs autofs beegfs ceph cifs coda davfs fuse fuseblk glusterfs lustre ncpfs nfs nfs4 orangefs smb3 smbfs'.split(
    ' '
  )
)

/** True for a network or FUSE file system: it may be slow, or never answer. */
export const isFar = (type: string): boolean => far.has(type) || type.startsWith('fuse.')

/** The mounts that can be seen, as a tree of steps: what is mounted over is not in it. */
export interface MountTable {
  /** The mount a canonical place lies on, also when nothing is there; `null` where the system has no table. */
  at(place: Place): Mount | null
  /** The outermost mounts strictly inside a canonical folder, by place; what is mounted inside those is not named. */
  within(place: Place): readonly Mount[]
  /** Every mount that can be seen, in no order. */
  all(): readonly Mount[]
  /** True when something is mounted at this very place. */
  isMountPoint(place: Place): boolean
}

/** The mounts as this process sees them now; an empty table on systems without `/proc`. Touches none of them. */
export function readMounts(): MountTable {
  let text: string
  try {
    text = readFileSync('/proc/self/mountinfo', 'latin1')
  } catch {
    // No such table here: nothing is known of mounts, which is what an empty one says.
    text = ''
  }
  return mountTable(parseMounts(text))
}

/** Reads the lines of `mountinfo` (proc(5)), as bytes; a line that is none is left out. */
export function parseMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const words = line.split(' ')
    const [id = '', parent = '', device = '', root = '', place = ''] = words
    const [type = '', source = ''] = words.slice(words.indexOf('-', 6) + 1)
    if (words.length < 9 || !words.includes('-', 6) || !place.startsWith('/')) return []
    const named = { root: unescaped(root) as Place, place: unescaped(place) as Place, source: unescaped(source) }
    return [{ id: Number(id), parent: Number(parent), device, type: unescaped(type), ...named }]
  })
}

/** Blank, tab, newline and backslash are written as three octal digits. */
const unescaped = (word: string): string =>
  word.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

interface Branch {
  mount: Mount | null
  readonly below: Map<string, Branch>
}

/** A table over these mounts. */
export function mountTable(mounts: readonly Mount[]): MountTable {
  const top: Branch = { mount: null, below: new Map() }
  for (const mount of fromTheTop(mounts)) show(top, mount)
  const find = (place: Place): { on: Mount | null; here: Branch | null } => {
    let at: Branch | null = top
    let on = top.mount
    for (const step of steps(place)) {
      at = at.below.get(step) ?? null
      if (at === null) break
      on = at.mount ?? on
    }
    return { on, here: at }
  }
  return {
    at: (place) => find(place).on,
    within: (place) => {
      const { here } = find(place)
      return here === null ? [] : outermost(here).sort((one, other) => (one.place < other.place ? -1 : 1))
    },
    all: () => everyMount(top),
    isMountPoint: (place) => find(place).here?.mount != null
  }
}

/** Each mount after the one it is mounted on; those on none that is known come first. */
function fromTheTop(mounts: readonly Mount[]): Mount[] {
  const known = new Set(mounts.map(({ id }) => id))
  const on = new Map<number, Mount[]>()
  const isTop = ({ id, parent }: Mount) => parent === id || !known.has(parent)
  for (const mount of mounts) if (!isTop(mount)) on.set(mount.parent, [...(on.get(mount.parent) ?? []), mount])
  const order = mounts.filter(isTop)
  for (let at = 0; at < order.length; at++) order.push(...(on.get(order[at]?.id ?? Number.NaN) ?? []))
  return order
}

/** Adds a mount unless another one covers its place, and covers what lies under it. */
function show(top: Branch, mount: Mount): void {
  let at = top
  let on = top.mount
  for (const step of steps(mount.place)) {
    const next: Branch = at.below.get(step) ?? { mount: null, below: new Map() }
    at.below.set(step, next)
    at = next
    on = at.mount ?? on
  }
  if (on !== null && on.id !== mount.parent) return
  at.mount = mount
  at.below.clear()
}

function everyMount(top: Branch): Mount[] {
  const found: Mount[] = []
  const pending = [top]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (at.mount !== null) found.push(at.mount)
    pending.push(...at.below.values())
  }
  return found
}

function outermost(top: Branch): Mount[] {
  const found: Mount[] = []
  const pending = [...top.below.values()]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (at.mount !== null) found.push(at.mount)
    else pending.push(...at.below.values())
  }
  return found
}
