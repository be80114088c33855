import { dirname } from 'node:path'
import { createEngine } from '../engine/engine'
import type { Engine } from '../engine/ports'
import { untilAborted } from './ask'
import { built, version } from './built'
import type { Terminal } from './terminal'

const closeWithinMs = 5_000

/** Whether the engine serves this machine or a sample world. */
export interface Scene {
  readonly env: NodeJS.ProcessEnv
  readonly demo: boolean
}

/** Opens an engine, lets `work` use it, and closes it whatever happens. What the engine has to say is a notice. */
export async function withEngine<Value>(
  terminal: Terminal,
  scene: Scene,
  work: (engine: Engine) => Promise<Value>
): Promise<Value> {
  const opening = createEngine({
    env: scene.env,
    version: version(),
    host: 'cli',
    walker: built.walker,
    demo: scene.demo,
    beside: scene.demo ? [] : [dirname(built.root)],
    log: ({ level, text }) => {
      if (level !== 'info') terminal.notice(text)
    }
  })
  // A home on a disk that does not answer can hold this up.
  const engine = await untilAborted(opening, terminal.signal)
  try {
    return await work(engine)
  } finally {
    await Promise.race([engine.close(), new Promise((done) => setTimeout(done, closeWithinMs).unref())])
  }
}
