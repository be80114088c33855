const systemWords: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied',
  EPERM: 'Operation not permitted',
  ENOENT: 'No such file or directory',
  ENOTDIR: 'Not a directory',
  EISDIR: 'Is a directory',
  ELOOP: 'Too many levels of symbolic links',
  ENAMETOOLONG: 'File name too long',
  ENOSPC: 'No space left on device',
  EDQUOT: 'Disk quota exceeded',
  EROFS: 'Read-only file system',
  EIO: 'Input/output error',
  EBUSY: 'Device or resource busy',
  ESTALE: 'Stale file handle',
  ENODEV: 'No such device',
  ENXIO: 'No such device or address',
  EMFILE: 'Too many open files',
  ENFILE: 'Too many open files in system',
  ENOTEMPTY: 'Directory not empty',
  EEXIST: 'File exists',
  ETIMEDOUT: 'Connection timed out',
  ENOTCONN: 'Transport endpoint is not connected',
  EINVAL: 'Invalid argument'
}

/** The system's own words for an error, without its number, the call or the path. */
export function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error as NodeJS.ErrnoException).code
  return (code !== undefined && systemWords[code]) || error.message
}

/** True when the error proves that nothing is there; every other error proves nothing (CS-23). */
export function isAbsence(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'ENOENT' || code === 'ENOTDIR'
}
