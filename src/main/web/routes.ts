import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dispatch } from '../../shared/dispatch'
import { type PageFiles, pageFileAt } from '../security/page-files'
import { bodyLimit, readBody } from './body'
import { bearer, turnedAway } from './gate'
import { answer, fault, type Reply, reply, sentence } from './reply'
import type { Sessions } from './sessions'
import type { Streams } from './streams'

export interface Routes {
  readonly port: number
  readonly files: PageFiles
  readonly sessions: Sessions
  readonly dispatch: Dispatch
  readonly streams: Streams
  /** Called when a token was swapped. */
  readonly joined: () => void
}

/** Gives the reply, or null when the response was taken over as a stream. */
type Route = (request: IncomingMessage, response: ServerResponse) => Promise<Reply | null>

/**
 * Every request the host answers: `POST /session`, `POST /call`, `GET /events` and the files of the page. A request that
 * is not for us ends before anything of it is looked at (C1).
 */
export function createHandle(routes: Routes): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const table: Readonly<Record<string, Route>> = {
    'POST /session': (request) => session(routes, request),
    'POST /call': known(routes, (request) => call(routes, request)),
    'GET /events': known(routes, (_request, response) => events(routes, response))
  }
  return async (request, response) => {
    const turned = turnedAway(request.headers, routes.port)
    const name = `${request.method} ${request.url}`
    const route = Object.hasOwn(table, name) ? table[name] : undefined
    const given =
      turned !== null
        ? sentence(turned.status, turned.why)
        : route === undefined
          ? page(routes.files, request)
          : await route(request, response)
    if (given === null) return
    if (!request.complete) response.setHeader('connection', 'close')
    response.writeHead(given.status, given.headers)
    response.end(request.method === 'HEAD' ? undefined : given.body)
  }
}

function page(files: PageFiles, request: IncomingMessage): Reply {
  if (request.method !== 'GET' && request.method !== 'HEAD') return sentence(405, 'Only GET is answered here.')
  const file = pageFileAt(files, request.url ?? '')
  return file === null ? sentence(404, 'There is no such page.') : reply(200, file.type, file.body)
}

/** Swaps a one-time token for the secret of a session (C2). */
async function session(routes: Routes, request: IncomingMessage): Promise<Reply> {
  const body = await jsonOf(request)
  if ('status' in body) return body
  const token = (body.value as { token?: unknown } | null)?.token
  const secret = typeof token === 'string' ? routes.sessions.swap(token) : null
  if (secret === null) return fault(401, 'no-session', 'This address was used already, or it is too old.')
  routes.joined()
  return answer({ ok: true, value: { secret } })
}

/** Lets only a session through (C3). */
const known =
  (routes: Routes, route: Route): Route =>
  async (request, response) => {
    const secret = bearer(request.headers)
    if (secret !== null && routes.sessions.knows(secret)) return route(request, response)
    return fault(401, 'no-session', 'This page is not connected. Open it by a new address.')
  }

async function call(routes: Routes, request: IncomingMessage): Promise<Reply> {
  const body = await jsonOf(request)
  if ('status' in body) return body
  const asked = body.value as { name?: unknown; input?: unknown } | null
  return answer(await routes.dispatch(asked?.name, asked?.input))
}

/** A page that comes (back) is told how things stand, since it may have missed what was said. */
async function events(routes: Routes, response: ServerResponse): Promise<null> {
  const now = await routes.dispatch('survey.summary', {})
  const revision = now.ok ? (now.value as { revision: number }).revision : 0
  routes.streams.open(response, now.ok ? [['survey.changed', { revision, summary: now.value }]] : [])
  return null
}

/** The JSON of a request, or the reply to a request without one. */
async function jsonOf(request: IncomingMessage): Promise<{ readonly value: unknown } | Reply> {
  if (!/^application\/json(?:;|$)/.test(request.headers['content-type'] ?? ''))
    return fault(415, 'bad-input', 'Only JSON is taken here.')
  const body = await readBody(request)
  if (body.kind === 'json') return body
  if (body.kind === 'not-json') return fault(400, 'bad-input', 'That is not JSON.')
  return fault(413, 'bad-input', `A request holds at most ${bodyLimit} bytes.`)
}
