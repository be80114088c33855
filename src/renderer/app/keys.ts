import type { CommandName } from './commands'

/** One line of the list of keys. `Mod` is ⌘ on macOS and Ctrl elsewhere. */
export interface KeyLine {
  readonly keys: readonly string[]
  readonly does: string
  readonly group: 'Anywhere' | 'Map' | 'Table' | 'Plan'
  /** What it asks of the page; absent for keys that a view handles itself. */
  readonly command?: CommandName
}

/** Every key there is. No key removes anything. */
export const keyLines: readonly KeyLine[] = [
  { keys: ['Mod', 'K'], does: 'Search or run a command', group: 'Anywhere', command: 'palette' },
  { keys: ['Mod', '1'], does: 'Overview', group: 'Anywhere', command: 'overview' },
  { keys: ['Mod', '2'], does: 'Workspaces', group: 'Anywhere', command: 'workspaces' },
  { keys: ['Mod', '3'], does: 'History', group: 'Anywhere', command: 'history' },
  { keys: ['Mod', ','], does: 'Settings', group: 'Anywhere', command: 'settings' },
  { keys: ['Mod', 'Shift', '1'], does: 'Review Prune', group: 'Anywhere', command: 'prune' },
  { keys: ['Mod', 'R'], does: 'Scan', group: 'Anywhere', command: 'scan' },
  { keys: ['Mod', '.'], does: 'Stop the scan', group: 'Anywhere', command: 'stop' },
  { keys: ['Mod', 'F'], does: 'Filter this list', group: 'Anywhere', command: 'filter' },
  { keys: ['?'], does: 'List of keys', group: 'Anywhere', command: 'keys' },
  { keys: ['Esc'], does: 'Clear, close, back', group: 'Anywhere', command: 'back' },
  { keys: ['F6'], does: 'Next region; with Shift the one before', group: 'Anywhere' },
  { keys: ['←', '↑', '↓', '→'], does: 'Nearest tile in that direction', group: 'Map' },
  { keys: ['Enter'], does: 'Open', group: 'Map' },
  { keys: ['Backspace'], does: 'Up one level', group: 'Map' },
  { keys: ['Home', 'End'], does: 'Largest, smallest', group: 'Map' },
  { keys: ['A', '…', 'Z'], does: 'Jump by name; with Shift for V and T', group: 'Map' },
  { keys: ['Space'], does: 'Select', group: 'Map' },
  { keys: ['V'], does: 'Colour by verdict or by kind', group: 'Map' },
  { keys: ['T'], does: 'Map or table', group: 'Map' },
  { keys: ['↑', '↓'], does: 'Row', group: 'Table' },
  { keys: ['→', '←'], does: 'Expand, collapse', group: 'Table' },
  { keys: ['Enter'], does: 'Open', group: 'Table' },
  { keys: ['Space'], does: 'Tick: what ticked rows free together stands below', group: 'Table' },
  { keys: ['↑', '↓'], does: 'Row', group: 'Plan' },
  { keys: ['→', '←'], does: 'Expand, collapse', group: 'Plan' },
  { keys: ['Space'], does: 'Take the row out, or in again', group: 'Plan' },
  { keys: ['Mod', 'F'], does: 'Filter the rows', group: 'Plan' },
  { keys: ['Mod', 'Enter'], does: 'To the main button; it is not pressed', group: 'Plan' }
]

export interface KeyPress {
  readonly key: string
  /** Where the key sits; with Shift a digit is another character on every layout. */
  readonly code?: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const named: Readonly<Record<string, string>> = { Escape: 'Esc' }

/**
 * The command that a key press asks for. `typing` is true in a text field, where only keys with the modifier and Esc
 * count.
 */
export function commandFor(press: KeyPress, mac: boolean, typing: boolean): CommandName | null {
  const mod = mac ? press.metaKey : press.ctrlKey
  const other = mac ? press.ctrlKey : press.metaKey
  if (other || press.altKey) return null
  const digit = press.shiftKey ? /^Digit(\d)$/.exec(press.code ?? '')?.[1] : undefined
  const key = digit ?? named[press.key] ?? (press.key.length === 1 ? press.key.toUpperCase() : press.key)
  for (const line of keyLines) {
    if (line.command === undefined || line.keys.at(-1) !== key) continue
    const wantsMod = line.keys[0] === 'Mod'
    const wantsShift = line.keys[1] === 'Shift'
    if (wantsMod !== mod || (wantsMod && press.shiftKey !== wantsShift)) continue
    if (!wantsMod && typing && key !== 'Esc') continue
    return line.command
  }
  return null
}

/** How a key is written on this system. */
export const keyWord = (key: string, mac: boolean): string =>
  key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : key === 'Shift' && mac ? '⇧' : key
