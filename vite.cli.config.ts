import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const at = (path: string) => resolve(import.meta.dirname, path)

interface Part {
  readonly entry: string
  readonly target: string
  readonly file: string
  readonly format: 'es' | 'cjs'
}

/** What plain Node runs, by the mode each is built in. */
const parts: Record<string, Part> = {
  cli: { entry: 'src/main/cli/index.ts', target: 'node20', file: 'clearhold.mjs', format: 'es' },
  walker: {
    entry: 'src/main/engine/scan/worker.ts',
    target: 'node16',
    file: 'walker.cjs',
    format: 'cjs'
  },
  remover: {
    entry: 'src/main/engine/act/remover.ts',
    target: 'node16',
    file: 'remover.cjs',
    format: 'cjs'
  }
}

/** All packages are inside; the walker and the remover are one file each. */
export default defineConfig(({ mode }) => {
  const part = parts[mode]
  if (part === undefined) throw new Error(`Build with --mode ${Object.keys(parts).join(' or --mode ')}.`)
  return {
    root: import.meta.dirname,
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: at(part.entry),
      target: part.target,
      outDir: at('out/cli'),
      emptyOutDir: false,
      minify: false,
      reportCompressedSize: false,
      rollupOptions: {
        output: {
          format: part.format,
          entryFileNames: part.file,
          // What a command needs is loaded with it; parts lie beside the entry and find the rest of the build from there.
          chunkFileNames: '[name].mjs',
          codeSplitting: part.format === 'es'
        }
      }
    }
  }
})
