// The cheap checks, each as one step with its time.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './children.mjs'
import { root } from './packages.mjs'

const program = (name) => join(root, 'node_modules', ...name)
export const tools = {
  biome: program(['@biomejs', 'biome', 'bin', 'biome']),
  tsc: program(['typescript', 'bin', 'tsc']),
  vitest: program(['vitest', 'vitest.mjs']),
  playwright: program(['@playwright', 'test', 'cli.js'])
}

/** Runs one of the tools under this Node; answers with its status (null when it was stopped). */
export const tool = async (name, args, options = {}) => {
  const { code } = await run(process.execPath, [tools[name], ...args], { cwd: root, ...options })
  return code
}

/** Type-checks every layer by its own configuration. */
export async function types() {
  const layers = readdirSync(join(root, 'tsconfig')).filter((file) => file !== 'base.json')
  let code = 0
  for (const layer of layers) code = (await tool('tsc', ['-p', join('tsconfig', layer)])) === 0 ? code : 1
  return code
}

/** Lint and format. */
export const lint = () => tool('biome', ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.'])

export const build = async () => (await run(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root })).code

/** Prints what a step is, runs it, and prints how long it took. Answers with the step's own answer. */
export async function step(name, work) {
  console.log(`— ${name}`)
  const started = Date.now()
  const answer = await work()
  console.log(`— ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return answer
}
