import { cpus } from 'node:os'
import type { Bytes } from '../../../shared/bytes'
import { Crew } from './crew'
import type { Merged } from './merged'
import type { WeighRequest } from './weigh'

/** Walks with worker threads; null when the scan was stopped before it had looked at the sites. */
export async function mergedByWorkers(
  request: WeighRequest,
  tell: (index: number, bytes: Bytes) => void
): Promise<Merged | null> {
  const crew = new Crew({
    worker: request.worker,
    threads: Math.max(1, request.threads ?? Math.min(4, cpus().length)),
    counter: request.counter ?? null,
    background: request.background === true,
    tell: request.onSite === undefined ? null : tell
  })
  const stop = () => crew.stop()
  request.signal?.addEventListener('abort', stop, { once: true })
  try {
    const plan = await crew.plan(request.sites.map(({ place }) => place))
    if (plan === null) return null
    await crew.walk(plan)
    return await crew.merge(plan)
  } finally {
    request.signal?.removeEventListener('abort', stop)
    crew.release()
  }
}
