import { childOf, type Place } from '../place'
import type { Locations } from '../sources/devlaunch/locations'
import type { Run } from '../tools/run'
import type { Doomed, Hands, StepEnd, TreeEnd } from './hands'
import { NotWritten, type OpenJournal } from './journal'
import type { Step } from './journal-lines'
import type { TakeLock } from './lock'
import { reclaimLaunchLock } from './operations/launch-lock'
import { dropRecords } from './operations/records'
import type { Unlink } from './operations/unlink'
import { removeKeptVolumes } from './operations/volumes'
import { removeTree, unlinkRecorded } from './removing'

export interface HandsPorts {
  readonly run: Run
  readonly take: TakeLock
  readonly locations: Locations
  /** Canonical; what is set aside stands in it, where no tool takes it for a workspace. */
  readonly cache: Place
  readonly worker: string
  readonly protected: readonly Place[]
  readonly journal: Pick<OpenJournal, 'before' | 'after'>
  /** Makes a name that nobody has. */
  readonly fresh: () => string
}

/**
 * The hands of an act, each step written down and flushed before it is done and after it was (CS-60). A step whose first
 * line cannot be written is not done.
 */
export function createHands(ports: HandsPorts): Hands {
  const { journal, run, take, locations, worker } = ports
  const unlink: Unlink = (place, recorded) => unlinkRecorded(worker, place, recorded)
  const stepwise = async <End>(step: Step, work: () => Promise<End>, told: (end: End) => string, not: Not<End>) => {
    let number: number
    try {
      number = await journal.before(step)
    } catch (error) {
      if (error instanceof NotWritten) return not(`${error.message} It was not begun.`)
      throw error
    }
    const end = await work()
    // What was done is true whether or not it can be written: the next start looks for itself.
    await journal.after(number, told(end)).catch(() => undefined)
    return end
  }
  const failed: Not<StepEnd> = (why) => ({ kind: 'failed', why })

  return {
    removeTree: (doomed, onBytes) => {
      const aside = { folder: ports.cache, name: `.clearhold-aside-${ports.fresh()}` }
      const step = treeStep(doomed, childOf(aside.folder, aside.name))
      const onProgress = ({ bytes }: { readonly bytes: number }) => onBytes(bytes)
      const wish = { worker, aside, protected: ports.protected, onProgress }
      const nothing: Not<TreeEnd> = (why) => ({ kind: 'nothing', bytes: 0, refusals: [], why })
      return stepwise(step, () => removeTree(doomed, wish), kindOf, nothing)
    },
    dropRecords: (records) => {
      const names = records.map(({ owner, repo, branch }) => `${owner}/${repo}/${branch}`)
      const drop = () => dropRecords({ take, locations }, records)
      const told = (ends: Awaited<ReturnType<typeof drop>>) => [...ends.values()].map(kindOf).join(' ')
      const not: Not<Awaited<ReturnType<typeof drop>>> = (why) =>
        new Map(records.map((record) => [record, failed(why)]))
      return stepwise(plainStep('records', locations.metadata, names), drop, told, not)
    },
    removeVolumes: (copy) => {
      const step = plainStep('volumes', copy.file, copy.volumes)
      return stepwise(step, () => removeKeptVolumes({ run, take, unlink }, copy), kindOf, failed)
    },
    reclaimLock: (lock) => {
      const step = plainStep('launch-lock', lock.file, [lock.id])
      return stepwise(step, () => reclaimLaunchLock({ take, unlink }, lock), kindOf, failed)
    }
  }
}

/** What is answered for a step that was not begun. */
type Not<End> = (why: string) => End

const kindOf = (end: { readonly kind: string }) => end.kind

const plainStep = (what: Exclude<Step['what'], 'tree'>, place: Place, names: readonly string[]): Step => ({
  what,
  subject: [place, ...names],
  aside: null,
  identity: null
})

function treeStep({ place, identity }: Doomed, aside: Place): Step {
  const { dev, ino, birthtimeNs, uid } = identity
  return {
    what: 'tree',
    subject: [place],
    aside,
    identity: { dev: `${dev}`, ino: `${ino}`, birth: `${birthtimeNs}`, uid: `${uid}` }
  }
}
