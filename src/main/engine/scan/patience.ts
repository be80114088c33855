import { STOP } from './jobs'
import { codeOf, STOPPED } from './words'

const PAUSE_MS = 10

/**
 * Does what needs a descriptor and waits where the system has none to give (EMFILE, ENFILE): that says nothing about
 * the folder, so it is never a door. `makeRoom` closes what the caller can do without. Throws whatever else `act`
 * throws, and an error with the code STOPPED when the scan is stopped meanwhile.
 */
export function patiently<T>(control: Int32Array, makeRoom: () => void, act: () => T): T {
  for (;;) {
    try {
      return act()
    } catch (failure) {
      const code = codeOf(failure)
      if (code !== 'EMFILE' && code !== 'ENFILE' && code !== 'EINTR') throw failure
      if (Atomics.load(control, STOP) !== 0) throw Object.assign(new Error(STOPPED), { code: STOPPED })
      makeRoom()
      if (code !== 'EINTR') Atomics.wait(control, STOP, 0, PAUSE_MS)
    }
  }
}
