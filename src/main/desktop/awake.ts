/** Electron's blocker, as much of it as is used. */
export interface Blocker {
  start(type: 'prevent-app-suspension'): number
  stop(id: number): unknown
}

/** Keeps the system from suspending the program exactly while something is being removed (F5). */
export function createAwake(blocker: Blocker): (acting: boolean) => void {
  let held: number | null = null
  return (acting) => {
    if (acting && held === null) held = blocker.start('prevent-app-suspension')
    else if (!acting && held !== null) {
      blocker.stop(held)
      held = null
    }
  }
}
