import { expect, test } from 'vitest'
import type { Site } from '../../shared/model'
import type { SitesPage } from './sites'
import { createSiteSync, pace } from './sync'

const site = (id: string, changed: number): Site => ({
  id,
  source: 'devlaunch',
  kind: 'clone',
  path: `/x/${id}`,
  label: id,
  repo: null,
  branch: null,
  workspaces: [],
  state: null,
  stateWord: null,
  lastUsed: null,
  disk: null,
  shared: null,
  estimate: null,
  measuredAt: null,
  unsaved: null,
  lost: null,
  verdict: 'stands',
  reasons: [],
  parent: null,
  changed
})

/** An engine of plain data, and a clock that the test turns. */
function bench(pageSize = 200) {
  const world = { revision: 1, sites: new Map<string, Site>(), gone: new Map<string, number>() }
  const asked: { since: number; after: string | null }[] = []
  const shown: { ids: string[]; complete: boolean; at: number }[] = []
  const timers: { at: number; run: () => void }[] = []
  let inFlight = 0
  let most = 0
  let now = 1000
  let broken = false
  const sync = createSiteSync({
    ask: async (since, after): Promise<SitesPage> => {
      asked.push({ since, after })
      inFlight += 1
      most = Math.max(most, inFlight)
      await Promise.resolve()
      inFlight -= 1
      if (broken) throw new Error('engine gone')
      const all = [...world.sites.values()].filter((one) => one.changed > since)
      const from = Number(after ?? 0)
      const next = from + pageSize < all.length ? String(from + pageSize) : null
      const gone = [...world.gone].filter(([, at]) => at > since).map(([id]) => id)
      return { revision: world.revision, sites: all.slice(from, from + pageSize), gone, next }
    },
    publish: (book, complete) => shown.push({ ids: [...book.byId.keys()], complete, at: now }),
    failed: () => undefined,
    now: () => now,
    later: (run, ms) => void timers.push({ at: now + ms, run })
  })
  const settle = async () => {
    for (let turn = 0; turn < 500; turn += 1) await Promise.resolve()
  }
  const pass = async (ms: number) => {
    now += ms
    for (const timer of timers.splice(0).sort((a, b) => a.at - b.at)) {
      if (timer.at <= now) timer.run()
      else timers.push(timer)
    }
    await settle()
  }
  const put = (id: string) => {
    world.revision += 1
    world.sites.set(id, site(id, world.revision))
  }
  return { world, sync, asked, shown, settle, pass, put, most: () => most, breakIt: (on: boolean) => (broken = on) }
}

test('B5: a page that missed events asks once for everything since its last whole round', async () => {
  const { world, sync, asked, shown, settle, pass, put } = bench()
  put('a')
  sync.reached(world.revision)
  await settle()
  for (const id of ['b', 'c', 'd']) put(id)
  world.sites.delete('a')
  world.gone.set('a', world.revision)
  await pass(pace)
  asked.length = 0
  sync.reached(world.revision)
  await settle()
  expect(asked).toEqual([{ since: 2, after: null }])
  expect(shown.at(-1)).toMatchObject({ ids: ['b', 'c', 'd'], complete: true })
})

test('the first page is shown at once, the next lists at most four times a second', async () => {
  const { world, sync, shown, settle } = bench(100)
  for (let at = 0; at < 1000; at += 1) world.sites.set(`s${at}`, site(`s${at}`, 1))
  sync.reached(1)
  await settle()
  expect(shown[0]).toMatchObject({ complete: false })
  expect(shown[0]?.ids).toHaveLength(100)
  expect(shown).toHaveLength(2)
  expect(shown.at(-1)?.ids).toHaveLength(1000)
})

test('a hundred events in a second make few rounds, one request in flight, and nothing is lost', async () => {
  const { world, sync, asked, shown, settle, pass, put, most } = bench()
  for (let at = 0; at < 100; at += 1) {
    put(`s${at}`)
    sync.reached(world.revision)
    await pass(10)
  }
  await pass(pace)
  await pass(pace)
  await settle()
  expect(asked.length).toBeLessThanOrEqual(7)
  expect(most()).toBe(1)
  expect(shown.at(-1)?.ids).toHaveLength(100)
})

test('what changes between two pages of a round comes with the next round', async () => {
  const { world, sync, shown, pass, settle, put } = bench(1)
  put('a')
  put('b')
  sync.reached(world.revision)
  put('c')
  await settle()
  sync.reached(world.revision)
  await pass(pace)
  expect(shown.at(-1)?.ids.sort()).toEqual(['a', 'b', 'c'])
})

test('an engine that started anew has a smaller revision, and its sites replace the old ones', async () => {
  const { world, sync, shown, settle, pass, put } = bench()
  for (const id of ['a', 'b', 'c']) put(id)
  sync.reached(world.revision)
  await settle()
  world.sites.clear()
  world.revision = 1
  put('z')
  sync.reached(world.revision)
  await pass(pace)
  expect(shown.at(-1)?.ids).toEqual(['z'])
})

test('after a failed request the next event asks again', async () => {
  const { world, sync, shown, settle, pass, put, breakIt } = bench()
  put('a')
  breakIt(true)
  sync.reached(world.revision)
  await settle()
  expect(shown).toEqual([])
  breakIt(false)
  await pass(pace)
  sync.reached(world.revision)
  await settle()
  expect(shown.at(-1)?.ids).toEqual(['a'])
})
