export type Asked =
  | { readonly kind: 'help'; readonly of: CommandName | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'ls'; readonly json: boolean; readonly size: boolean }
  | { readonly kind: 'survey'; readonly json: boolean; readonly roots: readonly string[] | null }
  | { readonly kind: 'size'; readonly json: boolean; readonly paths: readonly string[] }
  | { readonly kind: 'tree'; readonly json: boolean; readonly depth: number; readonly path: string }
  | {
      readonly kind: 'prune'
      readonly plan: boolean
      readonly yes: boolean
      readonly force: boolean
      readonly json: boolean
    }
  | { readonly kind: 'doctor'; readonly json: boolean }
  | { readonly kind: 'serve'; readonly open: boolean; readonly port: number | null }
  | { readonly kind: 'demo'; readonly serve: boolean; readonly open: boolean; readonly port: number | null }
  | { readonly kind: 'misused'; readonly said: string; readonly of: CommandName | null }

/** Every command there is today, in the order of the help. */
export const commandNames = ['ls', 'survey', 'size', 'tree', 'prune', 'doctor', 'serve', 'demo'] as const
export type CommandName = (typeof commandNames)[number]

/** Names that are kept for commands this version does not have. */
export const reservedNames = [
  'purge',
  'reconcile',
  'worktrees',
  'regenerable',
  'scratch',
  'rm',
  'rescue',
  'worktree',
  'watch',
  'refresh'
] as const

const isCommand = (word: string): word is CommandName => (commandNames as readonly string[]).includes(word)
const isReserved = (word: string) => (reservedNames as readonly string[]).includes(word)

/** Reads a command line (bytes, a character a byte). Pure; what cannot be understood comes back as `misused`. */
export function readArguments(words: readonly string[]): Asked {
  const [first, ...rest] = words
  if (first === undefined || first === '--help' || first === '-h') return { kind: 'help', of: null }
  if (first === '--version' || first === '-V') return { kind: 'version' }
  if (first === 'help') return help(rest)
  if (isReserved(first)) return misused(`This version of Clearhold has no "${first}" yet.`, null)
  if (!isCommand(first))
    return misused(first.startsWith('-') ? `There is no option ${first}.` : `There is no command "${first}".`, null)
  const given = sortOut(first, rest)
  if ('said' in given) return misused(given.said, first)
  return given.help ? { kind: 'help', of: first } : build(first, given)
}

function help(rest: readonly string[]): Asked {
  const [of, more] = rest
  if (of === undefined) return { kind: 'help', of: null }
  if (more !== undefined) return misused('help takes one command.', null)
  if (isReserved(of)) return misused(`This version of Clearhold has no "${of}" yet.`, null)
  return isCommand(of) ? { kind: 'help', of } : misused(`There is no command "${of}".`, null)
}

const misused = (said: string, of: CommandName | null): Asked => ({ kind: 'misused', said, of })

/** `flag`: alone; `one`: with a value; `many`: takes every following word that is no option. */
type Takes = 'flag' | 'one' | 'many'
const options: Readonly<Record<CommandName, Readonly<Record<string, Takes>>>> = {
  ls: { json: 'flag', size: 'flag' },
  survey: { json: 'flag', roots: 'many' },
  size: { json: 'flag' },
  tree: { json: 'flag', depth: 'one' },
  prune: { plan: 'flag', yes: 'flag', '-y': 'flag', force: 'flag', json: 'flag' },
  doctor: { json: 'flag' },
  serve: { open: 'flag', port: 'one' },
  demo: { serve: 'flag', open: 'flag', port: 'one' }
}

interface Given {
  readonly help: boolean
  readonly flags: ReadonlySet<string>
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly words: readonly string[]
}

function sortOut(command: CommandName, rest: readonly string[]): Given | { readonly said: string } {
  const flags = new Set<string>()
  const values = new Map<string, string[]>()
  const words: string[] = []
  const queue = [...rest]
  while (queue.length > 0) {
    const word = queue.shift() ?? ''
    if (word === '--') {
      return { help: false, flags, values, words: words.concat(queue) }
    }
    if (word === '--help' || word === '-h') return { help: true, flags, values, words }
    if (!word.startsWith('-') || word === '-') {
      words.push(word)
      continue
    }
    const [name = '', equals] = split(word)
    const takes = Object.hasOwn(options[command], name) ? options[command][name] : undefined
    if (takes === undefined || (takes === 'flag' && equals !== undefined))
      return { said: `${command} has no option ${word}.` }
    if (takes === 'flag') flags.add(name)
    else {
      const taken = equals !== undefined ? [equals] : take(queue, takes)
      if (taken.length === 0 || taken.includes('')) return { said: `--${name} needs a value.` }
      values.set(name, [...(takes === 'many' ? (values.get(name) ?? []) : []), ...taken])
    }
  }
  return { help: false, flags, values, words }
}

function split(word: string): [string, string | undefined] {
  const at = word.indexOf('=')
  if (!word.startsWith('--')) return [word, undefined]
  return at === -1 ? [word.slice(2), undefined] : [word.slice(2, at), word.slice(at + 1)]
}

function take(queue: string[], takes: 'one' | 'many'): string[] {
  const taken: string[] = []
  while (queue[0] !== undefined && !queue[0].startsWith('-')) {
    taken.push(queue.shift() ?? '')
    if (takes === 'one') break
  }
  return taken
}

function build(command: CommandName, given: Given): Asked {
  const json = given.flags.has('json')
  const [path, more] = given.words
  const alone = path === undefined ? null : misused(`${command} takes no path, and was given ${path}.`, command)
  const port = whole(given, 'port', 0, 65_535)
  const depth = whole(given, 'depth', 1, 32)
  if (typeof port === 'string') return misused(port, command)
  if (typeof depth === 'string') return misused(depth, command)
  switch (command) {
    case 'ls':
      return alone ?? { kind: 'ls', json, size: given.flags.has('size') }
    case 'survey':
      return alone ?? { kind: 'survey', json, roots: given.values.get('roots') ?? null }
    case 'size':
      if (given.words.includes('')) return misused('A path cannot be empty.', command)
      return path === undefined
        ? misused('size needs at least one path.', command)
        : { kind: 'size', json, paths: given.words }
    case 'tree':
      if (path === undefined || path === '' || more !== undefined)
        return misused('tree takes exactly one path.', command)
      return { kind: 'tree', json, depth: depth ?? 2, path }
    case 'prune':
      return alone ?? prune(given, json)
    case 'doctor':
      return alone ?? { kind: 'doctor', json }
    case 'serve':
      return alone ?? { kind: 'serve', open: given.flags.has('open'), port }
    case 'demo':
      return alone ?? { kind: 'demo', serve: given.flags.has('serve'), open: given.flags.has('open'), port }
  }
}

function prune({ flags }: Given, json: boolean): Asked {
  const yes = flags.has('yes') || flags.has('-y')
  if (yes && flags.has('plan'))
    return misused('--plan stops after the plan, so there is nothing to say yes to.', 'prune')
  return { kind: 'prune', plan: flags.has('plan'), yes, force: flags.has('force'), json }
}

function whole(given: Given, name: string, least: number, most: number): number | string | null {
  const text = given.values.get(name)?.[0]
  if (text === undefined) return null
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most
    ? value
    : `--${name} takes a whole number from ${least} to ${most}, not "${text}".`
}
