import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pageFileAt, readPageFiles } from './page-files'

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const text = (value: string) => new TextEncoder().encode(value)

/** A folder of the page as the build leaves it: files, and the list of them. */
function folder(files: Record<string, string>, list: unknown = listOf(files)) {
  const reads: string[] = []
  const read = async (name: string) => {
    reads.push(name)
    if (name === 'files.json') return text(JSON.stringify(list))
    const found = files[name]
    if (found === undefined) throw new Error(`ENOENT ${name}`)
    return text(found)
  }
  return { reads, read, hash }
}

const listOf = (files: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(files).map(([name, body]) => [name, { type: 'text/plain', sha256: hash(text(body)) }])
  )

const built = { 'index.html': 'page', 'assets/a-1f.js': 'script' }

describe('files of the page (A5)', () => {
  it('are found by their listed name alone', async () => {
    const files = await readPageFiles(folder(built))
    expect(pageFileAt(files, '/')?.body).toEqual(text('page'))
    expect(pageFileAt(files, '/index.html?theme=dark')?.body).toEqual(text('page'))
    expect(pageFileAt(files, '/assets/a-1f.js')?.type).toBe('text/plain')
  })

  it.each([
    '/../index.html',
    '/assets/../index.html',
    '/%2e%2e/index.html',
    '/assets%2fa-1f.js',
    '/assets%5ca-1f.js',
    '/assets\\a-1f.js',
    '//index.html',
    '/etc/hostname',
    '/index.html\0',
    '/index.html%00',
    '/files.json',
    '/__proto__',
    '/assets/',
    'index.html',
    '',
    '*'
  ])('%o is no file', async (path) => {
    expect(pageFileAt(await readPageFiles(folder(built)), path)).toBeNull()
  })

  it('are read once, so that no request reaches the disk', async () => {
    const disk = folder(built)
    const files = await readPageFiles(disk)
    const before = disk.reads.length
    pageFileAt(files, '/')
    pageFileAt(files, '/../secret')
    expect(disk.reads).toHaveLength(before)
  })

  it('that are not as they were built stop the start', async () => {
    await expect(readPageFiles(folder({ ...built, 'index.html': 'other' }, listOf(built)))).rejects.toThrow(
      'index.html is not the file that was built'
    )
  })

  it('a damaged or empty list stops the start', async () => {
    await expect(readPageFiles(folder(built, { 'index.html': 'x' }))).rejects.toThrow('damaged at index.html')
    await expect(readPageFiles(folder(built, {}))).rejects.toThrow('was not built')
  })
})
