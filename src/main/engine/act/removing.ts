import { cpus } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { Refused } from '../../../shared/plan'
import { childOf, type Place, shown } from '../place'
import { dismiss, hire, release } from '../scan/pool'
import type { Doomed, TreeEnd } from './hands'
import type { Lines } from './refusals'
import type { LeftAside, RemovalEnd, RemovalOrder, UnlinkEnd } from './remove-tree'
import type { RemoverAnswer, RemoverOrder } from './remover-orders'
import { type Taken, type TallyMemory, takenIn, tallyMemory } from './tally'

export interface RemovingWish {
  /** The built program of a thread that removes: CommonJS, an absolute path. */
  readonly worker: string
  /** Where the tree stands while it is emptied; null empties it in place. */
  readonly aside: RemovalOrder['aside']
  readonly protected: readonly Place[]
  /** Called some ten times a second. */
  readonly onProgress?: (taken: Taken) => void
  /** Two where the machine has two cores. */
  readonly threads?: 1 | 2
}

const tickMs = 100
const helperFrom = 2

/**
 * Removes one recorded tree, off this thread (DL-TREE, CS-20…CS-25). Never rejects: a thread that broke down is a refusal
 * of the root, with what was taken until then.
 */
export async function removeTree({ place, identity }: Doomed, wish: RemovingWish): Promise<TreeEnd> {
  const memory = tallyMemory()
  const { onProgress } = wish
  const timer = onProgress === undefined ? null : setInterval(() => onProgress(takenIn(memory)), tickMs)
  const removal = { place, identity, aside: wish.aside, protected: wish.protected }
  try {
    const end = await withThread(wish.worker, (ask) => removeBy(ask, removal, wish, memory))
    return treeEnd(end, place, memory)
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return brokenEnd({ place, identity }, wish, memory, said)
  } finally {
    if (timer !== null) clearInterval(timer)
  }
}

/** Unlinks one recorded regular file through a descriptor of its folder, when it is still that inode. Never rejects. */
export const unlinkRecorded = (
  worker: string,
  place: Place,
  recorded: { readonly dev: bigint; readonly ino: bigint }
): Promise<UnlinkEnd> => single(worker, { order: 'unlink', place, recorded })

/** Gives what an interrupted act left set aside its name back where that is free. Never rejects. */
export const putBack = (worker: string, left: LeftAside): Promise<UnlinkEnd> => single(worker, { order: 'unset', left })

async function single(worker: string, order: RemoverOrder): Promise<UnlinkEnd> {
  try {
    return await withThread(worker, async (ask) => {
      const answer = await ask(order)
      if (answer.answer !== 'unlinked') throw new Error('The thread that removes answered something else.')
      return answer.end
    })
  } catch (error) {
    return { kind: 'failed', why: `The thread that removes failed: ${String((error as Error).message)}` }
  }
}

type Ask = (order: RemoverOrder) => Promise<RemoverAnswer>

async function removeBy(ask: Ask, removal: RemovalOrder, wish: RemovingWish, memory: TallyMemory): Promise<RemovalEnd> {
  const pinned = await ask({ order: 'pin', removal })
  if (pinned.answer === 'ended') return pinned.end
  if (pinned.answer !== 'pinned') throw new Error('The tree could not be held.')
  const swept = pinned.root < 0 ? [] : await sweepAll(ask, pinned.root, wish, memory)
  const last = await ask({ order: 'finish', swept, memory })
  if (last.answer !== 'ended') throw new Error('The removal could not be finished.')
  return last.end
}

/** From both ends at once; a helper that fails leaves the rest to the other one. */
async function sweepAll(ask: Ask, root: number, wish: RemovingWish, memory: TallyMemory): Promise<Lines[]> {
  const sweep = async (by: Ask, backward: boolean): Promise<Lines[]> => {
    const answer = await by({ order: 'sweep', root, backward, memory })
    return answer.answer === 'swept' ? [answer.lines] : []
  }
  const threads = wish.threads ?? (cpus().length >= helperFrom ? 2 : 1)
  const helped = threads === 1 ? [] : withThread(wish.worker, (by) => sweep(by, true)).catch(() => [])
  // The helper works on a descriptor of this one, so it is waited for in any case.
  const [first, second] = await Promise.allSettled([sweep(ask, false), helped])
  if (first.status === 'rejected') throw first.reason
  return [...first.value, ...(second.status === 'fulfilled' ? second.value : [])]
}

/** A thread for the time of `work`; one that broke down is not used again. */
async function withThread<Answer>(program: string, work: (ask: Ask) => Promise<Answer>): Promise<Answer> {
  const worker = hire(program)
  try {
    const answer = await work((order) => asked(worker, order))
    release(program, worker)
    return answer
  } catch (error) {
    dismiss(worker)
    throw error
  }
}

function asked(worker: Worker, order: RemoverOrder): Promise<RemoverAnswer> {
  return new Promise((resolve, reject) => {
    const quiet = () => {
      worker.off('message', heard)
      worker.off('error', failed)
      worker.off('exit', gone)
    }
    const heard = (answer: RemoverAnswer) => {
      quiet()
      if (answer.answer === 'broken') reject(new Error(answer.said))
      else resolve(answer)
    }
    const failed = (error: Error) => {
      quiet()
      reject(error)
    }
    const gone = () => failed(new Error('The thread that removes ended'))
    worker.on('message', heard)
    worker.on('error', failed)
    worker.on('exit', gone)
    worker.postMessage(order)
  })
}

function treeEnd({ kind, why, lines, at }: RemovalEnd, place: Place, memory: TallyMemory): TreeEnd {
  const refusals: Refused[] = lines.lines.map(({ path, said, code }) => ({
    path: shown(path === '' ? at : childOf(at, path)),
    said,
    code
  }))
  if (lines.more > 0) refusals.push({ path: shown(place), said: `${lines.more} more places refused`, code: 'MORE' })
  return { kind, bytes: takenIn(memory).bytes, refusals, why }
}

/** What is left gets its name back by another thread; where that fails, both places it may stand in are named. */
async function brokenEnd(
  { place, identity }: Doomed,
  { worker, aside }: RemovingWish,
  memory: TallyMemory,
  said: string
): Promise<TreeEnd> {
  const { bytes, entries } = takenIn(memory)
  const away = aside === null ? null : childOf(aside.folder, aside.name)
  const back = away === null ? null : await putBack(worker, { place, aside: away, identity })
  const where =
    away === null || back?.kind === 'done' || back?.kind === 'absent' ? 'its place' : `its place or in ${shown(away)}`
  const why = `The thread that removes failed: ${said}. What is left stands in ${where}.`
  return { kind: entries > 0 ? 'in-part' : 'nothing', bytes, why, refusals: [{ path: shown(place), said, code: '' }] }
}
