import type { Worker } from 'node:worker_threads'
import type { Bytes } from '../../../shared/bytes'
import type { Place } from '../place'
import type { ScanCounter } from './counter'
import { CONTROL_WORDS, HUNGRY, type Job, STOP } from './jobs'
import { type Left, merge } from './merge'
import type { Merged } from './merged'
import { buffersOf, type Part } from './part'
import type { Plan } from './plan'
import { dismiss, hire, release } from './pool'
import type { Order, Reply } from './protocol'

/**
 * How long a stopped scan waits for a worker before it goes on without it: a system call on a dead mount never ends.
 * A busy machine may keep a worker waiting for its turn, and what that one is in the middle of should not be lost.
 */
const GRACE_MS = 500

interface Member {
  readonly slot: number
  readonly worker: Worker
  readonly given: Job[]
  busy: boolean
  lost: boolean
  finished: boolean
  quit: () => void
}

interface CrewRequest {
  readonly worker: string
  readonly threads: number
  readonly counter: ScanCounter | null
  readonly background: boolean
  readonly tell: ((site: number, bytes: Bytes) => void) | null
}

/** The workers of one scan: hands out roots, passes branches from busy to idle ones, and collects what they found. */
export class Crew {
  private readonly shared = new SharedArrayBuffer(CONTROL_WORDS * 4)
  private readonly control = new Int32Array(this.shared)
  private readonly members: Member[]
  private readonly queue: Job[] = []
  private readonly parts: Part[] = []
  private share = 1
  private failure: Error | null = null
  private planned: Plan | null = null
  private merged: Merged | null = null
  private check: () => void = () => {}
  private grace: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly request: CrewRequest) {
    this.members = Array.from({ length: request.threads }, (_, slot) => this.join(slot))
  }

  /** Looks at all sites in a worker; null when the scan was stopped before that was done. */
  async plan(places: readonly Place[]): Promise<Plan | null> {
    const [first] = this.members
    if (first !== undefined) this.order(first, { order: 'plan', places })
    await this.until(() => this.planned !== null || first?.lost === true)
    if (first !== undefined) first.busy = false
    return this.planned
  }

  /** Walks all roots; returns when every worker is done, or stopped. */
  async walk(plan: Plan): Promise<void> {
    for (const [root, place] of plan.roots.entries()) this.queue.push({ kind: 'root', root, place })
    this.share = Math.max(1, Math.floor(plan.roots.length / (this.members.length * 8)))
    for (const member of this.members) {
      if (this.request.tell !== null && !member.lost) this.post(member, { order: 'watch', plan })
      this.feed(member)
    }
    await this.until(() => this.members.every((member) => member.lost || !member.busy))
  }

  /** Joins what was found, in a worker. Works after a stop as well. */
  async merge(plan: Plan): Promise<Merged> {
    const present = this.members.filter((member) => !member.lost)
    for (const member of present) this.order(member, { order: 'finish' })
    await this.until(() => present.every((member) => member.finished || member.lost))
    const parts = this.parts.sort((one, other) => one.slot - other.slot)
    const stopped = this.isStopped()
    const work = { parts, plan, left: this.left(), stopped }
    const merger = present.find((member) => !member.lost)
    if (merger === undefined) return merge(work)
    this.order(merger, { order: 'merge', ...work }, parts.flatMap(buffersOf))
    await this.until(() => this.merged !== null)
    merger.busy = false
    return this.merged ?? merge({ ...work, parts: [] })
  }

  /** Asks all workers to stop; those that do not answer in time are left behind. */
  stop(): void {
    if (this.isStopped()) return
    Atomics.store(this.control, STOP, 1)
    Atomics.notify(this.control, STOP)
    this.grace = setTimeout(() => this.leaveBehind(), GRACE_MS)
  }

  /** Gives the workers back; after a failure, or where one still hangs, ends them instead. */
  release(): void {
    clearTimeout(this.grace)
    for (const member of this.members) {
      member.quit()
      if (this.failure !== null || this.request.background || member.lost || member.busy) dismiss(member.worker)
      else release(this.request.worker, member.worker)
    }
  }

  private join(slot: number): Member {
    const worker = hire(this.request.worker)
    const hear = (reply: Reply): void => this.hear(member, reply)
    const fail = (cause: Error): void => this.fail(`a scan worker failed: ${cause.message}`, cause)
    const exit = (code: number): void => this.fail(`a scan worker ended unexpectedly (exit code ${code})`)
    const quit = (): void => {
      worker.off('message', hear).off('messageerror', fail).off('error', fail).off('exit', exit)
    }
    const member: Member = { slot, worker, given: [], busy: false, lost: false, finished: false, quit }
    worker.on('message', hear).on('messageerror', fail).on('error', fail).on('exit', exit)
    const { background } = this.request
    const counter = this.request.counter?.shared ?? null
    this.post(member, { order: 'begin', slot, stride: this.request.threads, control: this.shared, counter, background })
    return member
  }

  private hear(member: Member, reply: Reply): void {
    if (member.lost) return
    if (reply.reply === 'failed') this.fail(`a scan worker failed: ${reply.message}`)
    else if (reply.reply === 'plan') this.planned = reply.plan
    else if (reply.reply === 'merged') this.merged = reply.merged
    else if (reply.reply === 'figures') this.report(reply.figures)
    else if (reply.reply === 'branch') this.take(reply.job)
    else if (reply.reply === 'idle') this.feed(member)
    else if (reply.reply === 'part') this.receive(member, reply.part, reply.jobs)
    else this.finish(member)
    this.check()
  }

  private receive(member: Member, part: Part, jobs: number): void {
    this.parts.push(part)
    member.given.splice(0, jobs)
  }

  private finish(member: Member): void {
    member.finished = true
    member.busy = false
  }

  private report(figures: readonly (readonly [site: number, bytes: Bytes])[]): void {
    try {
      for (const [site, bytes] of figures) this.request.tell?.(site, bytes)
    } catch (failure) {
      this.fail('the listener of a scan failed', failure)
    }
  }

  private take(job: Job): void {
    this.queue.push(job)
    const idle = this.members.find((member) => !member.busy && !member.lost)
    if (idle !== undefined) this.feed(idle)
  }

  /** Gives a worker its next share, or notes that it has nothing to do, so that a busy one gives some away. */
  private feed(member: Member): void {
    member.busy = false
    if (member.lost || this.isStopped()) return
    const jobs = this.queue.splice(0, this.share)
    if (jobs.length === 0) {
      Atomics.add(this.control, HUNGRY, 1)
      return
    }
    member.given.push(...jobs)
    this.order(member, { order: 'walk', jobs })
  }

  private order(member: Member, order: Order, moved: ArrayBuffer[] = []): void {
    member.busy = true
    this.post(member, order, moved)
  }

  private post(member: Member, order: Order, moved: ArrayBuffer[] = []): void {
    member.worker.postMessage(order, moved)
  }

  /** Folders that were announced and then walked by nobody. */
  private left(): Left[] {
    const lost = this.members.filter((member) => member.lost).flatMap((member) => member.given)
    return [...this.queue, ...lost].flatMap((job) =>
      job.kind === 'branch' ? [{ owner: job.owner, rows: job.rows }] : []
    )
  }

  private isStopped(): boolean {
    return Atomics.load(this.control, STOP) !== 0
  }

  private leaveBehind(): void {
    if (this.merged !== null) return
    for (const member of this.members) if (member.busy && !member.finished) member.lost = true
    this.check()
  }

  private fail(message: string, cause?: unknown): void {
    this.failure ??= Object.assign(new Error(message), cause === undefined ? {} : { cause })
    Atomics.store(this.control, STOP, 1)
    this.check()
  }

  /** Waits until a condition holds that some worker's message brings about; rejects once anything has failed. */
  private until(holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.check = () => {
        if (this.failure !== null) reject(this.failure)
        else if (holds()) resolve()
      }
      this.check()
    })
  }
}
