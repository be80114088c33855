/** Waits between attempts to connect again, in milliseconds; the last one is used from then on. */
const waits = [250, 500, 1000, 2000, 5000, 10_000] as const
/** The host sends something at least every fifteen seconds; a stream silent for longer is dead. Milliseconds. */
const silence = 40_000

export interface StreamOptions {
  readonly secret: string
  readonly hand: (name: string, payload: unknown) => void
  /** The session is not known any more; no further attempt is made. */
  readonly lost: () => void
  readonly signal: AbortSignal
}

/**
 * Reads the host's events until `signal`, connecting again with growing waits. `EventSource` cannot send the header that
 * a session needs, hence fetch; the host says how things stand whenever a page comes back.
 */
export async function followEvents(options: StreamOptions): Promise<void> {
  for (let failures = 0; !options.signal.aborted; failures += 1) {
    const ended = await readOnce(options, () => {
      failures = 0
    })
    if (ended === 'lost') return options.lost()
    await pause(waits[Math.min(failures, waits.length - 1)] ?? 0, options.signal)
  }
}

async function readOnce(options: StreamOptions, alive: () => void): Promise<'ended' | 'lost'> {
  const attempt = new AbortController()
  const stop = () => attempt.abort()
  options.signal.addEventListener('abort', stop, { once: true })
  let dead = setTimeout(stop, silence)
  try {
    const headers = { authorization: `Bearer ${options.secret}` }
    const response = await fetch('/events', { headers, signal: attempt.signal })
    if (response.status === 401) return 'lost'
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: '' }
      if (done) return 'ended'
      clearTimeout(dead)
      dead = setTimeout(stop, silence)
      alive()
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) handLine(line, options.hand)
    }
  } catch {
    // The connection broke, which is what the next attempt is for; calls say so to the person.
    return 'ended'
  } finally {
    clearTimeout(dead)
    options.signal.removeEventListener('abort', stop)
  }
}

function handLine(line: string, hand: StreamOptions['hand']): void {
  if (line === '') return
  const { name, payload } = JSON.parse(line) as { name: string; payload: unknown }
  try {
    hand(name, payload)
  } catch (error) {
    console.error(error)
  }
}

function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time)
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })
}
