import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  ask,
  eachWithHost,
  engine,
  json,
  loopback,
  openSession,
  opens,
  send,
  settings,
  start,
  swap,
  tokenOf
} from '../../../e2e/world/loopback'
import { serve } from './serve'

eachWithHost()

describe('where it listens and whom it answers (C1)', () => {
  it.each(['evil.example', '127.0.0.1', '127.0.0.1:1', '[::1]', 'localhost.evil.example'])(
    'a request for the host %o gets 421',
    async (name) => {
      expect((await send('GET', '/', { host: name })).status).toBe(421)
      expect((await send('POST', '/session', { ...json, host: name }, '{}')).status).toBe(421)
    }
  )

  it('answers to both of its own names', async () => {
    expect((await send('GET', '/', { host: `127.0.0.1:${loopback.host.port}` })).status).toBe(200)
    expect((await send('GET', '/', { host: `localhost:${loopback.host.port}` })).status).toBe(200)
  })

  it('a page of another origin gets 403, our own does not', async () => {
    for (const origin of ['http://evil.example', 'null', `https://127.0.0.1:${loopback.host.port}`, 'http://127.0.0.1'])
      expect((await send('GET', '/', { origin })).status, origin).toBe(403)
    expect((await send('GET', '/', { origin: `http://127.0.0.1:${loopback.host.port}` })).status).toBe(200)
    expect((await send('GET', '/', { origin: `http://localhost:${loopback.host.port}` })).status).toBe(200)
  })

  it('no other address of this machine has the port open', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .map(({ address }) => address)
      .filter((address) => address !== '127.0.0.1' && !address.startsWith('fe80'))
    for (const address of [...others, '127.0.0.2'])
      expect(await opens(address, loopback.host.port), address).toBe(false)
    expect(await opens('127.0.0.1', loopback.host.port)).toBe(true)
  })

  it('prints the address and the line for a machine reached by ssh', () => {
    expect(loopback.said.join('\n')).toContain(loopback.host.address)
    expect(loopback.said.join('\n')).toContain(`ssh -L ${loopback.host.port}:127.0.0.1:${loopback.host.port} `)
  })

  it('says in a sentence that a port is taken', async () => {
    await expect(
      serve({ engine, files: loopback.files, port: loopback.host.port, out: () => undefined })
    ).rejects.toThrow(`Port ${loopback.host.port} is taken by another program.`)
  })
})

describe('the one-time token (C2)', () => {
  it('has 256 bits, stands behind #, and is another one each time', () => {
    const first = tokenOf(loopback.host.address)
    expect(Buffer.from(first, 'base64url')).toHaveLength(32)
    expect(tokenOf(loopback.host.renew())).not.toBe(first)
  })

  it('is good once', async () => {
    const token = tokenOf(loopback.host.address)
    expect((await swap(token)).status).toBe(200)
    const second = await swap(token)
    expect(second.status).toBe(401)
    expect(JSON.parse(second.text)).toMatchObject({ ok: false, fault: { code: 'no-session' } })
  })

  it('dies after ten minutes', async () => {
    loopback.clock = 10 * 60_000
    expect((await swap(tokenOf(loopback.host.address))).status).toBe(401)
  })

  it('lives until then', async () => {
    loopback.clock = 10 * 60_000 - 1
    expect((await swap(tokenOf(loopback.host.address))).status).toBe(200)
  })

  it('is void once there is a newer one', async () => {
    const newer = loopback.host.renew()
    expect((await swap(tokenOf(loopback.host.address))).status).toBe(401)
    expect((await swap(tokenOf(newer))).status).toBe(200)
  })

  it('a guess does not burn it', async () => {
    for (const guess of [randomBytes(32).toString('base64url'), '', 'x']) expect((await swap(guess)).status).toBe(401)
    expect((await send('POST', '/session', json, '{"token":5}')).status).toBe(401)
    expect((await send('POST', '/session', json, 'null')).status).toBe(401)
    expect((await swap(tokenOf(loopback.host.address))).status).toBe(200)
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
    const replies = [await send('GET', '/'), await send('GET', '/none'), await swap(tokenOf(loopback.host.address))]
    for (const { headers } of replies) expect(Object.keys(headers)).not.toContain('set-cookie')
  })
})

describe('the address on its way to a browser (C4)', () => {
  it('goes through a file that only its owner reads, and that is gone once the page is there', async () => {
    await loopback.host.close()
    const started: string[] = []
    await start({ open: async (address) => void started.push(address) })
    const token = tokenOf(loopback.host.address)
    expect(started).toHaveLength(1)
    expect(started.join()).not.toContain(token)
    const file = fileURLToPath(started.join())
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toContain(`url=${loopback.host.address}`)
    await swap(token)
    await expect.poll(() => stat(file).then(String, (error: Error & { code: string }) => error.code)).toBe('ENOENT')
  })

  it('is taken away when the host closes unused', async () => {
    await loopback.host.close()
    const started: string[] = []
    await start({ open: async (address) => void started.push(address) })
    await loopback.host.close()
    await expect(stat(fileURLToPath(started.join()))).rejects.toThrow('ENOENT')
  })

  it('a machine without a browser is told to copy the address', async () => {
    await loopback.host.close()
    await start({ open: () => Promise.reject(new Error('no browser')) })
    expect(loopback.said.at(-1)).toBe('No browser could be started. Open the address above.')
  })
})
