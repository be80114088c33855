import { describe, expect, it } from 'vitest'
import { type Asked, commandNames, readArguments, reservedNames } from './argv'
import { helpText } from './help'

const read = (line: string) => readArguments(line === '' ? [] : line.split(' '))

describe('the command line', () => {
  it.each<[string, Asked]>([
    ['', { kind: 'help', of: null }],
    ['--help', { kind: 'help', of: null }],
    ['help', { kind: 'help', of: null }],
    ['help size', { kind: 'help', of: 'size' }],
    ['size --help', { kind: 'help', of: 'size' }],
    ['ls --size -h', { kind: 'help', of: 'ls' }],
    ['--version', { kind: 'version' }],
    ['ls', { kind: 'ls', json: false, size: false }],
    ['ls --size --json', { kind: 'ls', json: true, size: true }],
    ['survey', { kind: 'survey', json: false, roots: null }],
    ['survey --roots a b --json', { kind: 'survey', json: true, roots: ['a', 'b'] }],
    ['survey --roots a --roots=b', { kind: 'survey', json: false, roots: ['a', 'b'] }],
    ['size a --json b', { kind: 'size', json: true, paths: ['a', 'b'] }],
    ['size -- --json', { kind: 'size', json: false, paths: ['--json'] }],
    ['size -', { kind: 'size', json: false, paths: ['-'] }],
    ['tree a', { kind: 'tree', json: false, depth: 2, path: 'a' }],
    ['tree --depth=3 a', { kind: 'tree', json: false, depth: 3, path: 'a' }],
    ['tree a --depth 32 --json', { kind: 'tree', json: true, depth: 32, path: 'a' }],
    ['prune', { kind: 'prune', plan: false, yes: false, force: false, json: false }],
    ['prune --plan --force --json', { kind: 'prune', plan: true, yes: false, force: true, json: true }],
    ['prune -y', { kind: 'prune', plan: false, yes: true, force: false, json: false }],
    ['prune --json --yes', { kind: 'prune', plan: false, yes: true, force: false, json: true }],
    ['serve', { kind: 'serve', open: false, port: null }],
    ['serve --open --port 0', { kind: 'serve', open: true, port: 0 }],
    ['demo --serve', { kind: 'demo', serve: true, open: false, port: null }]
  ])('understands "%s"', (line, asked) => {
    expect(read(line)).toEqual(asked)
  })

  it.each([
    ['list', 'There is no command "list".'],
    ['--json', 'There is no option --json.'],
    ['ls x', 'ls takes no path, and was given x.'],
    ['ls --roots x', 'ls has no option --roots.'],
    ['ls --size=1', 'ls has no option --size=1.'],
    ['ls --constructor', 'ls has no option --constructor.'],
    ['ls -j', 'ls has no option -j.'],
    ['size', 'size needs at least one path.'],
    ['survey --roots', '--roots needs a value.'],
    ['survey --roots --json', '--roots needs a value.'],
    ['prune x', 'prune takes no path, and was given x.'],
    ['prune --force=app', 'prune has no option --force=app.'],
    ['prune --force-worktrees', 'prune has no option --force-worktrees.'],
    ['prune --plan -y', '--plan stops after the plan, so there is nothing to say yes to.'],
    ['tree', 'tree takes exactly one path.'],
    ['tree a b', 'tree takes exactly one path.'],
    ['tree a --depth 0', '--depth takes a whole number from 1 to 32, not "0".'],
    ['tree a --depth 1e1', '--depth takes a whole number from 1 to 32, not "1e1".'],
    ['serve --port 65536', '--port takes a whole number from 0 to 65535, not "65536".'],
    ['help nothing', 'There is no command "nothing".'],
    ['constructor', 'There is no command "constructor".']
  ])('refuses "%s" in one sentence', (line, said) => {
    expect(read(line)).toMatchObject({ kind: 'misused', said })
  })

  it('refuses an empty path, which would mean the working folder', () => {
    expect(readArguments(['size', ''])).toMatchObject({ kind: 'misused' })
    expect(readArguments(['tree', ''])).toMatchObject({ kind: 'misused' })
  })

  it.each(reservedNames)('keeps the name %s, and says that it is not there yet', (name) => {
    const expected = { kind: 'misused', said: `This version of Clearhold has no "${name}" yet.` }
    expect(read(name)).toMatchObject(expected)
    expect(read(`help ${name}`)).toMatchObject(expected)
  })

  it('lists every command in the help, and no reserved one', () => {
    const listed = [...helpText(null).matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name)
    expect(listed).toEqual([...commandNames])
    for (const name of commandNames) expect(helpText(name)).toMatch(new RegExp(`^Usage: clearhold ${name}`))
  })
})
