import { delimiter, isAbsolute } from 'node:path'

/**
 * The environment for every outside program: the host's, without any `GIT_*` and without what makes programs load code
 * or speak another language, plus a fixed locale (CS-41). A relative folder in PATH would start programs of the folder
 * that is looked at (CS-45). Pure.
 */
export function cleanEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || unwanted(name)) continue
    kept[name] = name === 'PATH' ? absoluteOnly(value) : value
  }
  return { ...kept, LC_ALL: 'C', LANGUAGE: 'C', TERM: 'dumb' }
}

const absoluteOnly = (path: string) =>
  path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .join(delimiter)

const loaders = new Set([
  'NODE_OPTIONS',
  'ELECTRON_RUN_AS_NODE',
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'DYLD_INSERT_LIBRARIES'
])

const unwanted = (name: string) => name.startsWith('GIT_') || loaders.has(name)
