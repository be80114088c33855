// The walk of the real `dl`, told from the rest of it: `dl --ls --size` less `dl --ls`, with the tree shown in a clone of
// a made-up home. For root only, since the tree is mounted there instead of copied.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { realDl } from '../dl.mjs'
import { parts, timed } from './unsaved.mjs'

/** `{ contestant }` for the rounds, or `{ missing }` with a sentence. */
export async function dlWalk() {
  if (process.getuid?.() !== 0 || spawnSync('unshare', ['-m', 'true']).status !== 0)
    return { missing: 'dl is not measured: that needs root and the right to mount.' }
  const dl = await realDl()
  if (dl.program === undefined) return { missing: dl.missing }
  const engine = await parts()
  const world = await engine.createWorld()
  const clone = await world.clone('acme', 'app', 'main', { leaf: 'app-main' })
  await world.devpod.list([engine.entry('app-main', { localFolder: clone })])
  const place = join(clone, 'tree')
  mkdirSync(place)
  const run = (...words) => {
    const { status, stderr } = spawnSync(dl.program, words, { env: world.env, cwd: world.home, encoding: 'utf8' })
    if (status !== 0) throw new Error(`dl ${words.join(' ')} ended with status ${status}: ${stderr.trim()}`)
  }
  return {
    contestant: {
      name: "dl's walk",
      time: async (folder) => {
        if (spawnSync('mount', ['--bind', folder, place]).status !== 0)
          throw new Error(`${folder} could not be mounted.`)
        try {
          const whole = await timed(() => run('--ls', '--size'))
          return { ms: Math.max(1, whole - (await timed(() => run('--ls')))) }
        } finally {
          spawnSync('umount', [place])
        }
      },
      end: () => world.dispose()
    }
  }
}
