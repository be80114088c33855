import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type GatedWalker, gatedWalker } from '../../../../e2e/world/gated-walker'
import { openPruning, type Pruning } from '../../../../e2e/world/pruning'
import { createWorld, type World } from '../../../../e2e/world/world'
import { amountOf, type Bytes } from '../../../shared/bytes'
import type { CallName, Input, Output } from '../../../shared/contract'

let world: World
let pruning: Pruning
let walker: GatedWalker
let orphan: string

beforeEach(async () => {
  world = await createWorld()
  walker = await gatedWalker(world.at('gated'))
  pruning = await openPruning(world, walker.file)
  orphan = await world.clone('acme', 'app', 'main', { leaf: 'app-main' })
})

afterEach(async () => {
  await walker.open()
  await pruning.close()
  await world.dispose()
})

async function page<Name extends CallName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
  const answer = await pruning.engine.dispatch('browser')(name, input)
  if (!answer.ok) throw new Error(`${answer.fault.code}: ${answer.fault.message}`)
  return answer.value as Output<Name>
}

const scanned = async () => {
  await page('survey.scan', {})
  await expect.poll(async () => (await page('survey.summary', {})).scan).toBe('done')
}

/** A plan that is ready to be read. */
const ready = async () => {
  await page('plan.make', { plan: 'prune' })
  await expect.poll(async () => (await page('plan.making', {}))?.state).toBe('ready')
  return (await page('plan.making', {}))?.id ?? ''
}
const weighed = (plan: string) => expect.poll(async () => (await page('plan.head', { plan })).weighing).toBe(false)
const row = async (plan: string) => {
  const [first] = (await page('plan.rows', { plan, after: null })).rows
  if (first === undefined) throw new Error('the plan has no row')
  return first
}
const amount = (bytes: Bytes | null | undefined) => (bytes == null ? null : amountOf(bytes))

describe('a plan is read while it is weighed', () => {
  it('opens with the last figure and its age, and has the new one when the walk is over', async () => {
    await scanned()
    const before = amount((await page('survey.sites', { since: 0, after: null })).sites[0]?.disk)
    await walker.shut()
    await writeFile(join(orphan, '.git', 'grown'), Buffer.alloc(1 << 20))
    const plan = await ready()
    const aged = await row(plan)
    expect(amount(aged.disk)).toBe(before)
    expect(Date.parse(aged.measuredAt ?? '')).toBeLessThanOrEqual(Date.now())
    const head = await page('plan.head', { plan })
    expect(head).toMatchObject({ weighing: true })
    expect(amount(head.totals['clones'])).toBe(before)

    await walker.open()
    await weighed(plan)
    const fresh = await row(plan)
    expect(amount(fresh.disk)).toBe(Number(before) + (1 << 20))
    expect(fresh.measuredAt).toBeUndefined()
    expect(fresh.id).toBe(aged.id)
    expect(amount((await page('plan.head', { plan })).totals['clones'])).toBe(amount(fresh.disk))
  })

  it('says no figure where nothing was measured before, and no total that nobody walked', async () => {
    await walker.shut()
    const plan = await ready()
    expect(await row(plan)).toMatchObject({ decision: 'remove', disk: null })
    expect((await page('plan.head', { plan })).totals).not.toHaveProperty('clones')
    await walker.open()
    await weighed(plan)
    expect(amount((await row(plan)).disk)).toBeGreaterThan(0)
  })

  it('keeps what somebody insisted on when the figures come', async () => {
    await writeFile(join(orphan, 'new'), 'only here')
    await walker.shut()
    const plan = await ready()
    const { id } = await row(plan)
    await page('plan.insist', { plan, row: id, typed: 'app-main' })
    await walker.open()
    await weighed(plan)
    const [insisted, taken] = [await row(plan), await page('plan.relent', { plan, row: id })]
    expect(insisted).toMatchObject({ decision: 'remove', overridden: [{ code: 'unsaved' }] })
    expect(amount(insisted.disk)).toBeGreaterThan(0)
    expect(taken).toMatchObject({ decision: 'keep' })
  })

  it('is left with the figures it has when it is stopped, and can be acted on: the promise is a floor', async () => {
    await walker.shut()
    const plan = await ready()
    const job = (await page('plan.making', {}))?.job ?? ''
    expect(await page('plan.stop', { job })).toEqual({ stopped: true })
    await walker.open()
    await weighed(plan)
    const { id, disk } = await row(plan)
    expect(disk).toBeNull()
    const { act } = await page('act.start', { plan, rows: [id], insisted: [] })
    await expect.poll(async () => (await page('act.now', {}))?.state).toBe('done')
    const head = await page('report.head', { act })
    expect(head.promised).toEqual({ atLeastBytes: 0, unreadable: 1 })
    expect(head.freed.removedBytes).toBeGreaterThan(0)
  })

  it('a second look at the plan lets go of the first walk', async () => {
    await walker.shut()
    const first = await ready()
    const started = await page('plan.make', { plan: 'prune' })
    expect((await page('plan.making', {}))?.job).toBe(started.job)
    await walker.open()
    await expect.poll(() => page('plan.making', {})).toMatchObject({ state: 'ready', weighing: false })
    const second = (await page('plan.making', {}))?.id ?? ''
    expect(second).not.toBe(first)
    await weighed(second)
    await weighed(first)
    expect(amount((await row(second)).disk)).toBeGreaterThan(0)
  })
})
