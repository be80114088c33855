import type { Bytes } from '../../../shared/bytes'
import type { Place } from '../place'
import { readMounts } from '../tools/system/mounts'
import { farLimits, type Limits, within } from './bounded'
import type { ScanCounter } from './counter'
import { groupsOf } from './far'
import { joined } from './joined'
import { type Ledger, ledgerOf } from './ledger'
import { type Merged, NOTHING_FOUND } from './merged'
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
  /** Nobody waits for it: it gives way to everything else on the cores and on the disk. */
  readonly background?: boolean
  /** For network and FUSE file systems. */
  readonly limits?: Limits
  /** Called once per site, as soon as its figure is known. */
  readonly onSite?: (id: string, bytes: Bytes) => void
}

/**
 * Walks every site and answers with the ledger of what was found (DL-SIZE-01…14). An aborted scan resolves too, with
 * what was measured by then: sites not finished are floors behind the door "the scan was stopped". The native walker
 * does it where it can be loaded, else the TypeScript one, with the same answers. Rejects when a walker cannot start or
 * ends unexpectedly, with an Error that names what happened.
 *
 * Sites on a network or FUSE file system are walked apart, each file system within limits: one that hangs is left behind
 * with a floor, and holds up no figure of the others.
 */
export async function weigh(request: WeighRequest): Promise<Ledger> {
  const groups = await groupsOf(request.sites, readMounts())
  return joined(await Promise.all(groups.map(({ sites, mount }) => weighGroup({ ...request, sites }, mount !== null))))
}

async function weighGroup(request: WeighRequest, far: boolean): Promise<Ledger> {
  const told = new Set<number>()
  const tell = (index: number, bytes: Bytes): void => {
    const site = request.sites[index]
    if (site === undefined || told.has(index)) return
    told.add(index)
    request.onSite?.(site.id, bytes)
  }
  const merged = far
    ? await within(
        {
          limits: request.limits ?? farLimits,
          counter: request.counter ?? null,
          signal: request.signal ?? null
        },
        (counter, signal) => mergedOfNameable({ ...request, counter, signal }, tell)
      )
    : await mergedOfNameable(request, tell)
  const ledger = ledgerOf(request.sites, merged)
  if (request.onSite === undefined) return ledger
  for (const [index, { id }] of request.sites.entries()) tell(index, ledger.exclusive(id))
  return ledger
}

type Tell = (index: number, bytes: Bytes) => void

/** No system call takes a path with a NUL, and a walker in C would take it for two: such a site is refused unasked. */
async function mergedOfNameable(request: WeighRequest, tell: Tell): Promise<Merged> {
  const indices = [...request.sites.keys()].filter((index) => request.sites[index]?.place.includes('\0') === false)
  if (indices.length === request.sites.length) return mergedOf(request, tell)
  const sites = request.sites.filter(({ place }) => !place.includes('\0'))
  const merged = await mergedOf({ ...request, sites }, (index, bytes) => tell(indices[index] ?? -1, bytes))
  const located = new Map(indices.map((index, at) => [index, merged.sites[at]]))
  return {
    ...merged,
    sites: request.sites.map((_, index) => located.get(index) ?? { kind: 'refused', code: 'EINVAL' })
  }
}

async function mergedOf(request: WeighRequest, tell: Tell): Promise<Merged> {
  if (request.signal?.aborted === true) return unwalked(request)
  const { addon } = nativeBeside(request.worker)
  if (addon === null) {
    // Loaded only where it is needed: the native walker has its own threads.
    const { mergedByWorkers } = await import('./by-workers')
    return (await mergedByWorkers(request, tell)) ?? unwalked(request)
  }
  return mergedNatively(addon, {
    places: request.sites.map(({ place }) => place),
    threads: request.threads ?? null,
    background: request.background === true,
    counter: request.counter ?? null,
    signal: request.signal ?? null,
    tell: request.onSite === undefined ? null : tell
  })
}

/** A scan that was stopped before it looked at anything. */
function unwalked({ sites }: WeighRequest): Merged {
  return { ...NOTHING_FOUND, sites: sites.map(() => ({ kind: 'refused', code: STOPPED })) }
}
