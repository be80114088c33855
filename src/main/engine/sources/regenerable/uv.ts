import { shown } from '../../place'
import { isConflicted, otherPlace, ownerOf } from './owner'
import { below, type Files, fileIn, type Reader, type Recipe, stands, type Tagged } from './tagged'
import { readToml, textUnder } from './toml'

const lockName = 'uv.lock'
const manifestName = 'pyproject.toml'
const record = 'pyvenv.cfg'

/** Environments of uv: its record says so, it stands as `.venv` beside the lockfile, and that names all it holds. */
export const uv: Reader = {
  name: 'uv',
  inside: [record],
  lists: ['lib/python*/site-packages', 'lib/pypy*/site-packages'],
  beside: [lockName, manifestName],
  knows: (_tag, inside) => {
    const read = fileIn(inside, record)
    return read.kind === 'read' && /^uv\s*=/m.test(read.text)
  },
  recipe
}

function recipe(tagged: Tagged): Recipe {
  const owner = ownerOf(tagged, lockName, isProject)
  if (owner.kind === 'none') return owner.recipe
  const { level, lock, lockfile } = owner
  const expected = below(level.place, '.venv')
  if (expected !== tagged.place) return otherPlace(lockName, shown(expected))
  const manifest = fileIn(level.files, manifestName)
  if (isConflicted(lock) || !namesProject(lock, manifest.kind === 'read' ? manifest.text : ''))
    return stands('unknown', 'not-in-lockfile', 'uv.lock does not name the project beside it. Run uv lock first.')
  const closed = tagged.lists.find(({ kind }) => kind === 'unreadable')
  if (closed !== undefined)
    return stands('unknown', 'unreadable', `${closed.path} in it could not be listed, so what it holds is not known.`)
  const extra = installed(tagged).filter((name) => !lockedNames(lock).has(name))
  if (extra.length > 0)
    return stands(
      'loses',
      'beyond-lockfile',
      `It holds ${extra.length === 1 ? 'a package' : `${extra.length} packages`} that uv.lock does not name: ${few(extra)}.`
    )
  return { kind: 'restores', restore: { command: 'uv sync --frozen', folder: level.place, lockfile } }
}

function isProject(files: Files): 'yes' | 'no' | 'unknown' {
  const manifest = fileIn(files, manifestName)
  if (manifest.kind !== 'read') return manifest.kind === 'absent' ? 'no' : 'unknown'
  const isOne = (table: string) => table === 'project' || table === 'tool.uv' || table.startsWith('tool.uv.')
  return readToml(manifest.text).tables.some(isOne) ? 'yes' : 'no'
}

/** Pure: a project's name as lockfiles and installed packages write it. */
export const normalized = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-')

/** Pure: every package that a `uv.lock` names, and where its own project is among them. */
function packagesIn(lock: string): { readonly name: string; readonly here: boolean }[] {
  return lock.split(/^\[\[package\]\]\s*$/m).flatMap((part, index) => {
    const name = /^name = "([^"]+)"\s*$/m.exec(part)?.[1]
    const here = /^source = \{ (?:virtual|editable|directory) = "\." \}\s*$/m.test(part)
    return index === 0 || name === undefined ? [] : [{ name: normalized(name), here }]
  })
}

const lockedNames = (lock: string): ReadonlySet<string> => new Set(packagesIn(lock).map(({ name }) => name))

/** Pure: true when the lockfile is that of this very project; one without a name of its own has members instead. */
export function namesProject(lock: string, manifest: string): boolean {
  const toml = readToml(manifest)
  const name = textUnder(toml, 'project', 'name')
  if (name !== null) return packagesIn(lock).some((one) => one.here && one.name === normalized(name))
  if (toml.tables.includes('project')) return false
  return readToml(lock).lines.some(({ table, key }) => table === 'manifest' && key === 'members')
}

function installed({ lists }: Tagged): string[] {
  const names = lists.flatMap((list) => (list.kind === 'listed' ? list.names : []))
  const found = names.flatMap((name) => /^(.+?)-[^-]+\.(?:dist|egg)-info$/.exec(name)?.[1] ?? [])
  return [...new Set(found.map(normalized))].sort()
}

const mostNamed = 5
const few = (names: readonly string[]): string =>
  names.length <= mostNamed ? names.join(', ') : `${names.slice(0, mostNamed).join(', ')}, and more`
