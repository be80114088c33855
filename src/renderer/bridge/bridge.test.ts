import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEngine, type Engine } from '../../main/engine/engine'
import { type Host, serve } from '../../main/web/serve'
import type { Bridge } from '../../shared/client'
import { createBrowserBridge } from './browser'
import { NoSession, openSession, type Place } from './session'

let folder: string
let engine: Engine
let host: Host
let wire: Wire
const browserFetch = globalThis.fetch

/** What lies between page and host, and can be cut. */
interface Wire {
  readonly port: number
  cut(): void
  close(): void
}

async function lay(to: () => number): Promise<Wire> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((near) => {
    const far = connect(to(), '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut,
    close: () => {
      cut()
      server.close()
    }
  }
}

/** A tab: an address bar, a history, and storage of its own. */
function tab(hash: string): Place & { readonly bar: string[]; readonly items: Map<string, string> } {
  const bar: string[] = []
  const items = new Map<string, string>()
  return {
    bar,
    items,
    location: { hash, pathname: '/' },
    history: { replaceState: (_data, _unused, address) => void bar.push(address) },
    storage: {
      getItem: (name) => items.get(name) ?? null,
      setItem: (name, value) => void items.set(name, value),
      removeItem: (name) => void items.delete(name)
    }
  }
}

const hashOf = (address: string) => new URL(address).hash

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bridge-'))
  const html = '<!doctype html>'
  const sha256 = createHash('sha256').update(html).digest('hex')
  await writeFile(join(folder, 'index.html'), html)
  await writeFile(join(folder, 'files.json'), JSON.stringify({ 'index.html': { type: 'text/html', sha256 } }))
  const env = { HOME: folder, PATH: process.env['PATH'] }
  engine = await createEngine({
    env,
    version: '0',
    host: 'browser',
    walker: '/none',
    demo: false,
    log: () => undefined
  })
  host = await serve({ engine, files: folder, out: () => undefined })
  wire = await lay(() => host.port)
  // The page's addresses are relative to its host. The host wants its own name, which the wire does not change.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    browserFetch(`http://127.0.0.1:${host.port}${path}`, init)
  )
})
afterEach(async () => {
  vi.unstubAllGlobals()
  wire.close()
  await host.close()
  await engine.close()
  await rm(folder, { recursive: true })
})

describe('how a tab gets its session (C2, C3)', () => {
  it('swaps the token, after it left the address', async () => {
    const place = tab(hashOf(host.address))
    const secret = await openSession(place)
    expect(place.bar).toEqual(['/'])
    expect([...place.items.values()]).toEqual([secret])
  })

  it('keeps the secret over a reload', async () => {
    const place = tab(hashOf(host.address))
    const secret = await openSession(place)
    expect(await openSession({ ...place, location: { hash: '', pathname: '/' } })).toBe(secret)
  })

  it.each<[string, () => string, string]>([
    ['without a token', () => '', 'no-token'],
    ['with something that is no token', () => '#/workspaces', 'no-token'],
    ['with a wrong token', () => `#${'a'.repeat(43)}`, 'used']
  ])('%s there is none', async (_what, hash, reason) => {
    await expect(openSession(tab(hash()))).rejects.toMatchObject({ reason })
  })

  it('a host that is not there is told apart from a used address', async () => {
    const hash = hashOf(host.address)
    await host.close()
    const refused = openSession(tab(hash))
    await expect(refused).rejects.toBeInstanceOf(NoSession)
    await expect(refused).rejects.toMatchObject({ reason: 'gone' })
  })
})

describe('the bridge of a browser', () => {
  /** Each bridge has a count of its own: those of earlier tests go on looking for their hosts. */
  const joinedWith = (secret: string) => {
    const count = { lost: 0 }
    const bridge: Bridge = createBrowserBridge(secret, () => {
      count.lost += 1
    })
    return { bridge, count }
  }
  const joined = async () => joinedWith(await openSession(tab(hashOf(host.address))))

  it('asks, and hands faults on as they are', async () => {
    const { bridge, count } = await joined()
    expect(bridge.host).toBe('browser')
    expect(await bridge.call('settings.get', {})).toMatchObject({ ok: true, value: { theme: 'system' } })
    expect(await bridge.call('places.choose', {})).toMatchObject({ ok: false, fault: { code: 'not-here' } })
    expect(count.lost).toBe(0)
  })

  it("hears 'settings.changed' until it stops listening", async () => {
    const { bridge } = await joined()
    const heard: unknown[] = []
    const first = new Promise((go) => bridge.on('survey.changed', go))
    const stop = bridge.on('settings.changed', (payload) => heard.push(payload))
    await first
    await bridge.call('settings.change', { theme: 'dark' })
    await expect.poll(() => heard).toMatchObject([{ settings: { theme: 'dark' } }])
    stop()
    await bridge.call('settings.change', { theme: 'light' })
    await new Promise((go) => setTimeout(go, 100))
    expect(heard).toHaveLength(1)
  })

  it('a host that is gone is the fault engine-gone, and the session is not given up', async () => {
    const { bridge, count } = await joined()
    await host.close()
    expect(await bridge.call('settings.get', {})).toMatchObject({ ok: false, fault: { code: 'engine-gone' } })
    expect(count.lost).toBe(0)
  })

  it('a secret that the host does not know ends the session, once', async () => {
    const { bridge, count } = joinedWith('a'.repeat(43))
    expect(await bridge.call('settings.get', {})).toMatchObject({ ok: false, fault: { code: 'no-session' } })
    await bridge.call('settings.get', {})
    await expect.poll(() => count.lost).toBe(1)
  })

  it('a broken stream is taken up again, and the page is told how things stand (B5)', async () => {
    const inner = host.port
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => throughWire(path, init, inner))
    const { bridge, count } = await joined()
    const snapshots: unknown[] = []
    bridge.on('survey.changed', (payload) => snapshots.push(payload))
    await expect.poll(() => snapshots.length).toBe(1)
    wire.cut()
    await expect.poll(() => snapshots.length, { timeout: 5000 }).toBe(2)
    const heard: unknown[] = []
    bridge.on('settings.changed', (payload) => heard.push(payload))
    await bridge.call('settings.change', { units: 'binary' })
    await expect.poll(() => heard.length).toBe(1)
    expect(count.lost).toBe(0)
  })

  /** Events go through the wire that can be cut; the name in `Host` stays the host's own, as behind `ssh -L`. */
  async function throughWire(path: string, init: RequestInit, port: number): Promise<Response> {
    if (path !== '/events') return browserFetch(`http://127.0.0.1:${port}${path}`, init)
    const { request } = await import('node:http')
    return new Promise((resolve, reject) => {
      const headers = { ...(init.headers as Record<string, string>), host: `127.0.0.1:${port}` }
      const asked = request({ port: wire.port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            answer.on('data', (part: Buffer) => controller.enqueue(part))
            answer.on('close', () => controller.error(new Error('cut')))
            answer.on('error', () => undefined)
          }
        })
        resolve(new Response(body, { status: answer.statusCode ?? 0 }))
      })
      asked.on('error', reject)
      asked.end()
    })
  }
})
