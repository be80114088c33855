/** One file of the built page, held in memory. */
export interface PageFile {
  readonly type: string
  readonly body: Uint8Array
}

/** Every file of the page by its name from the page's root, such as `assets/index-1f.js`. */
export type PageFiles = ReadonlyMap<string, PageFile>

export interface PageReader {
  /** Bytes of a file of the built page by its listed name. */
  read(name: string): Promise<Uint8Array>
  /** Lowercase hex SHA-256. */
  hash(bytes: Uint8Array): string
}

/** The list that the build writes beside the page. */
export const pageList = 'files.json'

/**
 * Reads the page as the build listed it, once, so that no later request reaches the disk (A5, C6).
 * Rejects when the list cannot be read or a file is not the one that was built.
 */
export async function readPageFiles({ read, hash }: PageReader): Promise<PageFiles> {
  const list: unknown = JSON.parse(new TextDecoder().decode(await read(pageList)))
  const files = new Map<string, PageFile>()
  for (const [name, entry] of Object.entries(list as Record<string, unknown>)) {
    if (!isEntry(entry)) throw new Error(`The list of the page's files is damaged at ${name}. Build again.`)
    const body = await read(name)
    if (hash(body) !== entry.sha256) throw new Error(`${name} is not the file that was built. Build again.`)
    files.set(name, { type: entry.type, body })
  }
  if (!files.has('index.html')) throw new Error('The page was not built. Build it first.')
  return files
}

interface Entry {
  readonly type: string
  readonly sha256: string
}

const isEntry = (value: unknown): value is Entry => {
  const entry = value as Partial<Entry> | null
  return typeof entry?.type === 'string' && typeof entry.sha256 === 'string'
}

/**
 * The file for the path of a request as it was sent, or null. Nothing is decoded or joined: a name is in the list, to the
 * letter, or it does not exist. A query is left out of account.
 */
export function pageFileAt(files: PageFiles, path: string): PageFile | null {
  const plain = path.replace(/\?.*$/s, '')
  if (!plain.startsWith('/')) return null
  return files.get(plain === '/' ? 'index.html' : plain.slice(1)) ?? null
}
