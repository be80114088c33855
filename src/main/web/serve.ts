import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { EventName, HostName } from '../../shared/contract'
import type { Dispatch } from '../../shared/dispatch'
import { readPageFiles } from '../security/page-files'
import { pageHeaders } from '../security/policy'
import { watchIdle } from './idle'
import { createOpener, type StartBrowser } from './open'
import { listen, shut } from './port'
import { createHandle } from './routes'
import { createSessions } from './sessions'
import { createStreams } from './streams'

/** What the host needs of an engine. */
export interface Served {
  dispatch(host: HostName): Dispatch
  on(listener: (name: EventName, payload: unknown) => void): () => void
  busy(): boolean
}

export interface ServeOptions {
  readonly engine: Served
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** Folder of the built page. */
  readonly files: string
  /** Starts a browser; left out, the address is only printed. */
  readonly open?: StartBrowser
  /** Takes what the person should read, a line at a time. */
  readonly out: (line: string) => void
  /** Milliseconds without a page and without a job until it closes by itself; ten minutes when left out. */
  readonly idleAfter?: number
  /** Milliseconds, for the life of a token. */
  readonly now?: () => number
}

export interface Host {
  /** With a one-time token behind `#`; good for one page, within ten minutes. */
  readonly address: string
  readonly port: number
  /** A new address; the one before it no longer opens anything. */
  renew(): string
  /** Settles when the host is closed, whoever closed it. */
  readonly closed: Promise<'idle' | 'asked'>
  close(): Promise<void>
}

/**
 * Serves the page and the engine to browsers of this machine alone (C1–C6). Rejects with a sentence when the page was not
 * built or the port is taken. The engine stays the caller's to close.
 */
export async function serve(options: ServeOptions): Promise<Host> {
  const { engine, out } = options
  const files = await readPageFiles({ read: (name) => readFile(join(options.files, name)), hash: sha256 })
  const sessions = createSessions(options.now ?? Date.now)
  const streams = createStreams(pageHeaders, (name) => out(`An event was too long to send: ${name}.`))
  const server = createServer()
  const port = await listen(server, options.port ?? 0)
  const address = () => `http://127.0.0.1:${port}/#${sessions.mint()}`
  const first = address()
  const opener = createOpener(options.open, out)
  const handle = createHandle({
    port,
    files,
    sessions,
    streams,
    dispatch: engine.dispatch('browser'),
    joined: () => void opener.done()
  })

  const { closed, end } = ending(async () => {
    idle.stop()
    leave()
    streams.close()
    await opener.done()
    await shut(server)
  })
  const needed = () => streams.count() > 0 || engine.busy()
  const idle = watchIdle(options.idleAfter ?? tenMinutes, needed, () => void end('idle'))
  const leave = engine.on((name, payload) => streams.send(name, payload))
  server.on('request', (request, response) => {
    idle.touch()
    // Only a connection that broke while it was read ends here: dispatch turns every throw into an answer.
    handle(request, response).catch(() => response.destroy())
  })

  announce(first, port, out)
  await opener.open(first)
  return { address: first, port, renew: address, closed, close: () => end('asked') }
}

const tenMinutes = 10 * 60_000

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Runs `close` once, whoever asks first, and tells how it came to that. */
function ending(close: () => Promise<void>) {
  let settle: (why: 'idle' | 'asked') => void = () => undefined
  const closed = new Promise<'idle' | 'asked'>((resolve) => {
    settle = resolve
  })
  let closing: Promise<void> | null = null
  const end = (why: 'idle' | 'asked') => {
    closing ??= close().finally(() => settle(why))
    return closing
  }
  return { closed, end }
}

function announce(address: string, port: number, out: (line: string) => void): void {
  out(`Clearhold is at ${address}`)
  out('The address opens one page, once, within ten minutes.')
  out(`From another machine, first: ssh -L ${port}:127.0.0.1:${port} <this machine>`)
}
