import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where the parts of a build lie, seen from the command line's own bundle in `out/cli`. */
const here = import.meta.dirname

export const built = {
  /** The folder that holds `package.json`; Electron is started on it. */
  root: resolve(here, '..', '..'),
  walker: join(here, 'walker.cjs'),
  page: resolve(here, '..', 'renderer')
} as const

/** The version in `package.json`. */
export function version(): string {
  const { version } = JSON.parse(readFileSync(join(built.root, 'package.json'), 'utf8')) as { version: string }
  return version
}
