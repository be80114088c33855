import { builtinModules } from 'node:module'
import { basename, dirname, resolve } from 'node:path'
import { build } from 'vite'
import { placeNative } from '../../scripts/native.mjs'
import { builtWalker, builtWeigh } from './paths'

/** Builds the scan worker as the hosts do (one CommonJS file that Node 16 understands), once per test run. */
export default async function buildWorkers(): Promise<void> {
  await bundle('worker.ts', builtWalker)
  await bundle('weigh.ts', builtWeigh)
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
        entry: resolve(import.meta.dirname, '../../src/main/engine/scan', source),
        formats: ['cjs'],
        fileName: () => basename(file)
      },
      rollupOptions: { external: [/^node:/, ...builtinModules], output: { codeSplitting: false } }
    }
  })
}
