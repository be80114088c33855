/** A JSON object, as a tool printed it. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Where a workspace comes from, in the four arms devlaunch tells apart, tested in this order. */
export type WorkspaceSource =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'unreadable-folder'; readonly object: JsonObject }
  | { readonly kind: 'git'; readonly text: string }
  | { readonly kind: 'other'; readonly object: JsonObject }

/** A workspace as `devpod list` names it; `lastUsed` is devpod's text, empty when it has none. */
export interface Workspace {
  readonly id: string
  readonly source: WorkspaceSource
  readonly lastUsed: string
  readonly provider: string | null
  readonly ide: string | null
  readonly context: string
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The arm of a source object. */
export function sourceFrom(object: JsonObject): WorkspaceSource {
  const folder = object['localFolder']
  const path = textIn(folder)
  if (path !== null) return { kind: 'folder', path }
  if (folder !== undefined && folder !== null && folder !== '') return { kind: 'unreadable-folder', object }
  const text = textIn(object['gitRepository'])
  return text === null ? { kind: 'other', object } : { kind: 'git', text }
}

/**
 * One object of a listing, or of a `workspace.json`. Null when it is no object or its source is present and no object:
 * then nothing can be said about where the workspace is.
 */
export function workspaceFrom(entry: unknown): Workspace | null {
  if (!isObject(entry)) return null
  const source = 'source' in entry ? entry['source'] : {}
  if (!isObject(source)) return null
  return {
    id: textIn(entry['id']) ?? '',
    source: sourceFrom(source),
    lastUsed: textIn(entry['lastUsed']) ?? '',
    provider: nameIn(entry['provider']),
    ide: nameIn(entry['ide']),
    context: textIn(entry['context']) ?? 'default'
  }
}

const nameIn = (value: unknown): string | null => (isObject(value) ? textIn(value['name']) : null)

export type SourceType = 'local' | 'git' | 'unknown'

/** The listing's TYPE and SOURCE columns: the text verbatim, or the whole source object as JSON. */
export function typeAndDetail(source: WorkspaceSource): { readonly type: SourceType; readonly detail: string } {
  switch (source.kind) {
    case 'folder':
      return { type: 'local', detail: source.path }
    case 'git':
      return { type: 'git', detail: source.text }
    default:
      return { type: 'unknown', detail: spell(source.object) }
  }
}

const deepest = 100

/**
 * JSON on one line with a space after `:` and `,`, and ASCII only: `{"image": "ubuntu:24.04"}`. What lies deeper than a
 * hundred levels is left out, since a text may nest deeper than any stack.
 */
export function spell(value: unknown, depth = 0): string {
  const inner = (item: unknown) => spell(item, depth + 1)
  if (depth > deepest && (Array.isArray(value) || isObject(value))) return '...'
  if (Array.isArray(value)) return `[${value.map(inner).join(', ')}]`
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([key, item]) => `${inner(key)}: ${inner(item)}`)
      .join(', ')}}`
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}
