import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { baseOf, codeOf, holdFolder, spelled } from '../../act/pinned'
import { isAbsence, words } from '../../words'
import type { FileRead, Listed } from './tagged'

const looking = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const largest = 64 * 1024 * 1024
const tagName = 'CACHEDIR.TAG'
const signature = 'Signature: 8a477f597d28d172789f06886806bc55'
/** Enough of a tag for the signature and for what its maker says of itself. */
const tagBytes = 1024

/**
 * A regular file below an opened folder, step by step and through no link; never waits for a pipe. Of a file that is
 * larger than may be kept nothing is read.
 */
export function readBelow(descriptor: number, path: string): FileRead {
  return through(descriptor, path.split('/'), (base, name) => readWhole(base, name))
}

/** The names in the folders below an opened one that a pattern means; a folder that is not there has none. */
export function listBelow(descriptor: number, pattern: string): Listed[] {
  let paths = ['']
  for (const step of pattern.split('/')) {
    const next: string[] = []
    for (const path of paths) {
      if (!step.endsWith('*')) next.push(join(path, step))
      else {
        const listed = namesIn(descriptor, path)
        if (listed.kind === 'unreadable') return [listed]
        next.push(...listed.names.filter((name) => name.startsWith(step.slice(0, -1))).map((name) => join(path, name)))
      }
    }
    paths = next
  }
  return paths.map((path) => namesIn(descriptor, path))
}

/** The first bytes of a folder's tag; null unless it is a regular file that begins with the signature (DL-REGEN-02). */
export function readTag(descriptor: number): string | null {
  let file: number
  try {
    file = openSync(`${baseOf(descriptor)}${tagName}`, looking)
  } catch {
    // No tag that can be read is no tag: the folder is not offered.
    return null
  }
  try {
    if (!fstatSync(file).isFile()) return null
    const text = piece(file, tagBytes).toString('latin1')
    return text.startsWith(signature) ? text : null
  } catch {
    return null
  } finally {
    closeSync(file)
  }
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`)

function namesIn(descriptor: number, path: string): Listed {
  const read = through(descriptor, [...path.split('/').filter((step) => step !== ''), '.'], (base, name) =>
    readdirSync(spelled(base + name), 'latin1')
  )
  if (Array.isArray(read)) return { kind: 'listed', path, names: read }
  return read.kind === 'unreadable'
    ? { kind: 'unreadable', path, said: read.said }
    : { kind: 'listed', path, names: [] }
}

type Missed = Exclude<FileRead, { kind: 'read' }>

/** Works on the last step of a path with every folder before it held, so that none of them is a link. */
function through<Answer>(
  descriptor: number,
  path: readonly string[],
  work: (base: string, name: string) => Answer
): Answer | Missed {
  const opened: number[] = []
  let at = descriptor
  try {
    for (const step of path.slice(0, -1)) {
      at = holdFolder(baseOf(at), step)
      opened.push(at)
    }
    return work(baseOf(at), path[path.length - 1] ?? '.')
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return { kind: 'unreadable', said: 'It is a symbolic link' }
    // A link that was to be opened as a folder is none: something is there all the same.
    if (codeOf(error) === 'ENOTDIR') return { kind: 'unreadable', said: words(error) }
    return isAbsence(error) ? { kind: 'absent' } : { kind: 'unreadable', said: words(error) }
  } finally {
    for (const one of opened) closeSync(one)
  }
}

function readWhole(base: string, name: string): FileRead {
  const file = openSync(spelled(base + name), looking)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) return { kind: 'unreadable', said: 'Not a regular file' }
    if (stats.size > largest) return { kind: 'unreadable', said: 'It is too large' }
    const bytes = piece(file, stats.size + 1)
    if (bytes.length !== stats.size) return { kind: 'unreadable', said: 'It changed while it was read' }
    return { kind: 'read', text: bytes.toString('latin1') }
  } finally {
    closeSync(file)
  }
}

function piece(file: number, most: number): Buffer {
  const bytes = Buffer.alloc(most)
  let held = 0
  for (;;) {
    const read = held < most ? readSync(file, bytes, held, most - held, held) : 0
    if (read === 0) return bytes.subarray(0, held)
    held += read
  }
}
