import type { Run } from '../run'
import { devpodLimitMs } from './list'
import { isObject } from './workspace'

/**
 * devpod's word for one workspace (`Running`, `Busy`, `Stopped`, `NotFound` or any other), or null when it did not
 * answer: unknown id, no docker, rubbish, time-out. It asks docker, so it is bounded to 30 s. Never rejects.
 */
export async function askStatus(run: Run, id: string, signal?: AbortSignal): Promise<string | null> {
  // An empty id names nothing, and one with a leading hyphen would be read as an option.
  if (id === '' || id.startsWith('-')) return null
  const ran = await run('devpod', ['status', id, '--output', 'json'], {
    timeoutMs: devpodLimitMs,
    maxBytes: 1024 * 1024,
    ...(signal === undefined ? {} : { signal })
  })
  if (ran.kind !== 'exited' || ran.exit !== 0) return null
  return stateIn(Buffer.from(ran.stdout, 'latin1').toString('utf8'))
}

function stateIn(text: string): string | null {
  try {
    const answer: unknown = JSON.parse(text)
    const state = isObject(answer) ? answer['state'] : undefined
    return typeof state === 'string' ? state : null
  } catch {
    return null
  }
}
