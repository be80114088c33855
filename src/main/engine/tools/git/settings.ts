/** The setting that keeps names which differ only in case apart, on systems whose folders do. */
const apart = process.platform === 'linux' ? { 'core.ignoreCase': 'false' } : {}

/**
 * Settings of a repository or a person that hide work from `status` or run programs, each overridden on every call
 * (CS-42, CS-45, MW-GIT-02). Git hands them on to its own children in submodules.
 */
const overridden: Readonly<Record<string, string>> = {
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.untrackedCache': 'false',
  'core.trustctime': 'true',
  'core.checkStat': 'default',
  'core.ignoreStat': 'false',
  'core.commitGraph': 'false',
  ...apart,
  'status.showUntrackedFiles': 'normal',
  'diff.ignoreSubmodules': 'none',
  'diff.external': '',
  'log.showSignature': 'false',
  'core.warnAmbiguousRefs': 'false',
  'core.pager': 'cat',
  'core.sshCommand': 'false',
  'core.gitProxy': 'none',
  'credential.helper': '',
  'protocol.allow': 'never',
  'gc.auto': '0',
  'maintenance.auto': 'false'
}

/** The arguments in front of every question. */
export const pinnedSettings: readonly string[] = [
  '--no-pager',
  ...Object.entries(overridden).flatMap(([name, value]) => ['-c', `${name}=${value}`])
]

/**
 * The environment of every question: no lock and so no write for convenience, no prompt, no network, no stand-ins for
 * commits, and none of these filter programs (MW-GIT-01, CS-46). `filters` are their names.
 */
export function gitEnvironment(filters: readonly string[]): Record<string, string> {
  const off = filters.flatMap((name) => [
    [`filter.${name}.process`, ''],
    [`filter.${name}.clean`, ''],
    [`filter.${name}.smudge`, ''],
    [`filter.${name}.required`, 'false']
  ])
  const environment: Record<string, string> = {
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null/none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_PAGER: 'cat'
  }
  if (off.length > 0) environment['GIT_CONFIG_COUNT'] = String(off.length)
  for (const [index, [name = '', value = '']] of off.entries()) {
    environment[`GIT_CONFIG_KEY_${index}`] = name
    environment[`GIT_CONFIG_VALUE_${index}`] = value
  }
  return environment
}
