import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls, events } from './shared/contract'

const root = resolve(import.meta.dirname, '..')
const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
const files = listed
  .toString('utf8')
  .split('\0')
  .filter((file) => file !== '')
const code = files.filter((file) => /^src\/.*\.tsx?$/.test(file))
const product = code.filter((file) => !/\.test\.tsx?$/.test(file))
const text = new Map(code.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const))
const textOf = (file: string) => text.get(file) ?? ''

/** Everything a file imports: packages by name, our own files by their path from the root. */
function importsOf(file: string): string[] {
  const found = textOf(file).matchAll(
    /(?:^|[^.\w])(?:import|export)\s*(?:type\s)?(?:[^'"`;]*?\sfrom\s*)?\(?\s*['"]([^'"]+)['"]/g
  )
  return [...found].map(([, name = '']) => {
    const plain = name.replace(/\?.*$/, '')
    return plain.startsWith('.') ? relative(root, resolve(root, dirname(file), plain)) : plain
  })
}

interface Layer {
  readonly folder: string
  /** Path starts of our own files, and names of packages, that it may import. */
  readonly may: readonly string[]
}

const engine = 'src/main/engine/'
const shared = 'src/shared/'
const layers: readonly Layer[] = [
  { folder: shared, may: [shared, 'zod'] },
  { folder: engine, may: [engine, shared, 'node:', 'execa', 'zod'] },
  { folder: 'src/main/security/', may: ['src/main/security/', shared] },
  {
    folder: 'src/main/desktop/',
    may: ['src/main/desktop/', 'src/main/security/', 'src/main/engine-process', shared, 'electron', 'node:', 'zod']
  },
  { folder: 'src/main/web/', may: ['src/main/web/', 'src/main/security/', shared, 'node:', 'zod'] },
  { folder: 'src/main/cli/', may: ['src/main/cli/', 'src/main/web/', engine, shared, 'node:', 'zod'] },
  { folder: 'src/preload/', may: ['src/preload/', 'electron', shared] },
  {
    folder: 'src/renderer/',
    may: [
      'src/renderer/',
      shared,
      'react',
      'react-dom',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
      'recharts',
      'd3-hierarchy',
      '@fontsource-variable/'
    ]
  },
  {
    folder: 'src/main/engine-process.ts',
    may: [engine, 'src/main/engine-process', 'src/main/desktop/', shared, 'node:']
  }
]

/** Which files of the product hold what the pattern finds. */
const holding = (pattern: RegExp, among: readonly string[] = product) =>
  among.filter((file) => pattern.test(textOf(file)))

describe('the seams', () => {
  it('every file of the product belongs to a layer', () => {
    const stray = product.filter((file) => !layers.some((layer) => file.startsWith(layer.folder)))
    expect(stray).toEqual([])
  })

  it.each(layers)('$folder imports only what it may', ({ folder, may }) => {
    const allowed = (name: string) =>
      may.some(
        (start) =>
          name === start || name.startsWith(/[/:]$/.test(start) || start.startsWith('src/') ? start : `${start}/`)
      )
    const wrong = product
      .filter((file) => file.startsWith(folder))
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => !allowed(name))
          .map((name) => `${file} imports ${name}`)
      )
    expect(wrong).toEqual([])
  })

  it('the reader of imports sees every spelling', () => {
    const spellings = [
      "import a from 'x'",
      "import 'y'",
      "export { b } from 'z'",
      "await import('w')",
      "import type { T } from 'v'"
    ]
    text.set('src/probe.ts', spellings.join('\n'))
    expect(importsOf('src/probe.ts').sort()).toEqual(['v', 'w', 'x', 'y', 'z'])
    text.delete('src/probe.ts')
  })

  it('one file starts processes', () => {
    const starts =
      /from ['"](?:execa|node:child_process|child_process|node:cluster)['"]|require\(['"](?:node:)?child_process/
    expect(holding(starts).sort()).toEqual(['src/main/engine/tools/run.ts'])
  })

  it('one file deletes, apart from our own state and the demo’s own folder', () => {
    const deletes = /\b(?:rm|rmSync|rmdir|rmdirSync|unlink|unlinkSync)\s*\(/
    const allowed = new Set([
      'src/main/engine/act/remove-tree.ts',
      'src/main/engine/sources/merged/private-folder.ts',
      'src/main/engine/state/document.ts',
      'src/main/cli/demo/sweep.ts',
      'src/main/web/open.ts'
    ])
    expect(holding(deletes).filter((file) => !allowed.has(file))).toEqual([])
  })

  it('the raw wire of Electron is held by one file (B1)', () => {
    expect(holding(/\bipcMain\b|webContents\.send\b/).filter((file) => file !== 'src/main/desktop/ipc.ts')).toEqual([])
    expect(holding(/\bsendSync\b/)).toEqual([])
  })

  it('nothing in the desktop’s main process waits for the disk (E3)', () => {
    const main = product.filter((file) => file.startsWith('src/main/desktop/'))
    expect(holding(/\b\w+Sync\s*\(/, main)).toEqual([])
  })

  it('no room for leftovers: no folder named utils or helpers', () => {
    expect(files.filter((file) => /(?:^|\/)(?:utils?|helpers?|misc|common)\//.test(file))).toEqual([])
  })

  it('no file of the product is over 300 lines', () => {
    expect(product.filter((file) => textOf(file).split('\n').length > 301)).toEqual([])
  })

  it('every call and every event is named in a test', () => {
    const tests = files.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && file !== 'src/seams.test.ts')
    const all = tests.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    const unnamed = [...Object.keys(calls), ...Object.keys(events)].filter((name) => !all.includes(`'${name}'`))
    expect(unnamed).toEqual([])
  })

  it('the page hands no path inwards: no call for it takes one (B4)', () => {
    const inwards = Object.entries(calls).filter(([, call]) => call.hosts.some((host) => host !== 'cli'))
    const keys = inwards.flatMap(([, call]) => Object.keys('shape' in call.input ? (call.input.shape as object) : {}))
    expect(keys.filter((key) => /path|place$|root|dir/i.test(key) && key !== 'place')).toEqual([])
  })
})
