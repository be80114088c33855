import type { Run } from '../run'

/** Whether git can be asked anything at all; `said` is a sentence without a full stop. */
export type GitAnswer =
  | { readonly kind: 'works'; readonly version: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly said: string }

/** Asks git for its version, within ten seconds. Never rejects. */
export async function gitVersion(run: Run, signal: AbortSignal): Promise<GitAnswer> {
  const ran = await run('git', ['--version'], { timeoutMs: 10_000, maxBytes: 64 * 1024, signal })
  if (ran.kind === 'missing') return { kind: 'missing' }
  if (ran.kind === 'timed-out')
    return { kind: 'failed', said: `git did not answer within ${ran.afterMs / 1000} seconds` }
  if (ran.kind !== 'exited') return { kind: 'failed', said: `git could not be asked (${ran.kind})` }
  const version = /^git version (\S+)/.exec(ran.stdout)?.[1]
  if (ran.exit === 0 && version !== undefined) return { kind: 'works', version }
  return { kind: 'failed', said: ran.stderr.trim().split('\n').pop() || `git ended with exit code ${ran.exit}` }
}
