import { describe, expect, it } from 'vitest'
import { createClient } from './client'
import { type CallName, calls, type Handlers, HostName } from './contract'
import { createDispatch, Refusal } from './dispatch'

const names = Object.keys(calls) as CallName[]
const junk: readonly unknown[] = [
  undefined,
  null,
  7,
  'text',
  [],
  [{}],
  { unknown: 1 },
  { __proto__: { node: null }, extra: true },
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'),
  {
    site: 'x'.repeat(100_000),
    node: 'x'.repeat(100_000),
    folder: 'x'.repeat(100_000),
    place: {},
    theme: 'x',
    paths: 'x',
    size: 1
  }
]
const asked: string[] = []
/** Answers every call, so that a call which comes through is seen. */
const all = Object.fromEntries(names.map((name) => [name, () => void asked.push(name)])) as unknown as Handlers
const bugs: unknown[] = []
const open = (host: HostName) => createDispatch(all, host, (_, error) => bugs.push(error))

describe('dispatch', () => {
  it.each(names)('%s refuses junk before any handler sees it (B3)', async (name) => {
    const dispatch = open(calls[name].hosts[0] ?? 'cli')
    asked.length = 0
    for (const input of junk)
      expect(await dispatch(name, input), JSON.stringify(input)?.slice(0, 60)).toMatchObject({
        ok: false,
        fault: { code: 'bad-input' }
      })
    expect(asked).toEqual([])
  })

  it.each(names)('%s is answered only on its own hosts (C5)', async (name) => {
    for (const host of HostName.options) {
      const answer = await open(host)(name, null)
      expect(answer).toMatchObject({
        ok: false,
        fault: { code: (calls[name].hosts as readonly string[]).includes(host) ? 'bad-input' : 'not-here' }
      })
    }
  })

  it('knows own names only (B3)', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'survey', 7, null, {}])
      expect(await open('desktop')(name, {})).toMatchObject({ ok: false, fault: { code: 'unknown-call' } })
  })

  it('answers a throw as internal, tells it whole, and lets a refusal speak (B4)', async () => {
    const broken = createDispatch(
      {
        'survey.stop': () => {
          throw new Error('secret detail')
        },
        'survey.scan': () => Promise.reject(new Refusal('Not now.'))
      },
      'desktop',
      (name, error) => bugs.push([name, error])
    )
    const answer = await broken('survey.stop', {})
    expect(answer).toMatchObject({ ok: false, fault: { code: 'internal' } })
    expect(JSON.stringify(answer)).not.toContain('secret')
    expect(bugs.at(-1)).toEqual(['survey.stop', expect.objectContaining({ message: 'secret detail' })])
    expect(await broken('survey.scan', {})).toEqual({ ok: false, fault: { code: 'refused', message: 'Not now.' } })
  })
})

describe('the client', () => {
  it('unwraps answers and rejects with the fault', async () => {
    const dispatch = createDispatch({ 'survey.stop': () => ({ stopped: true }) }, 'desktop', () => undefined)
    const client = createClient({ host: 'desktop', call: dispatch, on: () => () => undefined })
    expect(await client.call('survey.stop', {})).toEqual({ stopped: true })
    await expect(client.call('survey.summary', {})).rejects.toMatchObject({
      name: 'CallFault',
      fault: { code: 'not-here' }
    })
  })
})
