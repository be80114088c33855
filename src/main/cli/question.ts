import { createInterface } from 'node:readline'
import { untilAborted } from './ask'
import type { Terminal } from './terminal'

/**
 * A question on standard error, answered by one line: only `y` or `yes` is a yes, whatever the case and the blanks around
 * it; anything else is a no, and so is an input that ends (DL-PRUNE-14). Rejects when the terminal's signal is aborted.
 */
export async function askYesNo(terminal: Terminal, question: string): Promise<boolean> {
  terminal.say(`${question} [y/N]`)
  const lines = createInterface({ input: terminal.input })
  try {
    const line = new Promise<string>((resolve) => {
      lines.once('line', resolve)
      lines.once('close', () => resolve(''))
    })
    return isYes(await untilAborted(line, terminal.signal))
  } finally {
    lines.close()
  }
}

/** Pure. */
export const isYes = (line: string): boolean => ['y', 'yes'].includes(line.trim().toLowerCase())
