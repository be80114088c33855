import { builtinModules } from 'node:module'
import { basename, dirname, resolve } from 'node:path'
import { build } from 'vite'
import { placeNative } from '../../scripts/native.mjs'
import { builtRemover, builtRemoving, builtWalker, builtWeigh } from './paths'

/** Builds the workers as the hosts do (CommonJS files that Node 16 understands), once per test run. */
export default async function buildWorkers(): Promise<void> {
  await bundle('scan/worker.ts', builtWalker)
  await bundle('scan/weigh.ts', builtWeigh)
  await bundle('act/remover.ts', builtRemover)
  await bundle('act/removing.ts', builtRemoving)
  const slower = placeNative([dirname(builtWalker)])
  if (slower !== null) console.warn(slower)
}

async function bundle(source: string, file: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'node16',
      minify: false,
      emptyOutDir: false,
      outDir: dirname(file),
      lib: {
        entry: resolve(import.meta.dirname, '../../src/main/engine', source),
        formats: ['cjs'],
        fileName: () => basename(file)
      },
      rollupOptions: { external: [/^node:/, ...builtinModules], output: { codeSplitting: false } }
    }
  })
}
