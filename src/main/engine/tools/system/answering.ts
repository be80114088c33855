import { lstat } from 'node:fs/promises'
import { bytesOf, type Place, shown } from '../../place'
import { isFar, type Mount, readMounts } from './mounts'

const patienceMs = 3_000
/** A question that is still open, and whether it has been waited for in vain. */
interface Question {
  readonly answer: Promise<unknown>
  silent: boolean
}
/** Each holds one of the few threads that ask the disk, so no second one is asked of its mount. */
const asked = new Map<number, Question>()

/** What is thrown in place of an answer that does not come. */
export class Silent extends Error {
  constructor() {
    super('it did not answer in time')
  }
}

/**
 * Rejects with `Silent` when a place lies, by its name, on a network or FUSE file system that does not answer within
 * three seconds, and at once while it still owes an answer. Everything else is taken to answer, and nothing is asked of it.
 */
export async function answering(place: Place, patience = patienceMs): Promise<void> {
  const mount = readMounts().at(place)
  if (mount === null || !isFar(mount.type)) return
  const question = ask(mount)
  if (question.silent) throw new Silent()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      question.silent = true
      reject(new Silent())
    }, patience)
  })
  try {
    await Promise.race([question.answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Why nothing can be asked of a folder, or null: its own file system does not answer in time, or one that is mounted
 * inside it does not, which git would wait for (CS-47). Asks nothing of what is near.
 */
export async function silentIn(folder: Place): Promise<string | null> {
  const inside = readMounts().within(folder)
  const places = [folder, ...inside.filter(({ type }) => isFar(type)).map(({ place }) => place)]
  const answers = await Promise.all(
    places.map((place) =>
      answering(place).then(
        () => null,
        (why: Error) => ({ place, why })
      )
    )
  )
  const silent = answers.find((answer) => answer !== null)
  if (silent === undefined || silent === null) return null
  const said = silent.why.message
  return silent.place === folder ? said : `${shown(silent.place)}, which is mounted inside it: ${said}`
}

function ask(mount: Mount): Question {
  const known = asked.get(mount.id)
  if (known !== undefined) return known
  const forget = () => asked.delete(mount.id)
  const question = { answer: lstat(bytesOf(mount.place)).then(forget, forget), silent: false }
  asked.set(mount.id, question)
  return question
}
