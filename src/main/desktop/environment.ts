/** Variables that make a Node process load code, open a debugger, or stop being what we started (E1). */
const dangerous = new Set([
  'NODE_OPTIONS',
  'NODE_REPL_EXTERNAL_MODULE',
  'NODE_PATH',
  'NODE_V8_COVERAGE',
  'NODE_INSPECT_RESUME_ON_START',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_NO_ASAR',
  'LD_PRELOAD',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES'
])

/** The environment for the engine's process. Pure. */
export const engineEnvironment = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !dangerous.has(entry[0])
    )
  )
