import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { bytesOf, childOf, type Place, shown } from '../../place'
import { readSmallFile, utf8 } from '../../small-file'
import type { Subject } from './finding'
import { type Workspaces, workspacesIn } from './workspaces'

const lockfiles = ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb']
const definitions = ['package.json', 'pnpm-workspace.yaml']
const signature = 'Signature: 8a477f597d28d172789f06886806bc55'
const fileLimit = 4 * 1024 * 1024

export type Reproducers =
  | { readonly kind: 'refused'; readonly said: string }
  | { readonly kind: 'known'; covers(entry: string): Promise<boolean> }

/**
 * What reproduces an ignored entry: a committed and unchanged lockfile, the name `__pycache__`, or a cache tag in a folder
 * below the top (MW-IGN-03…05, MW-IGN-08). Names alone prove nothing else.
 */
export async function reproducers({ asking, seen, folder, options }: Subject): Promise<Reproducers> {
  const wanted = [...lockfiles, ...definitions].map((name) => `:(top,glob)**/${name}`)
  const said = await asking.git.ask(seen.opened.repository, ['ls-files', '-z', '--', ...wanted], options)
  if (said.kind === 'refused') return said
  const changed = new Set(seen.loss.changes.flatMap(({ path, from }) => [path, ...(from === null ? [] : [from])]))
  const committed = new Set(said.text.split('\0').filter((path) => path !== '' && !changed.has(path)))
  const read = new Map<string, Promise<Workspaces>>()
  const workspacesOf = (above: string) => {
    const asked = read.get(above) ?? readWorkspaces(folder, above, committed)
    read.set(above, asked)
    return asked
  }
  return {
    kind: 'known',
    covers: async (entry) => {
      const parts = entry.split('/').filter((part) => part !== '')
      const folders = entry.endsWith('/') ? parts : parts.slice(0, -1)
      if (folders.includes('__pycache__')) return true
      for (let depth = 1; depth <= folders.length; depth += 1)
        if (await isTagged(folders.slice(0, depth).reduce<Place>(childOf, folder))) return true
      const modules = folders.indexOf('node_modules')
      if (modules < 0) return false
      const place = folders.slice(0, modules + 1).reduce<Place>(childOf, folder)
      return (await isRealFolder(place)) && installs(folders.slice(0, modules), committed, workspacesOf)
    }
  }
}

/** True when a committed lockfile beside the folder, or above it in a workspace that covers it, installs it whole. */
async function installs(
  parent: readonly string[],
  committed: ReadonlySet<string>,
  workspacesOf: (above: string) => Promise<Workspaces>
): Promise<boolean> {
  const at = (folders: readonly string[], name: string) => [...folders, name].join('/')
  const locked = (folders: readonly string[]) => lockfiles.some((name) => committed.has(at(folders, name)))
  if (locked(parent)) return true
  for (let depth = parent.length - 1; depth >= 0; depth -= 1) {
    const above = parent.slice(0, depth)
    if (!locked(above)) continue
    const covers = await workspacesOf(above.join('/'))
    if (covers(parent.slice(depth).join('/'))) return true
  }
  return false
}

async function readWorkspaces(folder: Place, above: string, committed: ReadonlySet<string>): Promise<Workspaces> {
  const texts: Record<string, string> = {}
  for (const name of definitions) {
    const path = above === '' ? name : `${above}/${name}`
    if (!committed.has(path)) continue
    const file = await readSmallFile(childOf(folder, path), fileLimit)
    if (file.kind === 'read') texts[name] = utf8(file.bytes) ?? ''
  }
  const covers = workspacesIn(texts['package.json'] ?? '', texts['pnpm-workspace.yaml'] ?? '')
  return (inside) => covers(shown(inside as Place))
}

async function isRealFolder(place: Place): Promise<boolean> {
  return lstat(bytesOf(place)).then(
    (stats) => stats.isDirectory(),
    () => false
  )
}

/** The tag is a regular file, opened without following a link, with the signature at its very start (MW-IGN-05). */
async function isTagged(folder: Place): Promise<boolean> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  try {
    if (!(await lstat(bytesOf(folder))).isDirectory()) return false
    const handle = await open(bytesOf(childOf(folder, 'CACHEDIR.TAG')), flags)
    try {
      if (!(await handle.stat()).isFile()) return false
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(signature.length), 0, signature.length, 0)
      return bytesRead === signature.length && buffer.toString('latin1') === signature
    } finally {
      await handle.close()
    }
  } catch {
    // No tag that can be read: not reproducible, which keeps more.
    return false
  }
}
