import { execFileSync } from 'node:child_process'
import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agentWorktree, commit, git } from '../world/git'
import { entry } from '../world/programs'
import { createWorld, type World } from '../world/world'
import { build, clearhold } from './clearhold'

let world: World
const log = () => world.at('gits')

/** A git in front of the real one that writes down what it is asked, a line each. */
async function recordingGit(): Promise<string> {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const folder = world.at('recording')
  await mkdir(folder)
  const program = join(folder, 'git')
  const line = `line=$(printf '%s ' "$@" | tr '\\n' ' ')`
  await writeFile(program, `#!/bin/sh\n${line}\nprintf '%s\\n' "$line" >>'${log()}'\nexec '${real}' "$@"\n`)
  await chmod(program, 0o755)
  return folder
}

/** The questions of the guard, and the one for the names of filters, asked once. */
const guardAsks: ReadonlySet<string> = new Set(['config', 'status', 'rev-list', 'for-each-ref', 'worktree'])

/** The verb of a recorded line, and the clone or the mirror whose repository it was put to. */
function questionIn(line: string): { readonly verb: string; readonly of: string } {
  const words = line.trim().split(' ')
  const verb = words.findIndex((word, at) => !word.startsWith('-') && !['-c', '-C'].includes(words[at - 1] ?? ''))
  const gitDir = words.find((word) => word.startsWith('--git-dir=')) ?? ''
  return { verb: words[verb] ?? '', of: /\/acme\/app\/([^/]+)/.exec(gitDir)?.[1] ?? '' }
}

beforeAll(async () => {
  await build()
  world = await createWorld()
})
afterAll(() => world.dispose())

it('ls asks git at most so often for each clone and worktree, and no question but those of the guard', async () => {
  const clean = await world.clone('acme', 'app', 'main', { leaf: 'clean' })
  const working = await world.clone('acme', 'app', 'main', { leaf: 'working' })
  await commit(working, 'Work', { w: 'w\n' })
  await git(working, 'tag', 'here')
  await writeFile(join(working, 'new'), 'x')
  const treed = await world.clone('acme', 'app', 'main', { leaf: 'treed' })
  await appendFile(join(treed, '.git', 'info', 'exclude'), '.claude/\n')
  for (const name of ['a', 'b', 'c']) await commit(await agentWorktree(treed, name), `In ${name}`, { [name]: 'x\n' })
  const places = { clean, working, treed }
  await world.devpod.list(Object.entries(places).map(([id, localFolder]) => entry(id, { localFolder })))
  const folder = await recordingGit()
  const env = { ...world.env, PATH: `${folder}:${world.env['PATH']}` }
  const rows = JSON.parse((await clearhold(['ls', '--json'], { env })).out)
  expect(rows).toHaveLength(3)
  const asked = (await readFile(log(), 'utf8')).trim().split('\n').map(questionIn)
  const of = (leaf: string) => asked.filter((one) => one.of === leaf).map(({ verb }) => verb)
  expect(of('clean').sort()).toEqual(['rev-list', 'status'])
  expect(of('working').length).toBeLessThanOrEqual(4)
  const verbs = new Set(asked.map(({ verb }) => verb))
  expect([...verbs].filter((verb) => !guardAsks.has(verb))).toEqual([])
  // The mirror is asked for the tags of the one, and for the head of each worktree of the other.
  expect(of('.bare').filter((verb) => verb === 'for-each-ref').length).toBeLessThanOrEqual(2)
  expect(of('.bare').filter((verb) => verb === 'rev-list')).toHaveLength(3)
  expect(of('treed').length).toBeLessThanOrEqual(4 + 2 * 3)
  expect(asked.length).toBeLessThanOrEqual(1 + 2 + 6 + (4 + 3 * 3) + 1)
})
