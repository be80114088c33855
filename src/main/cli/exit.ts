/** The statuses of architecture section 5 and DL-EXIT, by what they mean. */
export const exits = { done: 0, failed: 1, misused: 2, devpodMissing: 127, interrupted: 130 } as const

/** Ends a command with one sentence for standard error. */
export class Ending extends Error {
  override readonly name = 'Ending'
  constructor(
    readonly status: number,
    sentence: string
  ) {
    super(sentence)
  }
}
