import { lstat, readlink, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { bytesOf, childOf, type Place, shown } from '../../place'
import { readSmallFile, utf8 } from '../../small-file'
import { isAbsence } from '../../words'

/** What HEAD names. `unborn` has no commit yet. */
export type Head =
  | { readonly kind: 'branch'; readonly name: string }
  | { readonly kind: 'detached' }
  | { readonly kind: 'unborn'; readonly name: string }
  | { readonly kind: 'unknown' }

/** A folder with a `.git` of its own, as its files tell, without starting git. */
export interface Checkout {
  /** Its administrative folder: `.git`, or where the `.git` file points. */
  readonly gitDir: Place
  /** The repository all of its worktrees share. */
  readonly commonDir: Place
  /** True when `.git` is a file that leads into another repository's `worktrees`. */
  readonly linked: boolean
}

const pointerLimit = 64 * 1024
const packedLimit = 256 * 1024 * 1024
const configLimit = 1024 * 1024

/** What `.git` in `folder` is: null when there is none, or none that can be followed. Never rejects. */
export async function readCheckout(folder: Place): Promise<Checkout | null> {
  const dotGit = childOf(folder, '.git')
  const kind = await kindOf(dotGit)
  if (kind === 'folder') {
    const head = await kindOf(childOf(dotGit, 'HEAD'))
    const commonDir = head === 'none' ? null : await commonDirOf(dotGit)
    return commonDir === null ? null : { gitDir: dotGit, commonDir, linked: false }
  }
  if (kind !== 'file') return null
  const pointer = /^gitdir: ([^\0]+?)[\r\n]*$/.exec((await pointerIn(dotGit)) ?? '')?.[1]
  if (pointer === undefined) return null
  const gitDir = resolve(folder, pointer) as Place
  const commonDir = await commonDirOf(gitDir)
  if (commonDir === null) return null
  // A worktree whose repository cannot be seen from here (it was made in a container) still says that it is one. One that
  // has objects of its own is a whole repository, whatever its name.
  const named = /\/worktrees\/[^/]+$/.test(gitDir) && (await kindOf(childOf(gitDir, 'objects'))) === 'none'
  const linked = commonDir !== gitDir || named
  return { gitDir, commonDir, linked }
}

/** False only when it is established that no `.git` stands in the folder. */
export async function mayBeCheckout(folder: Place): Promise<boolean> {
  return lstat(bytesOf(childOf(folder, '.git'))).then(
    () => true,
    (error) => !isAbsence(error)
  )
}

/** `other` is a pipe, say, or what may not be looked at: something is there, whatever it is. */
async function kindOf(place: Place): Promise<'folder' | 'file' | 'other' | 'none'> {
  try {
    const stats = await stat(bytesOf(place))
    return stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other'
  } catch (error) {
    if (!isAbsence(error)) return 'other'
    // A HEAD that cannot be followed still makes a repository.
    return (await isLink(place)) ? 'file' : 'none'
  }
}

async function isLink(place: Place): Promise<boolean> {
  try {
    return (await lstat(bytesOf(place))).isSymbolicLink()
  } catch {
    return false
  }
}

async function pointerIn(file: Place): Promise<string | null> {
  const read = await readSmallFile(file, pointerLimit)
  return read.kind === 'read' ? read.bytes.toString('latin1') : null
}

/** Null when it is longer than we read, or holds a NUL: git might follow it elsewhere. */
async function commonDirOf(gitDir: Place): Promise<Place | null> {
  const read = await readSmallFile(childOf(gitDir, 'commondir'), pointerLimit)
  if (read.kind === 'too-large') return null
  const pointer = read.kind === 'read' ? read.bytes.toString('latin1').replace(/[\r\n]+$/, '') : ''
  if (pointer.includes('\0')) return null
  return pointer === '' ? gitDir : (resolve(gitDir, pointer) as Place)
}

/** What is checked out; `unknown` when the files do not tell. Never rejects. */
export async function readHead(checkout: Checkout): Promise<Head> {
  const file = childOf(checkout.gitDir, 'HEAD')
  const text = (await linkedRef(file)) ?? (await pointerIn(file))?.replace(/\s+$/, '')
  if (text === undefined) return { kind: 'unknown' }
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text)) return { kind: 'detached' }
  const ref = /^ref:\s*(refs\/heads\/(.+))$/.exec(text)
  const [, full, name] = ref ?? []
  // In a repository with a reftable the HEAD file names a branch that cannot be.
  if (full === undefined || name === undefined || name === '.invalid' || /(^|\/)\.\.(\/|$)/.test(name))
    return { kind: 'unknown' }
  const branch = shown(name as Place)
  return (await hasRef(checkout.commonDir, full)) ? { kind: 'branch', name: branch } : { kind: 'unborn', name: branch }
}

/** Very old repositories have a symbolic link as HEAD. */
async function linkedRef(file: Place): Promise<string | null> {
  try {
    const target = await readlink(bytesOf(file), 'latin1')
    return target.startsWith('refs/') ? `ref: ${target}` : null
  } catch {
    return null
  }
}

async function hasRef(commonDir: Place, ref: string): Promise<boolean> {
  const loose = await pointerIn(childOf(commonDir, ref))
  if (loose !== null) return /^[0-9a-f]{40}/.test(loose)
  const packed = await readSmallFile(childOf(commonDir, 'packed-refs'), packedLimit)
  return packed.kind === 'read' && packed.bytes.includes(Buffer.from(` ${ref}\n`, 'latin1'))
}

/** `owner/repo` from the address of `origin`, when the repository's own config has a plain one, else null. */
export async function readOrigin(checkout: Checkout): Promise<string | null> {
  const read = await readSmallFile(childOf(checkout.commonDir, 'config'), configLimit)
  const text = read.kind === 'read' ? utf8(read.bytes) : null
  return text === null ? null : ownerAndRepo(originIn(text))
}

function originIn(config: string): string | null {
  let inOrigin = false
  for (const line of config.split('\n')) {
    const section = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)
    if (section) inOrigin = /^remote\s+"origin"$/i.test(section[1] ?? '')
    else if (inOrigin) {
      const url = /^\s*url\s*=\s*"?([^"#;]+?)"?\s*$/i.exec(line)?.[1]
      if (url !== undefined) return url
    }
  }
  return null
}

/** The last two steps of an address of a forge; a path on this disk names no repository of a forge. */
export function ownerAndRepo(url: string | null): string | null {
  if (url === null) return null
  const path = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/]+\/(.+)$/.exec(url)?.[1] ?? /^[^/:\s]{2,}:(?!\/\/)(.+)$/.exec(url)?.[1]
  const [owner, repo] = (path ?? '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')
    .filter(Boolean)
    .slice(-2)
  return owner === undefined || repo === undefined ? null : `${owner}/${repo}`
}
