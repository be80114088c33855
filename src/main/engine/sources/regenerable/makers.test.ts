import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { files } from '../../../../../e2e/world/rebuildable'
import { doomed, removing } from '../../../../../e2e/world/removing'
import { scratch } from '../../../../../e2e/world/scanning'
import { placeOf, shown } from '../../place'
import { subtreesOf } from './subtrees'

/** Makers from PyPI stand there where they are not on the machine's own path. */
const path = [resolve('.cache', 'makers', 'bin'), process.env['PATH'] ?? ''].join(delimiter)
const has = (program: string): boolean =>
  spawnSync(program, ['--version'], { env: { ...process.env, PATH: path } }).status === 0
const makers = Object.fromEntries(['cargo', 'uv', 'pytest', 'mypy', 'ruff'].map((name) => [name, has(name)]))
for (const [name, there] of Object.entries(makers))
  if (!there) console.warn(`What ${name} rebuilds is not tried: ${name} is not installed here.`)

let disk: ReturnType<typeof scratch>
let site: string
beforeEach(() => {
  disk = scratch()
  site = disk.at('site')
})
afterEach(() => disk.remove())

/** Runs a maker without the network, with its caches in the test’s own folder. */
function run(command: string, folder = site): void {
  const [program = '', ...args] = command.split(' ')
  const env = {
    ...process.env,
    PATH: path,
    CARGO_NET_OFFLINE: 'true',
    UV_OFFLINE: '1',
    UV_CACHE_DIR: disk.at('cache'),
    UV_PYTHON_DOWNLOADS: 'never',
    PYTHONDONTWRITEBYTECODE: '1'
  }
  const ran = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`${command}: ${ran.stdout}${ran.stderr}`)
}

const look = async () =>
  (await subtreesOf({ site: placeOf(site), sites: [], claims: [], gitDir: null, usersOf: () => [] })).subtrees

/** Every entry below a folder, with what it holds. */
function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    names.map((name) => {
      const at = join(folder, name)
      const stats = lstatSync(at)
      if (stats.isSymbolicLink()) return [name, `-> ${readlinkSync(at)}`]
      return [name, stats.isDirectory() ? '/' : readFileSync(at, 'latin1')]
    })
  )
}

/** Finds the one folder that may go, takes it away, runs what was printed, and answers with what was and what came back. */
async function thereAndBack(name: string) {
  const [found, ...others] = await look()
  expect(others).toEqual([])
  if (found?.verdict !== 'restorable') throw new Error(`${name} is not restorable: ${String(found?.reasons[0]?.text)}`)
  expect(shown(found.place)).toBe(join(site, name))
  const before = contents(join(site, name))
  const beside = readdirSync(site).sort()
  expect((await removing(doomed(join(site, name)))).kind).toBe('removed')
  expect(existsSync(join(site, name))).toBe(false)
  run(found.restore.command, shown(found.restore.folder))
  expect(readdirSync(site).sort()).toEqual(beside)
  expect(await look()).toMatchObject([{ place: found.place, maker: found.maker, restore: found.restore }])
  return { before, after: contents(join(site, name)) }
}

describe.skipIf(!makers['cargo'])('cargo itself', () => {
  const manifest = (name: string, more = '') =>
    `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${more}`

  it('writes what is recognised, and builds the same program again', async () => {
    files(site, {
      'Cargo.toml': `${manifest('app', '[dependencies]\npart = { path = "part" }\n')}[workspace]\n`,
      'part/Cargo.toml': manifest('part'),
      'part/src/lib.rs': 'pub fn word() -> &\'static str { "hello" }\n',
      'src/main.rs': 'fn main() { println!("{}", part::word()) }\n'
    })
    run('cargo build')
    const { before, after } = await thereAndBack('target')
    expect(Object.keys(after)).toContain('debug/app')
    expect(after['debug/app']).toBe(before['debug/app'])
    const fixed = (tree: Record<string, string>) => Object.keys(tree).filter((name) => !name.includes('/incremental/'))
    expect(fixed(after).sort()).toEqual(fixed(before).sort())
  })

  it('does not build by a lockfile that lacks a dependency, and then nothing is offered', async () => {
    files(site, { 'Cargo.toml': manifest('app'), 'src/main.rs': 'fn main() {}\n' })
    files(disk.at('late'), { 'Cargo.toml': manifest('late'), 'src/lib.rs': '' })
    run('cargo build')
    files(site, { 'Cargo.toml': manifest('app', '[dependencies]\nlate = { path = "../late" }\n') })
    expect(() => run('cargo build --locked')).toThrow('--locked')
    expect(await look()).toMatchObject([{ verdict: 'stands', reasons: [{ code: 'not-in-lockfile' }] }])
    run('cargo build')
    expect(await look()).toMatchObject([{ verdict: 'restorable' }])
  })

  it('tags no folder that somebody else made', async () => {
    files(site, { 'Cargo.toml': manifest('app'), 'src/main.rs': 'fn main() {}\n', 'target/notes': 'mine' })
    run('cargo build')
    expect(await look()).toEqual([])
  })
})

describe.skipIf(!makers['uv'])('uv itself', () => {
  const project = (name: string, more: string) =>
    `[project]\nname = "${name}"\nversion = "0.1.0"\nrequires-python = ">=3.8"\n${more}`
  const built = '[build-system]\nrequires = ["uv_build>=0.7,<99"]\nbuild-backend = "uv_build"\n'
  beforeEach(() => {
    files(site, {
      'pyproject.toml': project('Demo.App', 'dependencies = ["part"]\n[tool.uv.sources]\npart = { path = "part" }\n'),
      'part/pyproject.toml': project('part', built),
      'part/src/part/__init__.py': 'word = "hello"\n'
    })
    files(disk.at('extra'), { 'pyproject.toml': project('extra', built), 'src/extra/__init__.py': '' })
  })

  it('writes what is recognised, and installs the same again', async () => {
    run('uv sync')
    const { before, after } = await thereAndBack('.venv')
    expect(Object.keys(after)).toContain('lib64')
    expect(Object.keys(after).some((name) => name.endsWith('site-packages/part/__init__.py'))).toBe(true)
    const fixed = (tree: Record<string, string>) =>
      Object.entries(tree)
        .filter(([name]) => !/\.dist-info\/(?:RECORD|uv_cache\.json)$/.test(name))
        .sort()
    expect(fixed(after)).toEqual(fixed(before))
  })

  it('does not bring back what was installed by hand, and then nothing is offered', async () => {
    run('uv sync')
    run(`uv pip install ${disk.at('extra')}`)
    expect(await look()).toMatchObject([
      { verdict: 'stands', reasons: [{ text: 'It holds a package that uv.lock does not name: extra.' }] }
    ])
    run('uv sync --frozen')
    expect(await look()).toMatchObject([{ verdict: 'restorable' }])
  })

  it('makes environments without a lockfile, of which nothing is known', async () => {
    run('uv venv')
    expect(await look()).toMatchObject([{ maker: 'uv', verdict: 'stands', reasons: [{ code: 'no-lockfile' }] }])
  })
})

describe.each([
  ['pytest', '.pytest_cache'],
  ['mypy', '.mypy_cache'],
  ['ruff', '.ruff_cache']
])('%s itself', (maker, name) => {
  it.skipIf(!makers[maker])('writes what is recognised, and fills it again', async () => {
    files(site, { 'test_one.py': 'def test_one() -> None:\n    assert True\n', 'pytest.ini': '[pytest]\n' })
    run({ pytest: 'pytest -q', mypy: 'mypy test_one.py', ruff: 'ruff check --no-fix' }[maker] ?? '')
    const { before, after } = await thereAndBack(name)
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())
  })
})
