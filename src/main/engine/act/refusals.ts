/** A place below a tree's root that refused: its path from the root in bytes, empty for the root itself. */
export interface Line {
  readonly path: string
  readonly said: string
  readonly code: string
}

export interface Lines {
  readonly lines: readonly Line[]
  /** Places beyond those that are named. */
  readonly more: number
}

const mostNamed = 100
/** So many are told apart; a disk that refuses a million files is not remembered file by file. */
const mostKnown = 10_000

/** Places that refused, each once, the first ones by name and all of them by number. */
export class Refusals {
  private readonly known = new Map<string, Line>()
  private beyond = 0

  add(path: string, said: string, code: string): void {
    if (this.known.has(path)) return
    if (this.known.size < mostKnown) this.known.set(path, { path, said, code })
    else this.beyond += 1
  }

  lines(): Lines {
    const all = [...this.known.values()]
    return { lines: all.slice(0, mostNamed), more: Math.max(0, all.length - mostNamed) + this.beyond }
  }
}

/** What two walks over one tree met, each place once and by path. Each of them meets everything that refuses. Pure. */
export function joined(some: readonly Lines[]): Lines {
  const lines = new Map<string, Line>()
  for (const { lines: each } of some) for (const line of each) lines.set(line.path, lines.get(line.path) ?? line)
  const all = [...lines.values()].sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0))
  const whole = Math.max(all.length, ...some.map((each) => each.lines.length + each.more))
  const named = all.slice(0, mostNamed)
  return { lines: named, more: whole - named.length }
}

/** How many places refused, as a sentence; empty when none did. Pure. */
export function summary({ lines, more }: Lines): string {
  const count = lines.length + more
  const first = lines[0]
  if (first === undefined) return ''
  return count === 1 ? `One place refused: ${first.said}.` : `${count} places refused.`
}
