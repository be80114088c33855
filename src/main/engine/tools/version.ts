import type { Ran } from './run'

/** What a program says of itself; `said` is a sentence without a full stop. */
export type ToolVersion =
  | { readonly kind: 'works'; readonly version: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly said: string }

/** Reads the answer to a question for a version: the first number with dots in it, else the first line. */
export function versionOf(program: string, ran: Ran): ToolVersion {
  switch (ran.kind) {
    case 'missing':
      return { kind: 'missing' }
    case 'timed-out':
      return { kind: 'failed', said: `${program} did not answer within ${ran.afterMs / 1000} seconds` }
    case 'exited': {
      const [first = ''] = Buffer.from(ran.stdout, 'latin1').toString('utf8').trim().split('\n')
      if (ran.exit === 0 && first !== '') return { kind: 'works', version: /\d+(?:\.\w+)+/.exec(first)?.[0] ?? first }
      return { kind: 'failed', said: lastLine(ran.stderr) || `${program} ended with exit code ${ran.exit}` }
    }
    default:
      return { kind: 'failed', said: `${program} could not be asked (${ran.kind})` }
  }
}

const lastLine = (text: string): string => (text.trim().split('\n').pop() ?? '').replace(/\.$/, '')
