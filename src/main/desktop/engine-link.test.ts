import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Child, createEngineLink, type EngineLink, patience, restartWaits } from './engine-link'
import type { FromEngine, ToEngine } from './engine-wire'

/** A process that does what the test says and keeps what it was told. */
class FakeChild implements Child {
  readonly told: ToEngine[] = []
  killed = false
  private readonly hear = { spawn: () => {}, message: (_: FromEngine) => {}, exit: (_: number) => {} }

  postMessage(message: ToEngine): void {
    this.told.push(message)
  }
  on(event: 'spawn' | 'message' | 'exit', listener: (value: never) => void): void {
    Object.assign(this.hear, { [event]: listener })
  }
  kill(): boolean {
    this.killed = true
    this.exit(137)
    return true
  }
  spawn = () => this.hear.spawn()
  say = (message: FromEngine) => this.hear.message(message)
  exit = (code: number) => this.hear.exit(code)
  asked = () => this.told.flatMap((message) => (message.kind === 'call' ? [message] : []))
}

let children: FakeChild[]
let states: string[]
let logged: string[]
let link: EngineLink
const start = { version: '1', walker: '/w', demo: false, beside: [] }
const gone = { ok: false, fault: { code: 'engine-gone' } }
const child = () => children.at(-1) as FakeChild

beforeEach(() => {
  vi.useFakeTimers()
  children = []
  states = []
  logged = []
  link = createEngineLink({
    fork: () => {
      children.push(new FakeChild())
      return child()
    },
    start,
    onEvent: (name) => states.push(name),
    onState: (state) => states.push(state),
    log: (_level, text) => logged.push(text)
  })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the wire to the engine (E1)', () => {
  it('the first message goes out after spawn, and what was asked before it follows', () => {
    void link.call('app.info', {})
    expect(child().told).toEqual([])
    child().spawn()
    expect(child().told).toEqual([
      { kind: 'start', start },
      { kind: 'call', id: 1, name: 'app.info', input: {} }
    ])
  })

  it('each answer reaches its own question', async () => {
    child().spawn()
    const first = link.call('app.info', {})
    const second = link.own('path-of', 'site')
    child().say({ kind: 'answer', id: 2, answer: { ok: true, value: '/x' } })
    child().say({ kind: 'answer', id: 1, answer: { ok: true, value: 'info' } })
    expect(await first).toEqual({ ok: true, value: 'info' })
    expect(await second).toEqual({ ok: true, value: '/x' })
  })

  it('events and the state are handed on', () => {
    child().spawn()
    child().say({ kind: 'ready' })
    child().say({ kind: 'event', name: 'places.changed', payload: { revision: 1 } })
    expect(states).toEqual(['up', 'places.changed'])
  })

  it.each([0, 1, 139])('an exit with code %i before the answer is a fault, and a new start', async (code) => {
    child().spawn()
    const asked = [link.call('survey.scan', {}), link.own('path-of', 's')]
    child().exit(code)
    for (const answer of asked) expect(await answer).toMatchObject(gone)
    expect(states).toEqual(['down'])
    expect(children).toHaveLength(1)
    vi.advanceTimersByTime(restartWaits[0])
    expect(children).toHaveLength(2)
    child().spawn()
    expect(child().told).toEqual([{ kind: 'start', start }])
  })

  it('an exit before it spawned is a fault too', async () => {
    const asked = link.call('app.info', {})
    child().exit(1)
    expect(await asked).toMatchObject(gone)
  })

  it('between two engines a question is answered at once', async () => {
    child().exit(1)
    expect(await link.call('app.info', {})).toMatchObject(gone)
  })

  it('a question that nobody answered before is not asked again', () => {
    void link.call('survey.scan', {})
    child().exit(1)
    vi.advanceTimersByTime(restartWaits[0])
    child().spawn()
    expect(child().asked()).toEqual([])
  })

  it('a second answer is told to the log and reaches nobody', async () => {
    child().spawn()
    const asked = link.call('app.info', {})
    const answer: FromEngine = { kind: 'answer', id: 1, answer: { ok: true, value: 1 } }
    child().say(answer)
    child().say({ ...answer, answer: { ok: true, value: 2 } })
    expect(await asked).toEqual({ ok: true, value: 1 })
    expect(logged).toEqual(['The engine answered question 1 more than once.'])
  })

  it('an engine that keeps falling is started ever later', () => {
    for (const wait of [...restartWaits, restartWaits.at(-1) ?? 0]) {
      const before = children.length
      child().exit(1)
      vi.advanceTimersByTime(wait - 1)
      expect(children).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(children).toHaveLength(before + 1)
    }
  })

  it('one that held out for a minute starts the waits over', () => {
    child().exit(1)
    vi.advanceTimersByTime(restartWaits[0])
    child().exit(1)
    vi.advanceTimersByTime(restartWaits[1] + 60_000)
    child().exit(1)
    const before = children.length
    vi.advanceTimersByTime(restartWaits[0])
    expect(children).toHaveLength(before + 1)
  })

  it('why it could not start is told to the log', () => {
    child().spawn()
    child().say({ kind: 'failed', said: 'no home' })
    expect(logged).toEqual(['The engine could not start: no home'])
  })
})

describe('the end of the engine (E1)', () => {
  it('is asked for, and not followed by another start', async () => {
    child().spawn()
    const open = link.call('app.info', {})
    const closed = link.close()
    expect(child().told.at(-1)).toEqual({ kind: 'close' })
    child().exit(0)
    await closed
    expect(await open).toMatchObject(gone)
    vi.advanceTimersByTime(120_000)
    expect(children).toHaveLength(1)
    expect(child().killed).toBe(false)
  })

  it('an engine that hangs is ended', async () => {
    child().spawn()
    const closed = link.close()
    vi.advanceTimersByTime(patience - 1)
    expect(child().killed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(child().killed).toBe(true)
    await closed
  })

  it('one that still tells of the item in hand is waited for (F7)', async () => {
    child().spawn()
    const closed = link.close()
    for (let told = 0; told < 3; told += 1) {
      vi.advanceTimersByTime(patience - 1)
      child().say({ kind: 'log', level: 'info', text: 'still at it' })
    }
    expect(child().killed).toBe(false)
    child().exit(0)
    await closed
  })

  it('while another start is waited for, nothing is started any more', async () => {
    child().exit(1)
    await link.close()
    vi.advanceTimersByTime(120_000)
    expect(children).toHaveLength(1)
  })

  it('nothing is asked once it is closing', async () => {
    child().spawn()
    void link.close()
    expect(await link.call('app.info', {})).toMatchObject(gone)
  })
})
