import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The TypeScript walker behind a gate: no walk begins while it is shut. */
export interface GatedWalker {
  /** The program file for an engine's `walker`. */
  readonly file: string
  shut(): Promise<void>
  open(): Promise<void>
}

/** Makes one in `folder`, where no native walker lies beside it, but the remover does. The gate is open. */
export async function gatedWalker(folder: string): Promise<GatedWalker> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'walker.cjs')
  const gate = join(folder, 'shut')
  const text = `
    const { existsSync } = require('node:fs')
    const { parentPort } = require('node:worker_threads')
    const still = new Int32Array(new SharedArrayBuffer(4))
    parentPort.on('message', () => {
      while (existsSync(${JSON.stringify(gate)})) Atomics.wait(still, 0, 0, 10)
    })
    require(${JSON.stringify(resolve('.cache/test/walker.cjs'))})
  `
  await writeFile(file, text)
  await writeFile(join(folder, 'remover.cjs'), `require(${JSON.stringify(resolve('.cache/test/remover.cjs'))})`)
  return { file, shut: () => writeFile(gate, ''), open: () => rm(gate, { force: true }) }
}
