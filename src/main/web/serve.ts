import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { EventName, HostName } from '../../shared/contract'
import type { Dispatch } from '../../shared/dispatch'
import { readPageFiles } from '../security/page-files'
import { pageHeaders } from '../security/policy'
import { watchIdle } from './idle'
import { type Signpost, type StartBrowser, writeSignpost } from './open'
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
  const { engine, out, now = Date.now, idleAfter = 10 * 60_000 } = options
  const files = await readPageFiles({ read: (name) => readFile(join(options.files, name)), hash: sha256 })
  const sessions = createSessions(now)
  const streams = createStreams(pageHeaders, (name) => out(`An event was too long to send: ${name}.`))
  let port = 0
  let signpost: Signpost | null = null
  const handle = createHandle({
    port: () => port,
    files,
    sessions,
    streams,
    dispatch: engine.dispatch('browser'),
    joined: () => void signpost?.remove().catch((error: Error) => out(`${error.message}.`))
  })
  const server = createServer((request, response) => {
    idle.touch()
    handle(request, response).catch(() => response.destroy())
  })
  const idle = watchIdle(
    idleAfter,
    () => streams.count() > 0 || engine.busy(),
    () => void end('idle')
  )
  port = await listen(server, options.port ?? 0).catch((error: Error) => {
    idle.stop()
    throw error
  })
  const leave = engine.on((name, payload) => streams.send(name, payload))
  const renew = () => `http://127.0.0.1:${port}/#${sessions.mint()}`
  const address = renew()

  let settle: (why: 'idle' | 'asked') => void = () => undefined
  const closed = new Promise<'idle' | 'asked'>((resolve) => {
    settle = resolve
  })
  const end = async (why: 'idle' | 'asked') => {
    idle.stop()
    leave()
    streams.close()
    await signpost?.remove()
    await shut(server)
    settle(why)
  }

  announce(address, port, out)
  if (options.open !== undefined) {
    signpost = await writeSignpost(address)
    await options.open(signpost.address).catch(() => out('No browser could be started. Open the address above.'))
  }
  return { address, port, renew, closed, close: () => end('asked') }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken by another program. Choose another with --port.`)
          : error
      )
    )
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function announce(address: string, port: number, out: (line: string) => void): void {
  out(`Clearhold is at ${address}`)
  out('The address opens one page, once, within ten minutes.')
  out(`From another machine, first: ssh -L ${port}:127.0.0.1:${port} <this machine>`)
}
