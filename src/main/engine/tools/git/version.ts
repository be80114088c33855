import type { Run } from '../run'

export type GitVersion =
  | { readonly kind: 'version'; readonly text: string }
  | { readonly kind: 'none'; readonly said: string }

/** What `git --version` says, or why it says nothing, as a sentence. */
export async function gitVersion(run: Run, signal?: AbortSignal): Promise<GitVersion> {
  const ran = await run('git', ['--version'], { timeoutMs: 10_000, ...(signal === undefined ? {} : { signal }) })
  switch (ran.kind) {
    case 'exited':
      if (ran.exit === 0) return { kind: 'version', text: ran.stdout.trim() }
      return { kind: 'none', said: ran.stderr.trim() || `git ended with ${ran.exit}` }
    case 'missing':
      return { kind: 'none', said: 'git: command not found' }
    case 'timed-out':
      return { kind: 'none', said: `git did not answer within ${ran.afterMs / 1000} s` }
    case 'failed':
      return { kind: 'none', said: ran.said }
    default:
      return { kind: 'none', said: 'git did not answer' }
  }
}
