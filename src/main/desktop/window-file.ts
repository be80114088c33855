import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SavedWindow } from './bounds'

export interface WindowRead {
  readonly window: SavedWindow | null
  /** Says that a damaged file was set aside, or could not be read. */
  readonly notice: string | null
}

/** Reads how the window was left. Never rejects; a damaged file is set aside and said. */
export async function readWindow(file: string): Promise<WindowRead> {
  let text: string
  try {
    text = await textIn(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { window: null, notice: code === 'ENOENT' ? null : `${message}. The window opens in its usual place.` }
  }
  const window = parse(text)
  if (window !== null) return { window, notice: null }
  const aside = `${file}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`
  const said = await rename(file, aside).then(
    () => `It was set aside as ${aside}.`,
    (error: Error) => `It could not be set aside: ${error.message}.`
  )
  return { window: null, notice: `${file} was damaged. ${said} The window opens in its usual place.` }
}

const longest = 64 * 1024

/** The text of a regular file, at most its first 64 KiB; never waits, whatever stands there. */
async function textIn(file: string): Promise<string> {
  let handle: FileHandle | undefined
  try {
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stats = await handle.stat()
    if (stats.isDirectory()) throw new Error(`EISDIR: ${file} is a folder`)
    if (!stats.isFile()) throw new Error(`${file} is not a regular file`)
    const length = Math.min(stats.size, longest)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle?.close()
  }
}

function parse(text: string): SavedWindow | null {
  try {
    const parsed = SavedWindow.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Keeps how the window stands, at once or not at all. Rejects in the system's words. */
export async function writeWindow(file: string, window: SavedWindow): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(temporary, `${JSON.stringify(window)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(temporary, file)
}
