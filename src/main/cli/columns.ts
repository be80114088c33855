import { printable, widthOf } from './printable'

export type Tone = 'plain' | 'quiet' | 'strong' | 'safe' | 'care' | 'bad'
/** Text in one tone. */
export interface Toned {
  readonly text: string
  readonly tone: Tone
}
export type Cell = string | Toned
export type Paint = (text: string, tone: Tone) => string

const codes: Readonly<Record<Tone, string | null>> = {
  plain: null,
  quiet: '2',
  strong: '1',
  safe: '36',
  care: '33',
  bad: '31'
}

/** Colours for a terminal, or none. */
export const painter =
  (on: boolean): Paint =>
  (text, tone) => {
    const code = codes[tone]
    return !on || code === null || text === '' ? text : `\u001b[${code}m${text}\u001b[0m`
  }

export interface Column {
  readonly head: string
  readonly right?: boolean
}

/**
 * Lines of a table: columns two blanks apart, as wide as their widest cell, nothing behind the last word. Every cell is
 * made printable here, so no caller can forget it.
 */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[], paint: Paint): string[] {
  const heads = columns.map((column) => column.head)
  const widths = columns.map((_, index) =>
    widest([heads, ...rows].map((row) => widthOf(printable(textOf(row[index] ?? '')))))
  )
  const line = (row: readonly Cell[]) =>
    row.map((cell, index) => place(cell, widths[index] ?? 0, columns[index]?.right === true, paint)).join('  ')
  const full = widths.reduce((sum, width) => sum + width + 2, -2)
  const lines = [line(heads.map((text) => ({ text, tone: 'strong' }))), paint('-'.repeat(full), 'quiet')]
  return [...lines, ...rows.map(line)].map((text) => text.replace(/ +$/, ''))
}

/** The largest of any number of widths: more of them than a call takes arguments are no rarity. */
export const widest = (widths: readonly number[]): number => widths.reduce((most, width) => Math.max(most, width), 0)

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)

function place(cell: Cell, width: number, right: boolean, paint: Paint): string {
  const text = printable(textOf(cell))
  const painted = paint(text, typeof cell === 'string' ? 'plain' : cell.tone)
  const gap = ' '.repeat(Math.max(0, width - widthOf(text)))
  return right ? gap + painted : painted + gap
}
