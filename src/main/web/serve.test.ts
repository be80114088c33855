import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CallName, calls, type EventName } from '../../shared/contract'
import { createDispatch } from '../../shared/dispatch'
import { contentPolicy } from '../security/policy'
import { type Host, type Served, type ServeOptions, serve } from './serve'

const html = '<!doctype html><title>page</title>'
let files: string
let host: Host
let said: string[]
let listeners: Set<(name: EventName, payload: unknown) => void>
let busy: boolean
let clock: number

const settings = { theme: 'system', units: 'decimal', motion: 'system', patterns: 'need' } as const
const engine: Served = {
  dispatch: (name) =>
    createDispatch(
      {
        'settings.get': () => settings,
        'folders.open': () => ({
          folder: 'f',
          path: 'x'.repeat(300_000),
          parent: null,
          folders: [],
          more: 0,
          said: null
        }),
        'app.open': () => ({ opened: true }),
        'cli.size': () => {
          throw new Error('never reached from a browser')
        },
        'app.diagnostics': () => {
          throw new Error('secret detail')
        }
      },
      name,
      () => undefined
    ),
  on: (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  busy: () => busy
}

const start = async (more: Partial<ServeOptions> = {}) => {
  host = await serve({ engine, files, out: (line) => said.push(line), now: () => clock, ...more })
  return host
}

beforeEach(async () => {
  said = []
  listeners = new Set()
  busy = false
  clock = 0
  files = await mkdtemp(join(tmpdir(), 'page-'))
  const sha256 = createHash('sha256').update(html).digest('hex')
  await writeFile(join(files, 'index.html'), html)
  await writeFile(join(files, 'secret.txt'), 'not listed')
  await writeFile(
    join(files, 'files.json'),
    JSON.stringify({ 'index.html': { type: 'text/html; charset=utf-8', sha256 } })
  )
  await start()
})

afterEach(async () => {
  await host.close()
  await rm(files, { recursive: true })
})

interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A request as it stands: nothing about it is put right on the way. */
function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: host.port, method, path, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() })
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

const json = { 'content-type': 'application/json' }
const tokenOf = (address: string) => new URL(address).hash.slice(1)
const swap = (token: string) => send('POST', '/session', json, JSON.stringify({ token }))

async function openSession(): Promise<Record<string, string>> {
  const { text } = await swap(tokenOf(host.address))
  return { ...json, authorization: `Bearer ${(JSON.parse(text) as { value: { secret: string } }).value.secret}` }
}

const ask = async (session: Record<string, string>, name: unknown, input: unknown) => {
  const { status, text } = await send('POST', '/call', session, JSON.stringify({ name, input }))
  return { status, answer: JSON.parse(text) as { ok: boolean; fault?: { code: string; message: string } } }
}

describe('where it listens and whom it answers (C1)', () => {
  it.each(['evil.example', '127.0.0.1', '127.0.0.1:1', '[::1]', 'localhost.evil.example'])(
    'a request for the host %o gets 421',
    async (name) => {
      expect((await send('GET', '/', { host: name })).status).toBe(421)
      expect((await send('POST', '/session', { ...json, host: name }, '{}')).status).toBe(421)
    }
  )

  it('answers to both of its own names', async () => {
    expect((await send('GET', '/', { host: `127.0.0.1:${host.port}` })).status).toBe(200)
    expect((await send('GET', '/', { host: `localhost:${host.port}` })).status).toBe(200)
  })

  it('a page of another origin gets 403, our own does not', async () => {
    for (const origin of ['http://evil.example', 'null', `https://127.0.0.1:${host.port}`, 'http://127.0.0.1'])
      expect((await send('GET', '/', { origin })).status, origin).toBe(403)
    expect((await send('GET', '/', { origin: `http://127.0.0.1:${host.port}` })).status).toBe(200)
    expect((await send('GET', '/', { origin: `http://localhost:${host.port}` })).status).toBe(200)
  })

  it('no other address of this machine has the port open', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .map(({ address }) => address)
      .filter((address) => address !== '127.0.0.1' && !address.startsWith('fe80'))
    for (const address of [...others, '127.0.0.2']) expect(await opens(address, host.port), address).toBe(false)
    expect(await opens('127.0.0.1', host.port)).toBe(true)
  })

  it('prints the address and the line for a machine reached by ssh', () => {
    expect(said.join('\n')).toContain(host.address)
    expect(said.join('\n')).toContain(`ssh -L ${host.port}:127.0.0.1:${host.port} `)
  })

  it('says in a sentence that a port is taken', async () => {
    await expect(serve({ engine, files, port: host.port, out: () => undefined })).rejects.toThrow(
      `Port ${host.port} is taken by another program.`
    )
  })
})

const opens = (address: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: address, port, timeout: 1000 })
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
    socket.on('timeout', () => end(false))
  })

describe('the one-time token (C2)', () => {
  it('has 256 bits, stands behind #, and is another one each time', () => {
    const first = tokenOf(host.address)
    expect(Buffer.from(first, 'base64url')).toHaveLength(32)
    expect(tokenOf(host.renew())).not.toBe(first)
  })

  it('is good once', async () => {
    const token = tokenOf(host.address)
    expect((await swap(token)).status).toBe(200)
    const second = await swap(token)
    expect(second.status).toBe(401)
    expect(JSON.parse(second.text)).toMatchObject({ ok: false, fault: { code: 'no-session' } })
  })

  it('dies after ten minutes', async () => {
    clock = 10 * 60_000
    expect((await swap(tokenOf(host.address))).status).toBe(401)
  })

  it('lives until then', async () => {
    clock = 10 * 60_000 - 1
    expect((await swap(tokenOf(host.address))).status).toBe(200)
  })

  it('is void once there is a newer one', async () => {
    const newer = host.renew()
    expect((await swap(tokenOf(host.address))).status).toBe(401)
    expect((await swap(tokenOf(newer))).status).toBe(200)
  })

  it('a guess does not burn it', async () => {
    for (const guess of [randomBytes(32).toString('base64url'), '', 'x']) expect((await swap(guess)).status).toBe(401)
    expect((await send('POST', '/session', json, '{"token":5}')).status).toBe(401)
    expect((await send('POST', '/session', json, 'null')).status).toBe(401)
    expect((await swap(tokenOf(host.address))).status).toBe(200)
  })
})

describe('the session (C3)', () => {
  it('lets only its secret ask', async () => {
    const session = await openSession()
    expect((await ask(session, 'settings.get', {})).answer).toEqual({ ok: true, value: settings })
    for (const authorization of [
      '',
      'Bearer ',
      `Bearer ${'a'.repeat(43)}`,
      (session['authorization'] ?? '').slice(7)
    ]) {
      expect((await ask({ ...json, authorization }, 'settings.get', {})).status, authorization).toBe(401)
      expect((await send('GET', '/events', { authorization })).status).toBe(401)
    }
    expect((await ask(json, 'settings.get', {})).status).toBe(401)
  })

  it('no answer sets a cookie', async () => {
    const replies = [await send('GET', '/'), await send('GET', '/none'), await swap(tokenOf(host.address))]
    for (const { headers } of replies) expect(Object.keys(headers)).not.toContain('set-cookie')
  })
})

describe('the address on its way to a browser (C4)', () => {
  it('goes through a file that only its owner reads, and that is gone once the page is there', async () => {
    await host.close()
    const started: string[] = []
    await start({ open: async (address) => void started.push(address) })
    const token = tokenOf(host.address)
    expect(started).toHaveLength(1)
    expect(started.join()).not.toContain(token)
    const file = fileURLToPath(started.join())
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toContain(`url=${host.address}`)
    await swap(token)
    await expect.poll(() => stat(file).then(String, (error: Error & { code: string }) => error.code)).toBe('ENOENT')
  })

  it('is taken away when the host closes unused', async () => {
    await host.close()
    const started: string[] = []
    await start({ open: async (address) => void started.push(address) })
    await host.close()
    await expect(stat(fileURLToPath(started.join()))).rejects.toThrow('ENOENT')
  })

  it('a machine without a browser is told to copy the address', async () => {
    await host.close()
    await start({ open: () => Promise.reject(new Error('no browser')) })
    expect(said.at(-1)).toBe('No browser could be started. Open the address above.')
  })
})

describe('what a browser may ask (C5, B3, B4)', () => {
  const names = Object.keys(calls) as CallName[]
  const closed = names.filter((name) => !(calls[name].hosts as readonly string[]).includes('browser'))

  it('some calls are closed to it, among them those of the desktop and the terminal', () => {
    expect(closed).toEqual(expect.arrayContaining(['app.open', 'site.reveal', 'places.choose', 'cli.size']))
  })

  it('none of these is answered', async () => {
    const session = await openSession()
    for (const name of closed)
      expect((await ask(session, name, {})).answer, name).toMatchObject({ ok: false, fault: { code: 'not-here' } })
  })

  it('junk is a fault for every call there is', async () => {
    const session = await openSession()
    const junk = [
      null,
      7,
      'x'.repeat(200_000),
      [[]],
      { '/etc': 1 },
      JSON.parse('{"__proto__":{"hosts":["browser"]}}'),
      { constructor: { prototype: {} } }
    ]
    for (const name of names)
      for (const input of junk) {
        const { answer } = await ask(session, name, input)
        expect(answer.ok, `${name} ${JSON.stringify(input).slice(0, 40)}`).toBe(false)
        expect(['bad-input', 'not-here']).toContain(answer.fault?.code)
      }
  })

  it.each(['__proto__', 'constructor', 'toString', 'nothing', '', 5, null, ['settings.get'], {}])(
    'the name %o is unknown',
    async (name) => {
      const { answer } = await ask(await openSession(), name, {})
      expect(answer).toMatchObject({ ok: false, fault: { code: 'unknown-call' } })
    }
  )

  it('what a handler threw stays inside', async () => {
    const { answer } = await ask(await openSession(), 'app.diagnostics', {})
    expect(answer).toMatchObject({ ok: false, fault: { code: 'internal' } })
    expect(JSON.stringify(answer)).not.toContain('secret detail')
  })
})

describe('headers, limits and files (C6)', () => {
  it('every route sends the same policy', async () => {
    const session = await openSession()
    const replies = {
      page: await send('GET', '/'),
      head: await send('HEAD', '/'),
      none: await send('GET', '/none'),
      other: await send('PUT', '/'),
      session: await swap('x'),
      call: await send('POST', '/call', session, '{"name":"settings.get","input":{}}'),
      refused: await send('POST', '/call', json, '{}'),
      turned: await send('GET', '/', { host: 'evil.example' })
    }
    for (const [route, { headers }] of Object.entries(replies)) {
      expect(headers, route).toMatchObject({
        'content-security-policy': contentPolicy,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin'
      })
      expect(headers['access-control-allow-origin'], route).toBeUndefined()
    }
  })

  it('only files of the list are served', async () => {
    expect((await send('GET', '/')).text).toBe(html)
    expect((await send('GET', '/index.html')).headers['content-type']).toBe('text/html; charset=utf-8')
    const closed = [
      '/secret.txt',
      '/files.json',
      '/../index.html',
      '/%2e%2e/secret.txt',
      '//index.html',
      '/index.html%00'
    ]
    for (const path of closed) expect((await send('GET', path)).status, path).toBe(404)
    expect((await send('POST', '/index.html', json, '{}')).status).toBe(405)
  })

  it('a page that is not the one that was built is not served at all', async () => {
    await writeFile(join(files, 'index.html'), 'other')
    await expect(serve({ engine, files, out: () => undefined })).rejects.toThrow('index.html is not the file')
  })

  it('a body over one megabyte gets 413, said or unsaid', async () => {
    const session = await openSession()
    const long = Buffer.alloc(1024 * 1024 + 1, 'x')
    expect((await send('POST', '/call', session, long)).status).toBe(413)
    const unsaid = { ...session, 'transfer-encoding': 'chunked' }
    expect((await send('POST', '/call', unsaid, long)).status).toBe(413)
    expect((await send('POST', '/call', session, Buffer.alloc(1024 * 1024, 'x'))).status).toBe(400)
  })

  it('a form cannot ask', async () => {
    const session = { ...(await openSession()), 'content-type': 'text/plain' }
    expect((await send('POST', '/call', session, '{"name":"settings.get","input":{}}')).status).toBe(415)
  })

  it('an answer over 256 KB is a fault', async () => {
    const { answer } = await ask(await openSession(), 'folders.open', { folder: null })
    expect(answer).toMatchObject({ ok: false, fault: { code: 'internal' } })
  })
})

describe('events', () => {
  it('reach every page, in order, and nothing over 256 KB', async () => {
    const session = await openSession()
    const lines: string[] = []
    const asked = request({ host: '127.0.0.1', port: host.port, path: '/events', headers: session, agent: false })
    asked.on('response', (response) => response.on('data', (part: Buffer) => lines.push(part.toString())))
    asked.end()
    await expect.poll(() => lines.join('')).toBe('\n')
    for (const listener of listeners) {
      listener('places.changed', { revision: 1 })
      listener('places.changed', { revision: 2, more: 'x'.repeat(262_144) })
      listener('places.changed', { revision: 3 })
    }
    await expect
      .poll(() => lines.join(''))
      .toBe(
        '\n{"name":"places.changed","payload":{"revision":1}}\n{"name":"places.changed","payload":{"revision":3}}\n'
      )
    expect(said.at(-1)).toBe('An event was too long to send: places.changed.')
    asked.destroy()
  })
})

describe('closing by itself (C6)', () => {
  const until = (time: number) => Promise.race([host.closed, new Promise((go) => setTimeout(go, time, 'open'))])

  it('ends when there is no page and no job for a while', async () => {
    await host.close()
    await start({ idleAfter: 80 })
    expect(await until(2000)).toBe('idle')
    expect(await opens('127.0.0.1', host.port)).toBe(false)
  })

  it('stays while a job runs', async () => {
    await host.close()
    busy = true
    await start({ idleAfter: 80 })
    expect(await until(400)).toBe('open')
    busy = false
    expect(await until(2000)).toBe('idle')
  })

  it('stays while a page listens', async () => {
    await host.close()
    await start({ idleAfter: 150 })
    const asked = request({
      host: '127.0.0.1',
      port: host.port,
      path: '/events',
      headers: await openSession(),
      agent: false
    })
    asked.on('error', () => undefined).end()
    expect(await until(600)).toBe('open')
    asked.destroy()
    expect(await until(2000)).toBe('idle')
  })

  it('a page that left before it was told how things stand does not keep it open', async () => {
    await host.close()
    let answered = 0
    const slow = async () => {
      await new Promise((done) => setTimeout(done, 100))
      answered += 1
      return { ok: true as const, value: { revision: 0 } }
    }
    await start({ idleAfter: 300, engine: { ...engine, dispatch: () => slow } })
    const asked = request({
      host: '127.0.0.1',
      port: host.port,
      path: '/events',
      headers: await openSession(),
      agent: false
    })
    asked.on('error', () => undefined).end()
    setTimeout(() => asked.destroy(), 40)
    await expect.poll(() => answered).toBe(1)
    expect(await until(3000)).toBe('idle')
  })

  it('lets go of the engine', async () => {
    expect(listeners.size).toBe(1)
    await host.close()
    expect(listeners.size).toBe(0)
  })
})
