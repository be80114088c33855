import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const at = (path: string) => resolve(import.meta.dirname, path)

/** A process with a bundle of its own takes long to load, as it must. */
const checks = { pluginTimings: false }

/** CommonJS and lowered syntax, so that an older runtime can run the same build; all packages are bundled. */
const output = { format: 'cjs' as const, entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' }
const node = { target: 'node16', externalizeDeps: false, reportCompressedSize: false }

export default defineConfig({
  main: { build: { ...node, rollupOptions: { input: { index: at('src/main/desktop/index.ts') }, output, checks } } },
  preload: {
    build: { ...node, minify: true, rollupOptions: { input: { index: at('src/preload/index.ts') }, output } }
  },
  renderer: {
    root: at('src/renderer'),
    base: './',
    plugins: [react()],
    build: {
      target: 'chrome108',
      // Lightning CSS lowers nesting and colour functions only when it minifies.
      minify: true,
      // A small font or picture as a data address would be refused by the page's policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rollupOptions: { input: { index: at('src/renderer/index.html') } }
    }
  }
})
