import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type Host, type Served, type ServeOptions, serve } from '../../src/main/web/serve'
import type { EventName } from '../../src/shared/contract'
import { createDispatch } from '../../src/shared/dispatch'

export const html = '<!doctype html><title>page</title>'

/** What a test sees and turns: the running host, what it printed, who listens, whether a job runs, the clock in ms. */
export interface Loopback {
  files: string
  host: Host
  said: string[]
  listeners: Set<(name: EventName, payload: unknown) => void>
  busy: boolean
  clock: number
}

export const settings = { theme: 'system', units: 'decimal', motion: 'system', patterns: 'need' } as const
export const loopback = { busy: false, clock: 0 } as Loopback

export const engine: Served = {
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
    loopback.listeners.add(listener)
    return () => loopback.listeners.delete(listener)
  },
  busy: () => loopback.busy
}

/** Starts the host anew, with other options. */
export const start = async (more: Partial<ServeOptions> = {}) => {
  loopback.host = await serve({
    engine,
    files: loopback.files,
    out: (line) => loopback.said.push(line),
    now: () => loopback.clock,
    ...more
  })
  return loopback.host
}

/** Each test of the file gets a host of its own. */
export function eachWithHost(): void {
  beforeEach(async () => {
    loopback.said = []
    loopback.listeners = new Set()
    loopback.busy = false
    loopback.clock = 0
    loopback.files = await mkdtemp(join(tmpdir(), 'page-'))
    const sha256 = createHash('sha256').update(html).digest('hex')
    await writeFile(join(loopback.files, 'index.html'), html)
    await writeFile(join(loopback.files, 'secret.txt'), 'not listed')
    await writeFile(
      join(loopback.files, 'files.json'),
      JSON.stringify({ 'index.html': { type: 'text/html; charset=utf-8', sha256 } })
    )
    await start()
  })

  afterEach(async () => {
    await loopback.host.close()
    await rm(loopback.files, { recursive: true })
  })
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A request as it stands: nothing about it is put right on the way. */
export function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: loopback.host.port, method, path, headers, agent: false },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString()
          })
        )
      }
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

export const json = { 'content-type': 'application/json' }
export const tokenOf = (address: string) => new URL(address).hash.slice(1)
export const swap = (token: string) => send('POST', '/session', json, JSON.stringify({ token }))

/** The headers of a page that has swapped its token. */
export async function openSession(): Promise<Record<string, string>> {
  const { text } = await swap(tokenOf(loopback.host.address))
  return { ...json, authorization: `Bearer ${(JSON.parse(text) as { value: { secret: string } }).value.secret}` }
}

export const ask = async (session: Record<string, string>, name: unknown, input: unknown) => {
  const { status, text } = await send('POST', '/call', session, JSON.stringify({ name, input }))
  return { status, answer: JSON.parse(text) as { ok: boolean; fault?: { code: string; message: string } } }
}

/** Whether a port takes connections at an address. */
export const opens = (address: string, port: number) =>
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
