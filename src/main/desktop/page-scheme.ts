import type { CustomScheme } from 'electron'
import { type PageFiles, pageFileAt } from '../security/page-files'
import { pageHeaders } from '../security/policy'
import { pathOf, scheme } from './origin'
import { stoppedPage, stoppedPath } from './stopped-page'

/** Registered once, before ready; nothing in it goes round the page's policy (A5). */
export const pageScheme: CustomScheme = { scheme, privileges: { standard: true, secure: true } }

export interface PageReply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Uint8Array | string
}

/** What a request for the page's scheme is answered with (A5, A6). Pure. */
export function pageReply(files: PageFiles, address: string): PageReply {
  const path = pathOf(address)
  if (path === stoppedPath) return made(200, 'text/html; charset=utf-8', stoppedPage)
  const file = path === null ? null : pageFileAt(files, path)
  return file === null
    ? made(404, 'text/plain; charset=utf-8', 'There is no such page.\n')
    : made(200, file.type, file.body)
}

const made = (status: number, type: string, body: Uint8Array | string): PageReply => ({
  status,
  headers: { ...pageHeaders, 'content-type': type },
  body
})
