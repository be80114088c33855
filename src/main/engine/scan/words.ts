import { getSystemErrorMap } from 'node:util'

/** The code of the door that an aborted scan leaves at each folder it did not walk. */
export const STOPPED = 'STOPPED'

/** The code of a door where a far file system did not answer within its limits. */
export const LATE = 'LATE'

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied',
  EIO: 'Input/output error',
  ELOOP: 'Too many levels of symbolic links',
  ENAMETOOLONG: 'File name too long',
  ENOTCONN: 'Transport endpoint is not connected',
  ENOTDIR: 'Not a directory',
  EPERM: 'Operation not permitted',
  ESTALE: 'Stale file handle',
  EXDEV: 'Another file system was mounted here',
  ETIMEDOUT: 'Connection timed out',
  'Unknown system error -116': 'Stale file handle',
  'Unknown system error -117': 'Structure needs cleaning',
  [STOPPED]: 'the scan was stopped',
  [LATE]: 'it did not answer in time'
}

/** The code of a system error ('EACCES'), or 'EIO' for a failure that carries none. */
export function codeOf(failure: unknown): string {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined
  return typeof code === 'string' ? code : 'EIO'
}

/** The system's words for an error code, as a shell prints them: 'Permission denied', without the code. */
export function wordsOf(code: string): string {
  const known = WORDS[code]
  if (known !== undefined) return known
  for (const [name, message] of getSystemErrorMap().values()) {
    if (name === code) return message.charAt(0).toUpperCase() + message.slice(1)
  }
  return code
}
