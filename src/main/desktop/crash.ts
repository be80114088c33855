import type { App, WebContents } from 'electron'
import type { LogLevel } from './engine-wire'
import { pageAddress } from './origin'
import { stoppedPath } from './stopped-page'

/** Two crashes within this time are one fault that loading again does not cure. Milliseconds. */
const minute = 60_000

/** Says after each crash whether to load the page again or to stop (F6). `now` in milliseconds. */
export function createCrashRule(now: () => number): () => 'reload' | 'stop' {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const since = now() - last
    last = now()
    return since < minute ? 'stop' : 'reload'
  }
}

type Say = (level: LogLevel, text: string) => void

/** Brings a crashed page back once, then shows the page that says it stopped. */
export function reviveOnCrash(contents: WebContents, log: Say, rule = createCrashRule(Date.now)): void {
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    const next = rule()
    log('error', `The page's process ended: ${reason}, exit code ${exitCode}. Next: ${next}.`)
    const address = next === 'reload' ? pageAddress : new URL(stoppedPath, pageAddress).href
    contents.loadURL(address).catch((error: Error) => log('error', error.message))
  })
}

export interface LastWords {
  readonly log: Say
  readonly flushed: () => Promise<void>
  readonly show: (title: string, text: string) => void
  readonly exit: (code: number) => void
}

/** An error that nobody caught is logged whole, said, and ends the program: what it left behind cannot be trusted (F6). */
export function createLastWords({ log, flushed, show, exit }: LastWords): (error: unknown) => Promise<void> {
  return async (error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log('error', `Uncaught: ${text}`)
    await flushed()
    show('Clearhold has to end', `It met an error of its own:\n\n${text}`)
    exit(1)
  }
}

/** Has an end put to the program by every error that nobody caught. */
export function endOnUncaught(end: (error: unknown) => Promise<void>): void {
  process.on('uncaughtException', (error) => void end(error))
  process.on('unhandledRejection', (error) => void end(error))
}

/** Tells the log of every other process of ours that ended by itself; each is started again by who needs it (F6). */
export function logGoneChildren(app: App, log: Say): void {
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    if (reason !== 'clean-exit') log('warn', `${name ?? type} ended: ${reason}, exit code ${exitCode}.`)
  })
}
