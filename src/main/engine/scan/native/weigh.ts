import { cpus } from 'node:os'
import type { Bytes } from '../../../../shared/bytes'
import type { Place } from '../../place'
import { type MountTable, readMounts } from '../../tools/system/mounts'
import type { ScanCounter } from '../counter'
import { ledgerOf } from '../ledger'
import { locate } from '../locate'
import type { Merged } from '../merged'
import { stepsToMounts } from '../passage'
import { type Plan, type Planned, planOf } from '../plan'
import { type Addon, asked, type Session } from './addon'
import { blockOf, eyesOfAddon } from './eyes'
import { countsFrom, sizeOf, tablesIn } from './tables'

/** How often a running scan looks for roots that are finished. */
const TELL_MS = 150
const NOWHERE = -1

interface NativeRequest {
  readonly places: readonly Place[]
  readonly threads: number | null
  readonly background: boolean
  readonly counter: ScanCounter | null
  readonly signal: AbortSignal | null
  /** Told once per site of a root that is finished while others are still walked. */
  readonly tell: ((site: number, bytes: Bytes) => void) | null
}

const atWork = new Set<() => void>()
let watchesExit = false

/** An ending process waits for the threads of its pool, so a scan that is under way must not keep it. */
function stopAtExit(stop: () => void): void {
  atWork.add(stop)
  if (watchesExit) return
  watchesExit = true
  process.on('exit', () => {
    for (const stopOne of atWork) stopOne()
  })
}

/** Walks all places with the addon's own threads; promises what `weigh` promises of its tables. */
export async function mergedNatively(addon: Addon, request: NativeRequest): Promise<Merged> {
  const session = addon.begin()
  const stop = () => addon.stop(session)
  stopAtExit(stop)
  request.signal?.addEventListener('abort', stop, { once: true })
  try {
    const mounts = readMounts()
    const plan = await planOf(request.places, eyesOfAddon(addon, session), mounts)
    await walk(addon, session, plan, mounts, request)
    return await tablesOf(addon, session, plan.sites, null, request.signal?.aborted === true)
  } finally {
    request.signal?.removeEventListener('abort', stop)
    atWork.delete(stop)
    addon.end(session)
  }
}

/** For each root the ways to the mounts inside it, and an empty one. */
const blockOfMounts = (roots: readonly Place[], mounts: MountTable): Uint8Array =>
  blockOf(roots.flatMap((root) => [...stepsToMounts(root, mounts).map((way) => way.join('/')), ''] as Place[]))

async function walk(
  addon: Addon,
  session: Session,
  plan: Plan,
  mounts: MountTable,
  request: NativeRequest
): Promise<void> {
  if (plan.roots.length === 0) return
  const threads = request.threads ?? cpus().length
  const counter = request.counter === null ? null : new Uint8Array(request.counter.shared)
  const teller = request.tell === null ? null : new Teller(addon, session, plan, request.tell)
  try {
    const within = blockOfMounts(plan.roots, mounts)
    await asked((done) => addon.walk(session, blockOf(plan.roots), within, threads, request.background, counter, done))
  } finally {
    await teller?.end()
  }
}

/** Puts roots in order (all when `roots` is null) and takes their tables over. */
async function tablesOf(
  addon: Addon,
  session: Session,
  sites: readonly Planned[],
  roots: Uint32Array | null,
  stopped: boolean
): Promise<Merged> {
  const counted = countsFrom(await asked((done) => addon.order(session, roots, done)))
  let { inodes } = counted
  const files = Int32Array.from(sites, (site) => {
    if (site.kind !== 'file') return NOWHERE
    const { device, low, high, bytes, links } = site.weight
    const number = addon.number(session, device, low, high, bytes, links)
    inodes = Math.max(inodes, number + 1)
    return number
  })
  const counts = { ...counted, inodes }
  const buffer = new ArrayBuffer(sizeOf(counts))
  await asked((done) => addon.fill(session, new Uint8Array(buffer), done))
  const { rootNode, ...tables } = tablesIn(buffer, counts)
  const begins = new Map<number, number>()
  rootNode.forEach((node, index) => {
    if (node !== NOWHERE) begins.set(roots?.[index] ?? index, node)
  })
  const again = new Map(Array.from(tables.againNode, (node, index) => [node, tables.againHolder[index] ?? node]))
  return { ...tables, sites: locate(sites, { ...tables, roots: begins, again }, files, stopped) }
}

/** Tells the figures of the sites in each root that is finished, while the walk goes on. */
class Teller {
  private readonly timer: ReturnType<typeof setInterval>
  private readonly sitesIn = new Map<number, number[]>()
  private telling: Promise<void> = Promise.resolve()
  private busy = false
  private failure: Error | null = null

  constructor(
    private readonly addon: Addon,
    private readonly session: Session,
    private readonly plan: Plan,
    private readonly tell: (site: number, bytes: Bytes) => void
  ) {
    plan.sites.forEach((site, index) => {
      if (site.kind !== 'folder') return
      const known = this.sitesIn.get(site.root)
      if (known === undefined) this.sitesIn.set(site.root, [index])
      else known.push(index)
    })
    this.timer = setInterval(() => this.tick(), TELL_MS)
  }

  /** Waits for what is being told; rejects when the listener threw. */
  async end(): Promise<void> {
    clearInterval(this.timer)
    await this.telling
    if (this.failure !== null) throw this.failure
  }

  private tick(): void {
    if (this.busy || this.failure !== null) return
    this.busy = true
    this.telling = this.tellFinished()
      .catch((cause: unknown) => {
        this.failure = Object.assign(new Error('the listener of a scan failed'), { cause })
        this.addon.stop(this.session)
      })
      .finally(() => {
        this.busy = false
      })
  }

  private async tellFinished(): Promise<void> {
    const roots = this.addon.finished(this.session, this.plan.roots.length)
    if (roots.length === 0) return
    const indexes = Array.from(roots).flatMap((root) => this.sitesIn.get(root) ?? [])
    const sites = indexes.flatMap((index) => this.plan.sites[index] ?? [])
    const merged = await tablesOf(this.addon, this.session, sites, roots, false)
    const named = indexes.map((index) => ({ id: String(index), place: '' as Place }))
    const ledger = ledgerOf(named, merged)
    for (const index of indexes) this.tell(index, ledger.exclusive(String(index)))
  }
}
