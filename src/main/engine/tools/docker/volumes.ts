import type { Run } from '../run'

/** docker asks its engine; one that hangs is not waited for longer (milliseconds). */
const limitMs = 120_000

/** How a removal of volumes ended; a name is `gone` when docker says that it is, whatever its exit status. */
export type VolumesRemoved =
  | { readonly kind: 'removed' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly said: string; readonly gone: ReadonlySet<string> }

/**
 * One `docker volume rm --force` with every name of one workspace (2.8, DL-VOL-04); exit 0 means removed or already
 * absent. docker goes on past a volume in use, and prints the names it removed. Never rejects, never lists.
 */
export async function removeVolumes(run: Run, names: readonly string[]): Promise<VolumesRemoved> {
  const ran = await run('docker', ['volume', 'rm', '--force', ...names], { timeoutMs: limitMs, maxBytes: 1024 * 1024 })
  const refused = (said: string, gone: readonly string[] = []): VolumesRemoved => ({
    kind: 'refused',
    said,
    gone: new Set(gone)
  })
  switch (ran.kind) {
    case 'exited': {
      if (ran.exit === 0) return { kind: 'removed' }
      const printed = new Set(Buffer.from(ran.stdout, 'latin1').toString('utf8').split('\n'))
      const said = ran.stderr.trim().replace(/\s*\n\s*/g, ' ')
      return refused(
        said || `docker ended with exit code ${ran.exit}`,
        names.filter((name) => printed.has(name))
      )
    }
    case 'missing':
      return { kind: 'missing' }
    case 'timed-out':
      return refused(`docker did not answer within ${ran.afterMs / 1000} seconds`)
    case 'killed':
      return refused(`docker was ended by ${ran.signal}`)
    case 'cancelled':
      return refused('docker was not asked to the end')
    case 'too-much':
      return refused('docker printed more than can be read')
    case 'failed':
      return refused(`docker could not be started: ${ran.said}`)
  }
}
