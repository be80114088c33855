import { freshId } from '../ids'
import { placeOf } from '../place'
import type { Spent } from '../plan/book'
import type { Locations } from '../sources/devlaunch/locations'
import { canonical, situate } from '../sources/devlaunch/situation'
import type { Inspector } from '../sources/git-questions/questions'
import type { Run } from '../tools/run'
import { words } from '../words'
import type { Gate } from './acting'
import { type ActTelling, execute } from './execute'
import { enterAct } from './gate'
import { createHands } from './hands-on'
import type { Journal, OpenJournal } from './journal'
import type { TakeLock } from './lock'

export interface EnterPorts {
  readonly run: Run
  readonly take: TakeLock
  readonly locations: Locations | null
  readonly state: string | null
  readonly home: string | null
  readonly host: string
  readonly remover: string
  readonly inspector: () => Inspector
  readonly journal: Journal
  /** Settles what an act that ended early left behind; under the act lock. */
  readonly recover: () => Promise<void>
}

/** The way into an act: alone on the machine, and with a journal that can be written (CS-60). Never rejects. */
export const createEnter =
  (ports: EnterPorts) =>
  async (act: string, spent: Spent): Promise<Gate> => {
    const { locations, state, host, take } = ports
    const entered = await enterAct({ take, state, host })
    if (entered.kind === 'refused') return { kind: 'shut', refusal: entered.refusal }
    const { lock } = entered
    const shut = async (text: string): Promise<Gate> => {
      await lock.release()
      return { kind: 'shut', refusal: { code: 'journal', text: `${text} Nothing was removed.` } }
    }
    if (locations === null) return shut('HOME is not set, so devlaunch cannot be found.')
    let journal: OpenJournal
    try {
      await ports.recover()
      journal = await ports.journal.begin({ act, plan: spent.plan, id: spent.id, host })
    } catch (error) {
      return shut(words(error))
    }
    return {
      kind: 'open',
      act: (telling) => actOn(ports, locations, journal, spent, telling),
      settled: () => journal.end(),
      close: () => lock.release()
    }
  }

async function actOn(ports: EnterPorts, locations: Locations, journal: OpenJournal, spent: Spent, telling: ActTelling) {
  const { run, take, remover, inspector, home, state } = ports
  const cache = await canonical(locations.cache)
  const kept = [locations.cloneRoot, locations.devpodHome, placeOf(home ?? '/'), placeOf(state ?? '/')]
  const hands = createHands({
    run,
    take,
    locations,
    cache,
    worker: remover,
    protected: [cache, ...(await Promise.all(kept.map(canonical)))],
    journal,
    fresh: freshId
  })
  const listing = (signal: AbortSignal) => situate({ run, locations }, signal)
  return execute({ take, hands, inspector, situate: listing }, spent, telling)
}
