import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  ask,
  eachWithHost,
  engine,
  html,
  json,
  loopback,
  openSession,
  opens,
  send,
  start,
  swap
} from '../../../e2e/world/loopback'
import { type CallName, calls } from '../../shared/contract'
import { contentPolicy } from '../security/policy'
import { serve } from './serve'

eachWithHost()

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
    await writeFile(join(loopback.files, 'index.html'), 'other')
    await expect(serve({ engine, files: loopback.files, out: () => undefined })).rejects.toThrow(
      'index.html is not the file'
    )
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
    const asked = request({
      host: '127.0.0.1',
      port: loopback.host.port,
      path: '/events',
      headers: session,
      agent: false
    })
    asked.on('response', (response) => response.on('data', (part: Buffer) => lines.push(part.toString())))
    asked.end()
    await expect.poll(() => lines.join('')).toBe('\n')
    for (const listener of loopback.listeners) {
      listener('places.changed', { revision: 1 })
      listener('places.changed', { revision: 2, more: 'x'.repeat(262_144) })
      listener('places.changed', { revision: 3 })
    }
    await expect
      .poll(() => lines.join(''))
      .toBe(
        '\n{"name":"places.changed","payload":{"revision":1}}\n{"name":"places.changed","payload":{"revision":3}}\n'
      )
    expect(loopback.said.at(-1)).toBe('An event was too long to send: places.changed.')
    asked.destroy()
  })
})

describe('closing by itself (C6)', () => {
  const until = (time: number) =>
    Promise.race([loopback.host.closed, new Promise((go) => setTimeout(go, time, 'open'))])

  it('ends when there is no page and no job for a while', async () => {
    await loopback.host.close()
    await start({ idleAfter: 80 })
    expect(await until(2000)).toBe('idle')
    expect(await opens('127.0.0.1', loopback.host.port)).toBe(false)
  })

  it('stays while a job runs', async () => {
    await loopback.host.close()
    loopback.busy = true
    await start({ idleAfter: 80 })
    expect(await until(400)).toBe('open')
    loopback.busy = false
    expect(await until(2000)).toBe('idle')
  })

  it('stays while a page listens', async () => {
    await loopback.host.close()
    await start({ idleAfter: 150 })
    const asked = request({
      host: '127.0.0.1',
      port: loopback.host.port,
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
    await loopback.host.close()
    let answered = 0
    const slow = async () => {
      await new Promise((done) => setTimeout(done, 100))
      answered += 1
      return { ok: true as const, value: { revision: 0 } }
    }
    await start({ idleAfter: 300, engine: { ...engine, dispatch: () => slow } })
    const asked = request({
      host: '127.0.0.1',
      port: loopback.host.port,
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
    expect(loopback.listeners.size).toBe(1)
    await loopback.host.close()
    expect(loopback.listeners.size).toBe(0)
  })
})
