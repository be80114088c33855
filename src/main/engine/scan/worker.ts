import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Place } from '../place'
import { mountTable, readMounts } from '../tools/system/mounts'
import { Meter } from './counter'
import { eyesOfWorker } from './eyes'
import { type BranchJob, CONTROL_WORDS, type Job, STOP } from './jobs'
import { ledgerOf } from './ledger'
import { merge } from './merge'
import { buffersOf, type Mark, markOf, partOf, partSince } from './part'
import { type Plan, planOf } from './plan'
import type { Order, Reply } from './protocol'
import { Walk } from './walk'

// Electron would show every *.asar file as a folder; it asks this at each call, in each worker anew.
Object.assign(process, { noAsar: true })

/** How long a worker keeps what it found to itself while it has more to walk: so much is lost when it hangs. */
const KEEP_MS = 50

let slot = 0
let stride = 1
let handed = 0
let walked = 0
let control: Int32Array = new Int32Array(CONTROL_WORDS)
let watched: { plan: Plan; sitesIn: ReadonlyMap<number, readonly number[]> } | null = null
let meter: Meter | null = null
let mounts = mountTable([])
let walk = new Walk({ slot, control, meter, mounts, give: () => {} })
let gaveAway = false

function say(reply: Reply, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(reply, moved)
}

function begin(order: Extract<Order, { order: 'begin' }>): void {
  slot = order.slot
  stride = order.stride
  handed = Date.now()
  walked = 0
  control = new Int32Array(order.control)
  watched = null
  meter = order.counter === null ? null : new Meter(order.counter)
  mounts = readMounts()
  if (order.background) giveWay()
  walk = nextWalk()
}

/**
 * Lowers this thread's claim on the cores, and with it the one on the disk. The system does not let an ordinary user
 * raise it again.
 */
function giveWay(): void {
  try {
    // On Linux a thread that names itself is lowered alone; elsewhere that would be the whole process.
    if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
  } catch {
    // It walks as it is: slower for others, with the same figures.
  }
}

function nextWalk(): Walk {
  const give = (job: BranchJob) => {
    gaveAway = true
    say({ reply: 'branch', job })
  }
  return new Walk({ slot, control, meter, mounts, give })
}

/** Hands over what was found so far, whole jobs only, so that a system call that hangs later cannot take it along. */
function handOver(): void {
  const part = partOf(slot, walk)
  slot += stride
  walk = nextWalk()
  say({ reply: 'part', part, jobs: walked }, buffersOf(part))
  walked = 0
  handed = Date.now()
}

function runJobs(jobs: readonly Job[]): void {
  for (const job of jobs) {
    gaveAway = false
    const mark = markOf(walk)
    walk.run(job)
    walked++
    if (watched !== null && job.kind === 'root' && !gaveAway && Atomics.load(control, STOP) === 0)
      figuresOf(watched.plan, watched.sitesIn.get(job.root) ?? [], mark)
    if (Date.now() - handed > KEEP_MS) handOver()
  }
  if (walked > 0) handOver()
  say({ reply: 'idle' })
}

function watch(plan: Plan): void {
  const sitesIn = new Map<number, number[]>()
  plan.sites.forEach((site, index) => {
    if (site.kind !== 'folder') return
    const known = sitesIn.get(site.root)
    if (known === undefined) sitesIn.set(site.root, [index])
    else known.push(index)
  })
  watched = { plan, sitesIn }
}

/** Tells the figures of the sites in a root that this worker has just walked alone. */
function figuresOf(plan: Plan, indexes: readonly number[], mark: Mark): void {
  const sites = indexes.flatMap((index) => plan.sites[index] ?? [])
  const merged = merge({
    parts: [partSince(slot, walk, mark)],
    plan: { roots: plan.roots, sites },
    left: [],
    stopped: false
  })
  const ledger = ledgerOf(
    indexes.map((index) => ({ id: String(index), place: '' as Place })),
    merged
  )
  say({ reply: 'figures', figures: indexes.map((index) => [index, ledger.exclusive(String(index))] as const) })
}

function finish(): void {
  watched = null
  meter = null
  say({ reply: 'finished' })
}

async function obey(order: Order): Promise<void> {
  if (order.order === 'begin') begin(order)
  else if (order.order === 'plan')
    say({ reply: 'plan', plan: await planOf(order.places, eyesOfWorker(control), mounts) })
  else if (order.order === 'watch') watch(order.plan)
  else if (order.order === 'walk') runJobs(order.jobs)
  else if (order.order === 'finish') finish()
  else {
    const merged = merge(order)
    say({ reply: 'merged', merged }, buffersOf(merged))
  }
}

parentPort?.on('message', (order: Order) => {
  obey(order).catch((failure: unknown) =>
    say({ reply: 'failed', message: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure) })
  )
})
