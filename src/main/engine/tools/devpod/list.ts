import { utf8 } from '../../small-file'
import type { Ran, Run } from '../run'
import { type Workspace, workspaceFrom } from './workspace'

/** devpod's own limit for one question (milliseconds); ours is the same. */
export const devpodLimitMs = 30_000

/** How `devpod list` answered. An unreadable listing is never an empty one; `said` is a sentence without a full stop. */
export type Listed =
  | { readonly kind: 'listed'; readonly workspaces: readonly Workspace[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly said: string }

/** Asks devpod once for all workspaces of the context in use, in its order (DL-LS-01, DL-LS-02). Never rejects. */
export async function listWorkspaces(run: Run, signal?: AbortSignal): Promise<Listed> {
  const ran = await run('devpod', ['list', '--output', 'json'], {
    timeoutMs: devpodLimitMs,
    ...(signal === undefined ? {} : { signal })
  })
  if (ran.kind === 'missing') return { kind: 'missing' }
  if (ran.kind !== 'exited') return { kind: 'unreadable', said: ended(ran) }
  if (ran.exit !== 0) return { kind: 'unreadable', said: refusal(ran.exit, ran.stderr) }
  return parseListing(Buffer.from(ran.stdout, 'latin1'))
}

/** Pure: what the bytes of a listing say. One bad entry makes all of it unreadable. */
export function parseListing(bytes: Buffer): Listed {
  const text = utf8(bytes)
  if (text === null) return { kind: 'unreadable', said: 'devpod list printed text that is not UTF-8' }
  if (text.trim() === '') return { kind: 'unreadable', said: 'devpod list printed nothing' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'unreadable', said: 'devpod list printed something that is not JSON' }
  }
  if (!Array.isArray(value)) return { kind: 'unreadable', said: 'devpod list printed JSON that is not a list' }
  const workspaces: Workspace[] = []
  for (const entry of value) {
    const workspace = workspaceFrom(entry)
    if (workspace === null)
      return { kind: 'unreadable', said: `Entry ${workspaces.length + 1} of what devpod list printed is damaged` }
    workspaces.push(workspace)
  }
  return { kind: 'listed', workspaces }
}

/** A sentence without a full stop for a program that did not end by itself. */
export function ended(ran: Exclude<Ran, { kind: 'exited' | 'missing' }>): string {
  switch (ran.kind) {
    case 'timed-out':
      return `devpod did not answer within ${ran.afterMs / 1000} seconds`
    case 'cancelled':
      return 'The question to devpod was stopped'
    case 'killed':
      return `devpod was ended by ${ran.signal}`
    case 'too-much':
      return 'devpod printed more than can be read'
    case 'failed':
      return `devpod could not be started: ${ran.said}`
  }
}

const controlStart = String.fromCharCode(27)
const colours = new RegExp(`${controlStart}\\[[0-9;]*m`, 'g')

function refusal(exit: number, stderr: string): string {
  const last = stderr.replace(colours, '').trim().split('\n').pop() ?? ''
  return `devpod list failed with exit code ${exit}${last === '' ? '' : `: ${last.slice(0, 400)}`}`
}
