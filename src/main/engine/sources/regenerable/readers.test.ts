import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cacheTag, cargoProject, cargoTarget, files, uvProject } from '../../../../../e2e/world/rebuildable'
import { scratch } from '../../../../../e2e/world/scanning'
import { placeOf, shown } from '../../place'
import { lacking, packagesIn } from './cargo'
import { environmentsOf } from './pixi'
import { subtreesOf } from './subtrees'
import { readToml, textUnder } from './toml'
import { namesProject } from './uv'

let disk: ReturnType<typeof scratch>
let site: string
beforeEach(() => {
  disk = scratch()
  site = files(disk.at('site'), {})
})
afterEach(() => disk.remove())

async function told() {
  const asked = { site: placeOf(site), sites: [], claims: [], gitDir: null, usersOf: () => [] }
  const { subtrees } = await subtreesOf(asked)
  return Object.fromEntries(
    subtrees.map((one) => [
      shown(one.place).slice(site.length + 1),
      one.verdict === 'restorable' ? one.restore.command : one.reasons.map(({ code }) => code)
    ])
  )
}

describe('cargo', () => {
  const built = 'cargo build --locked'
  it('target beside its lockfile and manifest, of one package and of a workspace', async () => {
    cargoProject(site)
    expect(await told()).toEqual({ target: built })
    files(site, { 'Cargo.toml': '[workspace]\nmembers = [\n  "a", # [package]\n]\nresolver = "2"\n' })
    expect(await told()).toEqual({ target: built })
  })

  it('D010: no lockfile, no manifest, a manifest that is neither package nor workspace', async () => {
    cargoTarget(site)
    expect(await told()).toEqual({ target: ['no-lockfile'] })
    cargoProject(site)
    rmSync(join(site, 'Cargo.toml'))
    expect(await told()).toEqual({ target: ['no-project'] })
    files(site, { 'Cargo.toml': '# [package]\n' })
    expect(await told()).toEqual({ target: ['no-project'] })
  })

  it('a tag that cargo did not write, or cargo’s tag in another folder', async () => {
    cargoProject(site)
    files(join(site, 'data'), {
      'CACHEDIR.TAG': `${cacheTag}\n# This file is a cache directory tag created by cargo.\n`
    })
    files(join(site, 'target'), { 'CACHEDIR.TAG': `${cacheTag}\n` })
    expect(await told()).toEqual({ data: ['other-place'], target: ['no-reader'] })
  })

  it('the build folder of a member, and one that its settings put elsewhere', async () => {
    cargoProject(site)
    cargoTarget(join(site, 'member'))
    expect(await told()).toEqual({ target: built, 'member/target': ['other-place'] })
    files(site, { '.cargo/config.toml': '[build]\ntarget-dir = "out"\n' })
    expect(await told()).toEqual({ target: ['settings'], 'member/target': ['other-place'] })
    files(site, { '.cargo/config.toml': '[alias]\nx = "build"\n' })
    expect(await told()).toMatchObject({ target: built })
    rmSync(join(site, '.cargo'), { recursive: true })
    symlinkSync('/etc', join(site, '.cargo'))
    expect(await told()).toMatchObject({ target: ['settings'] })
  })

  it('a lockfile that cargo would have to change first', async () => {
    cargoProject(site)
    files(site, { 'Cargo.lock': 'version = 4\n\n[[package]]\nname = "other"\nversion = "0.1.0"\n' })
    expect(await told()).toEqual({ target: ['not-in-lockfile'] })
    cargoProject(site)
    files(site, { 'Cargo.toml': '[package]\nname = "app"\n\n[dependencies]\nitoa = "1"\n' })
    expect(await told()).toEqual({ target: ['not-in-lockfile'] })
    files(site, {
      'Cargo.toml': '[package]\nname = "app"\n',
      'Cargo.lock': '<<<<<<< ours\n[[package]]\nname = "app"\n'
    })
    expect(await told()).toEqual({ target: ['not-in-lockfile'] })
  })

  it('reads every way to name a dependency', () => {
    const manifest = readToml(`[package]
name = 'app'
description = """
[dependencies]
not-one = "1"
"""
authors = [
  "x = [",
  'y'
]
[dependencies]
plain = "1" # not = "this"
"quoted" = { version = "1", features = ["a", "b"] }
renamed = { package = "real-one", version = "1" }
shared.workspace = true
[dependencies.long]
version = "1"
package = "real-two"
[target.'cfg(unix)'.dev-dependencies]
unix = "1"
[build-dependencies.cc]
version = "1"
[workspace.dependencies]
shared = { package = "real-three", version = "1" }
unused = "1"
[features]
default = []
`)
    const names = ['plain', 'quoted', 'real-one', 'real-two', 'real-three', 'unix', 'cc']
    const all = [{ name: 'app', local: true }, ...names.map((name) => ({ name, local: false }))]
    expect(lacking(manifest, all)).toBeNull()
    for (const name of [...names, 'app'])
      expect(
        lacking(
          manifest,
          all.filter((one) => one.name !== name)
        )
      ).toBe(name)
    expect(
      lacking(
        manifest,
        all.map(({ name }) => ({ name, local: false }))
      )
    ).toBe('app')
  })

  it('tells the packages of the workspace in a lockfile', () => {
    const lock =
      'version = 4\n\n[[package]]\nname = "a"\nversion = "1"\n\n[[package]]\nname = "b"\nsource = "registry+x"\n'
    expect(packagesIn(lock)).toEqual([
      { name: 'a', local: true },
      { name: 'b', local: false }
    ])
  })
})

describe('uv', () => {
  const synced = { '.venv': 'uv sync --frozen' }
  it('.venv beside its lockfile and project', async () => {
    uvProject(site)
    expect(await told()).toEqual(synced)
  })

  it('an environment of another maker, or one without a record', async () => {
    const venv = uvProject(site)
    writeFileSync(join(venv, 'pyvenv.cfg'), 'home = /usr/bin\nversion = 3.11\n')
    expect(await told()).toEqual({ '.venv': ['no-reader'] })
    rmSync(join(venv, 'pyvenv.cfg'))
    expect(await told()).toEqual({ '.venv': ['no-reader'] })
  })

  it('no lockfile, no project, a lockfile of another project, another place', async () => {
    uvProject(site)
    rmSync(join(site, 'uv.lock'))
    expect(await told()).toEqual({ '.venv': ['no-lockfile'] })
    uvProject(site)
    rmSync(join(site, 'pyproject.toml'))
    expect(await told()).toEqual({ '.venv': ['no-project'] })
    uvProject(site)
    files(site, { 'pyproject.toml': '[project]\nname = "other"\n' })
    expect(await told()).toEqual({ '.venv': ['not-in-lockfile'] })
    uvProject(site)
    files(join(site, 'sub', '.venv'), { 'CACHEDIR.TAG': cacheTag, 'pyvenv.cfg': 'uv = 0.9.0\n' })
    expect(await told()).toEqual({ ...synced, 'sub/.venv': ['other-place'] })
  })

  it('CS-13: packages that were put into it by hand would not come back', async () => {
    uvProject(site, ['iniconfig', 'Py.Left_pad', 'torch'])
    expect(await told()).toEqual({ '.venv': ['beyond-lockfile'] })
    const { subtrees } = await subtreesOf({
      site: placeOf(site),
      sites: [],
      claims: [],
      gitDir: null,
      usersOf: () => []
    })
    expect(subtrees).toMatchObject([
      { reasons: [{ kind: 'loses', text: 'It holds 2 packages that uv.lock does not name: py-left-pad, torch.' }] }
    ])
  })

  it('a folder of packages that is a link is not looked through', async () => {
    const venv = uvProject(site)
    rmSync(join(venv, 'lib', 'python3.11'), { recursive: true })
    mkdirSync(disk.at('site-packages'))
    symlinkSync(disk.at(), join(venv, 'lib', 'python3.11'))
    expect(await told()).toEqual({ '.venv': ['unreadable'] })
  })

  it('names are compared as indexes do, and a workspace without a project has members', () => {
    const lock = (name: string, source: string) =>
      `version = 1\n[[package]]\nname = "${name}"\nsource = { ${source} }\n`
    expect(namesProject(lock('my-x-y', 'editable = "."'), '[project]\nname = "My_x.Y"\n')).toBe(true)
    expect(namesProject(lock('my-x-y', 'virtual = "sub"'), '[project]\nname = "my-x-y"\n')).toBe(false)
    expect(namesProject(lock('my-x-y', 'registry = "."'), '[project]\nname = "my-x-y"\n')).toBe(false)
    expect(
      namesProject('version = 1\n[manifest]\nmembers = [\n  "a",\n]\n', '[tool.uv.workspace]\nmembers = ["a"]\n')
    ).toBe(true)
    expect(namesProject('version = 1\n', '[tool.uv.workspace]\nmembers = ["a"]\n')).toBe(false)
  })
})

describe('what the next run fills again', () => {
  const cache = (folder: string, maker: string) =>
    maker === 'ruff'
      ? files(join(site, folder), { 'CACHEDIR.TAG': cacheTag, '.gitignore': '# Automatically created by ruff.\n*\n' })
      : files(join(site, folder), {
          'CACHEDIR.TAG': `${cacheTag}\n# This file is a cache directory tag ${maker === 'mypy' ? 'automatically ' : ''}created by ${maker}.\n`
        })

  it('pytest, mypy and ruff, by their own words and under their own name', async () => {
    for (const maker of ['pytest', 'mypy', 'ruff']) {
      cache(`.${maker}_cache`, maker)
      cache(`pkg/.${maker}_cache`, maker)
      cache(`${maker}-data`, maker)
    }
    expect(await told()).toEqual({
      '.pytest_cache': 'pytest',
      '.mypy_cache': 'mypy .',
      '.ruff_cache': 'ruff check',
      'pkg/.pytest_cache': 'pytest',
      'pkg/.mypy_cache': 'mypy .',
      'pkg/.ruff_cache': 'ruff check',
      'pytest-data': ['other-place'],
      'mypy-data': ['other-place'],
      'ruff-data': ['other-place']
    })
  })

  it('CS-06: a folder of that name with a bare tag is nobody’s', async () => {
    for (const maker of ['pytest', 'mypy', 'ruff']) files(join(site, `.${maker}_cache`), { 'CACHEDIR.TAG': cacheTag })
    expect(await told()).toEqual({
      '.pytest_cache': ['no-reader'],
      '.mypy_cache': ['no-reader'],
      '.ruff_cache': ['no-reader']
    })
  })
})

describe('the names in a pixi.lock', () => {
  it.each<[string, string[]]>([
    [
      'environments:\n  default:\n    channels:\n      x: y\n  "te st":\n  \'lint\':\n  dev: {}\npackages:\n  no:\n',
      ['default', 'te st', 'lint', 'dev']
    ],
    ['version: 5\r\nenvironments:\r\n  default:\r\n    a: b\r\n\r\n  dev:\r\npackages:\r\n', ['default', 'dev']],
    ['environments: {default: {}}\n', []],
    ['  environments:\n    default:\n', []],
    ['packages:\n  environments:\n    default:\n', []],
    ['environments:\n- default:\n', []],
    ['environments:\n<<<<<<< ours\n  default:\n', []],
    ['', []]
  ])('%j', (lock, names) => {
    expect(environmentsOf(lock)).toEqual(names)
  })
})

describe('TOML as far as it is needed', () => {
  it('tables in long strings and arrays are none', () => {
    const text =
      'a = """\n[tool.pixi]\n"""\nb = [\n  "[x]",\n  [1, 2],\n]\nc = \'\'\'\n[y]\n\'\'\'\n[real] # [z]\nname = "it" # no\n'
    const toml = readToml(text)
    expect(toml.tables).toEqual(['real'])
    expect(textUnder(toml, 'real', 'name')).toBe('it')
  })

  it('spaces, quotes, arrays of tables and CRLF', () => {
    expect(readToml(`[ a.b ]\r\n[[c]]\r\n["d.e"]\r\n[target.'cfg(x = "y")'.dependencies]\r\n`).tables).toEqual([
      'a.b',
      'c',
      '"d.e"',
      `target.'cfg(x = "y")'.dependencies`
    ])
  })
})

describe('files made to be slow to read', () => {
  const much = 500_000
  it.each([
    ['blanks after a key', `a${' '.repeat(much)}b`],
    ['quotes in a header', `[${`"'`.repeat(much)}`],
    ['brackets', '['.repeat(much)],
    ['a key without an end', `  a${' '.repeat(much)}b`]
  ])('%s', (_, line) => {
    const began = Date.now()
    readToml(`${line}\n[tool.pixi]\n`)
    environmentsOf(`environments:\n  x:\n  ${line}\n`)
    expect(Date.now() - began).toBeLessThan(2000)
  })
})
