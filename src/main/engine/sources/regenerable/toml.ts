/** A line `key = value` of a TOML file, as it is written, with the table it stands in. */
export interface TomlLine {
  readonly table: string
  readonly key: string
  readonly value: string
}

export interface Toml {
  /** Names of tables in order, `[[…]]` too, as written without blanks around them. */
  readonly tables: readonly string[]
  readonly lines: readonly TomlLine[]
}

/** No line that is asked for is longer; one of a megabyte could be made to take for ever. */
const longest = 1000

/**
 * Reads tables and their plain lines, as far as the question whose project a file describes needs it. What stands inside
 * long strings and arrays over several lines is no line of a table. Pure; never throws.
 */
export function readToml(text: string): Toml {
  const tables: string[] = []
  const lines: TomlLine[] = []
  let table = ''
  let open = ''
  for (const raw of text.split(/\r?\n/)) {
    if (open === '' && raw.length <= longest) {
      const header = /^\s*\[\[?\s*([^[\]=]+?|[^=]*?["'].*["'][^=]*?)\s*\]\]?\s*(?:#.*)?$/.exec(raw)?.[1]
      if (header !== undefined) {
        table = header
        tables.push(table)
        continue
      }
      const [, key, value] = /^\s*([^=#\s][^=#]*?)\s*=\s*(.*)$/.exec(raw) ?? []
      if (key !== undefined && value !== undefined) lines.push({ table, key, value: value.trim() })
    }
    open = openAfter(raw, open)
  }
  return { tables, lines }
}

/** What is still open after a line: a long string by its quotes, or one bracket for each array. */
function openAfter(line: string, before: string): string {
  let open = before
  for (let at = 0; at < line.length; at += 1) {
    const three = line.slice(at, at + 3)
    if (open === '"""' || open === "'''") {
      if (three === open) {
        open = ''
        at += 2
      } else if (open === '"""' && line[at] === '\\') at += 1
    } else if (three === '"""' || three === "'''") {
      // A long string inside an array is too rare to keep count of the brackets around it.
      open = three
      at += 2
    } else if (line[at] === '#') return open
    else if (line[at] === '"' || line[at] === "'") at = closing(line, at)
    else if (line[at] === '[' || line[at] === '{') open += '['
    else if (line[at] === ']' || line[at] === '}') open = open.slice(1)
  }
  return open
}

function closing(line: string, from: number): number {
  const quote = line[from]
  for (let at = from + 1; at < line.length; at += 1) {
    if (quote === '"' && line[at] === '\\') at += 1
    else if (line[at] === quote) return at
  }
  return line.length
}

/** The text of a plain quoted value, else null. Pure. */
export const quoted = (value: string | undefined): string | null =>
  /^(?:"([^"\\]*)"|'([^']*)')\s*(?:#.*)?$/
    .exec(value ?? '')
    ?.slice(1)
    .find((text) => text !== undefined) ?? null

/** The plain text under a key of a table, else null. Pure. */
export const textUnder = (toml: Toml, table: string, key: string): string | null =>
  quoted(toml.lines.find((line) => line.table === table && line.key === key)?.value)
