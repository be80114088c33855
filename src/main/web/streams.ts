import type { ServerResponse } from 'node:http'

/** The longest message to a page, in bytes. */
export const messageLimit = 256 * 1024
/** An idle stream says so this often, so that both sides notice a dead connection. Milliseconds. */
const beat = 15_000
/** A page that takes nothing for this many bytes is let go; it reconnects and asks for the whole again. */
const backlog = 4 * 1024 * 1024

/** The open event streams: a line of JSON for each event, an empty line for a heartbeat. */
export interface Streams {
  /** Takes the answer over; `first` are events that bring the page up to date. */
  open(response: ServerResponse, first: readonly (readonly [string, unknown])[]): void
  send(name: string, payload: unknown): void
  count(): number
  close(): void
}

export function createStreams(headers: Readonly<Record<string, string>>, tooLong: (name: string) => void): Streams {
  const pages = new Set<ServerResponse>()
  const line = (name: string, payload: unknown) => {
    const text = `${JSON.stringify({ name, payload })}\n`
    if (Buffer.byteLength(text) <= messageLimit) return text
    tooLong(name)
    return null
  }
  const write = (page: ServerResponse, text: string) => {
    page.write(text)
    if (page.writableLength > backlog) page.destroy()
  }
  const heart = setInterval(() => {
    for (const page of pages) write(page, '\n')
  }, beat)
  heart.unref()
  return {
    open: (response, first) => {
      // It would never say that it closed, and be counted as a page for ever.
      if (response.destroyed) return
      response.writeHead(200, { ...headers, 'content-type': 'application/x-ndjson; charset=utf-8' })
      response.write('\n')
      pages.add(response)
      response.on('close', () => pages.delete(response))
      for (const [name, payload] of first) {
        const text = line(name, payload)
        if (text !== null) write(response, text)
      }
    },
    send: (name, payload) => {
      if (pages.size === 0) return
      const text = line(name, payload)
      if (text === null) return
      for (const page of pages) write(page, text)
    },
    count: () => pages.size,
    close: () => {
      clearInterval(heart)
      for (const page of pages) page.end()
    }
  }
}
