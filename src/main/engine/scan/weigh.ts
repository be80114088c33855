import { cpus } from 'node:os'
import type { Bytes } from '../../../shared/bytes'
import type { Place } from '../place'
import type { ScanCounter } from './counter'
import { Crew } from './crew'
import { type Ledger, ledgerOf } from './ledger'
import { merge } from './merge'
import type { Merged } from './merged'
import { nativeBeside } from './native/load'
import { mergedNatively } from './native/weigh'
import { STOPPED } from './words'

export type { Bytes } from '../../../shared/bytes'
export type { Door, Ledger, Level } from './ledger'
export { type WalkerInUse, walkerInUse } from './native/load'

/** A folder (or file) to be weighed, under a name of the caller's choice. */
export interface WeighSite {
  readonly id: string
  readonly place: Place
}

export interface WeighRequest {
  /** May nest, be equal, or be missing; whatever lies in several of them is walked once. */
  readonly sites: readonly WeighSite[]
  /** Path of the built worker (CommonJS). */
  readonly worker: string
  /** Threads to begin with: as many as the machine has cores (the TypeScript walker at most 4) unless said otherwise. */
  readonly threads?: number
  readonly counter?: ScanCounter
  readonly signal?: AbortSignal
  /** Called once per site, as soon as its figure is known. */
  readonly onSite?: (id: string, bytes: Bytes) => void
}

/**
 * Walks every site and answers with the ledger of what was found (DL-SIZE-01…14). An aborted scan resolves too, with
 * what was measured by then: sites not finished are floors behind the door "the scan was stopped". The native walker
 * does it where it can be loaded, else the TypeScript one, with the same answers. Rejects when a walker cannot start or
 * ends unexpectedly, with an Error that names what happened.
 */
export async function weigh(request: WeighRequest): Promise<Ledger> {
  const told = new Set<number>()
  const tell = (index: number, bytes: Bytes): void => {
    const site = request.sites[index]
    if (site === undefined || told.has(index)) return
    told.add(index)
    request.onSite?.(site.id, bytes)
  }
  const merged = await mergedOf(request, tell)
  const ledger = ledgerOf(request.sites, merged)
  if (request.onSite === undefined) return ledger
  for (const [index, { id }] of request.sites.entries()) tell(index, ledger.exclusive(id))
  return ledger
}

async function mergedOf(request: WeighRequest, tell: (index: number, bytes: Bytes) => void): Promise<Merged> {
  if (request.signal?.aborted === true) return unwalked(request)
  const { addon } = nativeBeside(request.worker)
  if (addon === null) return mergedByWorkers(request, tell)
  return mergedNatively(addon, {
    places: request.sites.map(({ place }) => place),
    threads: request.threads ?? null,
    counter: request.counter ?? null,
    signal: request.signal ?? null,
    tell: request.onSite === undefined ? null : tell
  })
}

function unwalked({ sites }: WeighRequest): Merged {
  const refused = sites.map(() => ({ kind: 'refused', code: STOPPED }) as const)
  return merge({ parts: [], plan: { roots: [], sites: refused }, left: [], stopped: true })
}

async function mergedByWorkers(request: WeighRequest, tell: (index: number, bytes: Bytes) => void): Promise<Merged> {
  const crew = new Crew({
    worker: request.worker,
    threads: Math.max(1, request.threads ?? Math.min(4, cpus().length)),
    counter: request.counter ?? null,
    tell: request.onSite === undefined ? null : tell
  })
  const stop = () => crew.stop()
  request.signal?.addEventListener('abort', stop, { once: true })
  try {
    const plan = await crew.plan(request.sites.map(({ place }) => place))
    if (plan === null) return unwalked(request)
    await crew.walk(plan)
    return await crew.merge(plan)
  } finally {
    request.signal?.removeEventListener('abort', stop)
    crew.release()
  }
}
