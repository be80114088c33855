import type { App } from 'electron'
import { z } from 'zod'

/** What a second start says to the first. Its arguments are not handed on: anybody could have added to them. */
const SecondStart = z.strictObject({ ask: z.literal('show') })
export type SecondStart = z.infer<typeof SecondStart>

const greeting: SecondStart = { ask: 'show' }

/** What a second start said, or null when it is nothing we know (F1). Pure. */
export function parseSecondStart(said: unknown): SecondStart | null {
  const parsed = SecondStart.safeParse(said)
  return parsed.success ? parsed.data : null
}

/** True when this is the only Clearhold of its user data; `show` is called when another one was started (F1). */
export function becomeOnly(app: App, show: () => void, log: (text: string) => void): boolean {
  if (!app.requestSingleInstanceLock({ ...greeting })) return false
  app.on('second-instance', (_event, _arguments, _folder, said) => {
    if (parseSecondStart(said) === null) log('Another program asked for the window in words that are not known.')
    else show()
  })
  return true
}
