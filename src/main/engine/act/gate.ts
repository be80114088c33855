import { join } from 'node:path'
import { z } from 'zod'
import type { PlanRefusal } from '../../../shared/plan'
import { createDocument } from '../state/document'
import type { Held, TakeLock } from './lock'

/** Who carries out a plan at the moment, as the lock's holder wrote it down beside it. */
const Holder = z.strictObject({ pid: z.number(), host: z.string(), since: z.string() })

export interface GatePorts {
  readonly take: TakeLock
  /** Our own state; null where no home is known, and then nothing may be carried out. */
  readonly state: string | null
  readonly host: string
}

export type Entered =
  | { readonly kind: 'entered'; readonly lock: Held }
  | { readonly kind: 'refused'; readonly refusal: PlanRefusal }

const hosts: Readonly<Record<string, string>> = {
  desktop: 'in the window',
  browser: 'in the browser',
  cli: 'in a terminal'
}

/** The act lock: one act at a time over the app, the browser host, the terminal and cron. Never waits. */
export async function enterAct({ take, state, host }: GatePorts): Promise<Entered> {
  if (state === null)
    return refused('journal', 'HOME is not set, so nothing can be written down before it goes. Nothing was removed.')
  const holder = createDocument(join(state, 'act-holder.json'), Holder.nullable(), null)
  const lock = await take(join(state, 'act.lock'), { create: true, waitMs: 0 })
  switch (lock.kind) {
    case 'held': {
      const since = new Date().toISOString()
      // On a full disk nobody learns who holds the lock; that an act can be written down is for its journal to say (CS-63).
      await holder.write({ pid: process.pid, host, since }).catch(() => undefined)
      return { kind: 'entered', lock: lock.lock }
    }
    case 'busy': {
      const { value } = await holder.read()
      const who =
        value === null ? '' : ` (process ${value.pid}, ${hosts[value.host] ?? value.host}, since ${value.since})`
      return refused(
        'busy',
        `Another Clearhold${who} is carrying out a plan. Nothing was removed. Wait until it is done.`
      )
    }
    case 'absent':
      return refused('busy', 'The act lock could not be made. Nothing was removed.')
    case 'unknown':
      return refused('busy', `${lock.why} Nothing was removed.`)
  }
}

const refused = (code: PlanRefusal['code'], text: string): Entered => ({ kind: 'refused', refusal: { code, text } })
