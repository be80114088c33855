import { placeOf, shown } from '../../place'
import { utf8 } from '../../small-file'
import { otherPlace, ownerOf } from './owner'
import { below, type Files, fileIn, type Reader, type Recipe, stands, type Tagged } from './tagged'
import { readToml } from './toml'

const record = 'conda-meta/pixi'
const lockName = 'pixi.lock'
/** What pixi lets an environment be called; anything else could mean something to a shell. */
const plainName = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/

/** Environments of pixi: its record names the environment, its lockfile still has it, and it stands where that puts it. */
export const pixi: Reader = {
  name: 'pixi',
  inside: [record],
  lists: [],
  beside: [lockName, 'pixi.toml', 'pyproject.toml'],
  knows: (_tag, inside) => fileIn(inside, record).kind !== 'absent',
  recipe
}

/** DL-REGEN-05, DL-REGEN-06, DL-REGEN-07, DL-REGEN-10. */
function recipe(tagged: Tagged): Recipe {
  const read = fileIn(tagged.inside, record)
  if (read.kind === 'unreadable')
    return stands('unknown', 'record-unreadable', `pixi’s record in it could not be read: ${read.said}.`)
  const name = environmentIn(read.kind === 'read' ? read.text : '')
  if (name === null) return stands('unknown', 'no-name', 'pixi’s record in it names no environment.')
  if (!plainName.test(name))
    return stands('unknown', 'odd-name', 'The name of its environment is none that pixi would give.')
  const owner = ownerOf(tagged, lockName, isProject)
  if (owner.kind === 'none') return owner.recipe
  if (!environmentsOf(owner.lock).includes(name))
    return stands(
      'unknown',
      'not-in-lockfile',
      `pixi.lock does not name the environment ${name} any more. To remove it, run pixi clean -e ${name}.`
    )
  const { level, lockfile } = owner
  const expected = below(level.place, '.pixi', 'envs', placeOf(name))
  if (expected !== tagged.place) return otherPlace(lockName, shown(expected))
  return {
    kind: 'restores',
    restore: { command: `pixi install --frozen -e ${name}`, folder: level.place, lockfile }
  }
}

/** Pure: the environment that pixi's record names; null without one. Nothing else of the record is believed. */
export function environmentIn(text: string): string | null {
  try {
    const parsed: unknown = JSON.parse(utf8(Buffer.from(text, 'latin1')) ?? '')
    const name = (parsed as { environment_name?: unknown } | null)?.environment_name
    return typeof name === 'string' && name !== '' ? name : null
  } catch {
    // What is no JSON names nothing.
    return null
  }
}

/** No name is longer; a line of a megabyte could be made to take for ever. */
const longest = 1000

/** Pure: the environments of a `pixi.lock`: the keys of the first indent under `environments:`. */
export function environmentsOf(lock: string): string[] {
  const lines = lock.split(/\r?\n/)
  const from = lines.findIndex((line) => /^environments:\s*$/.test(line))
  if (from < 0) return []
  const names: string[] = []
  let indent: string | null = null
  for (const line of lines.slice(from + 1)) {
    if (line.length > longest || line.trim() === '') continue
    const before = /^[ \t]*/.exec(line)?.[0] ?? ''
    if (before === '') break
    indent ??= before
    const key = before === indent ? /^(?:"([^"]*)"|'([^']*)'|([^\s"'#:][^:]*?))\s*:(?:\s|$)/.exec(line.trim()) : null
    const name = key?.slice(1).find((one) => one !== undefined)
    if (name !== undefined) names.push(name)
  }
  return names
}

function isProject(files: Files): 'yes' | 'no' | 'unknown' {
  const own = fileIn(files, 'pixi.toml')
  if (own.kind === 'read') return 'yes'
  const python = fileIn(files, 'pyproject.toml')
  const tables = python.kind === 'read' ? readToml(python.text).tables : []
  if (tables.some((table) => table === 'tool.pixi' || table.startsWith('tool.pixi.'))) return 'yes'
  return own.kind === 'unreadable' || python.kind === 'unreadable' ? 'unknown' : 'no'
}
