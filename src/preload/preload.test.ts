import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Bridge } from '../shared/client'
import { events } from '../shared/contract'

const root = resolve(import.meta.dirname, '../..')
let built: string

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: root })
  built = await readFile(resolve(root, 'out/preload/index.cjs'), 'utf8')
})

type Listener = (event: unknown, payload: unknown) => void

/** Runs the built preload with an Electron that keeps what is asked of it. */
function load() {
  const exposed: Record<string, Bridge> = {}
  const invoked: unknown[][] = []
  const heard = new Map<string, Listener>()
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, bridge: Bridge) => Object.assign(exposed, { [name]: bridge }) },
    ipcRenderer: {
      invoke: async (...given: unknown[]) => void invoked.push(given),
      on: (channel: string, listener: Listener) => heard.set(channel, listener),
      removeListener: (channel: string) => heard.delete(channel)
    }
  }
  runInNewContext(built, { require: (name: string) => ({ electron })[name], Object, Error })
  return { exposed, bridge: exposed['clearhold'] as Bridge, invoked, heard }
}

describe('the built preload', () => {
  it('requires electron alone and is under 5 KB (A3)', () => {
    const required = [...built.matchAll(/require\(\s*["'`]([^"'`]*)["'`]\s*\)/g)].map(([, name]) => name)
    expect(required).toEqual(['electron'])
    expect(built.match(/\bimport\b|\brequire\b/g)).toHaveLength(1)
    expect(Buffer.byteLength(built)).toBeLessThan(5 * 1024)
  })

  it('exposes host, call and on, and nothing else (A4)', () => {
    const { exposed, bridge } = load()
    expect(Object.keys(exposed)).toEqual(['clearhold'])
    expect(Object.keys(bridge).sort()).toEqual(['call', 'host', 'on'])
    expect(bridge.host).toBe('desktop')
  })

  it('a listener gets the payload only, until it stops (A4)', () => {
    const { bridge, heard } = load()
    const got: unknown[][] = []
    const stop = bridge.on('places.changed', (...given) => got.push(given))
    heard.get('clearhold.event.places.changed')?.({ sender: 'secret' }, { revision: 1 })
    expect(got).toEqual([[{ revision: 1 }]])
    stop()
    expect(heard.size).toBe(0)
  })

  it('knows every event of the contract and no other channel (A4)', () => {
    const { bridge, heard } = load()
    for (const name of Object.keys(events)) bridge.on(name, () => undefined)
    expect(heard.size).toBe(Object.keys(events).length)
    for (const name of ['clearhold.call', 'constructor', '__proto__', ''])
      expect(() => bridge.on(name, () => undefined)).toThrow('no such event')
  })

  it('asks by one channel', async () => {
    const { bridge, invoked } = load()
    await bridge.call('app.info', {})
    expect(invoked).toEqual([['clearhold.call', 'app.info', {}]])
  })
})
