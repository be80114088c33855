import { shown } from '../../place'
import { isConflicted, otherPlace, ownerOf } from './owner'
import { below, type Files, fileIn, type Reader, type Recipe, stands, type Tagged } from './tagged'
import { quoted, readToml, type Toml, textUnder } from './toml'

const lockName = 'Cargo.lock'
const manifestName = 'Cargo.toml'
const settings = ['.cargo/config.toml', '.cargo/config']

/** The build folder of cargo: its tag says so, and it stands as `target` beside the lockfile and the manifest. */
export const cargo: Reader = {
  name: 'cargo',
  inside: [],
  lists: [],
  beside: [lockName, manifestName, ...settings],
  knows: (tag) => /\bcreated by cargo\b/.test(tag),
  recipe
}

function recipe(tagged: Tagged): Recipe {
  const owner = ownerOf(tagged, lockName, isProject)
  if (owner.kind === 'none') return owner.recipe
  const { level, lock, lockfile } = owner
  const expected = below(level.place, 'target')
  if (expected !== tagged.place) return otherPlace(lockName, shown(expected))
  if (tagged.levels.some(({ files }) => settings.some((name) => leadsElsewhere(files, name))))
    return stands('unknown', 'settings', 'cargo’s settings beside or above it choose where it builds.')
  const manifest = fileIn(level.files, manifestName)
  const missing = lacking(readToml(manifest.kind === 'read' ? manifest.text : ''), packagesIn(lock))
  if (isConflicted(lock) || missing !== null)
    return stands(
      'unknown',
      'not-in-lockfile',
      `Cargo.lock does not fit Cargo.toml${missing === null ? '' : `: it does not name ${missing}`}. cargo build updates it.`
    )
  return { kind: 'restores', restore: { command: 'cargo build --locked', folder: level.place, lockfile } }
}

function isProject(files: Files): 'yes' | 'no' | 'unknown' {
  const manifest = fileIn(files, manifestName)
  if (manifest.kind !== 'read') return manifest.kind === 'absent' ? 'no' : 'unknown'
  return readToml(manifest.text).tables.some((table) => table === 'package' || table === 'workspace') ? 'yes' : 'no'
}

const leadsElsewhere = (files: Files, name: string): boolean => {
  const read = fileIn(files, name)
  return read.kind === 'unreadable' || (read.kind === 'read' && /\b(?:target|build)-dir\b/.test(read.text))
}

/** A package of a lockfile; one without a source is the workspace's own, or lies beside it. */
export interface LockedPackage {
  readonly name: string
  readonly local: boolean
}

/** Pure: the packages that a `Cargo.lock` names. */
export function packagesIn(lock: string): LockedPackage[] {
  return lock.split(/^\[\[package\]\]\s*$/m).flatMap((part, index) => {
    const name = quoted(/^name = (.*)$/m.exec(part)?.[1])
    return index === 0 || name === null ? [] : [{ name, local: !/^source = /m.test(part) }]
  })
}

/**
 * Pure: what the lockfile lacks of the manifest beside it, so that cargo would refuse to build by it; null when nothing.
 * Members of a workspace are not read.
 */
export function lacking(manifest: Toml, locked: readonly LockedPackage[]): string | null {
  const own = textUnder(manifest, 'package', 'name')
  if (own !== null && !locked.some(({ name, local }) => local && name === own)) return own
  if (own === null && !locked.some(({ local }) => local)) return 'any package of the workspace'
  const names = new Set(locked.map(({ name }) => name))
  return dependenciesOf(manifest).find((name) => !names.has(name)) ?? null
}

const dependencyTable = /^(?:target\..+\.)?(?:dev-|build-)?dependencies(?:\.(.+))?$/

function dependenciesOf(manifest: Toml): string[] {
  const renamed = new Map<string, string>()
  const found = new Set<string>()
  const note = (into: Map<string, string> | null, key: string, name: string | null) => {
    if (into !== null && name !== null) into.set(key, name)
  }
  for (const table of manifest.tables) {
    const key = dependencyTable.exec(table)?.[1]
    if (key !== undefined) found.add(plain(key))
  }
  const local = new Map<string, string>()
  for (const { table, key, value } of manifest.lines) {
    const shared = /^workspace\.dependencies(?:\.(.+))?$/.exec(table)
    const matched = shared ?? dependencyTable.exec(table)
    if (matched === null) continue
    const [first = '', second] = key.split('.')
    const dependency = plain(matched[1] ?? first)
    if (shared === null) found.add(dependency)
    const renames = (matched[1] === undefined ? second : first) === 'package'
    const into = shared === null ? local : renamed
    note(into, dependency, renames ? quoted(value) : quotedPackage(value))
  }
  return [...found].map((key) => local.get(key) ?? renamed.get(key) ?? key)
}

const plain = (key: string): string => key.trim().replace(/^["']|["']$/g, '')

const quotedPackage = (value: string): string | null => /[{,]\s*package\s*=\s*["']([^"']+)["']/.exec(value)?.[1] ?? null
