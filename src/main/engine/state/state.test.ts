import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createDocument } from './document'
import { NoHome, stateFolder } from './folder'
import { createLines } from './lines'

const schema = z.strictObject({ n: z.number() })
const fresh = () => mkdtemp(join(tmpdir(), 'state-'))

describe('where our state is', () => {
  it('follows XDG_DATA_HOME, else the home; relative and empty values count as unset', () => {
    expect(stateFolder({ XDG_DATA_HOME: '/d', HOME: '/h' })).toBe('/d/clearhold')
    for (const data of ['', 'relative'])
      expect(stateFolder({ XDG_DATA_HOME: data, HOME: '/h' })).toBe('/h/.local/share/clearhold')
    expect(() => stateFolder({})).toThrow(NoHome)
    expect(() => stateFolder({ HOME: 'x' })).toThrow(/HOME/)
  })
})

describe('a document', () => {
  it('is written whole with mode 0600 in a folder closed to others, and read back', async () => {
    const folder = join(await fresh(), 'clearhold')
    const document = createDocument(join(folder, 'a.json'), schema, { n: 0 })
    expect(await document.read()).toEqual({ value: { n: 0 }, notice: null })
    await document.write({ n: 7 })
    expect(await document.read()).toEqual({ value: { n: 7 }, notice: null })
    expect((await stat(join(folder, 'a.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(await readdir(folder)).toEqual(['a.json'])
  })

  it.each(['', '{"n":', '{"n":"x"}', '{"n":1,"more":2}', '[]', '\u0000'])(
    'sets damaged content %j aside and says so',
    async (text) => {
      const folder = await fresh()
      const file = join(folder, 'a.json')
      await writeFile(file, text)
      const { value, notice } = await createDocument(file, schema, { n: 3 }).read()
      expect(value).toEqual({ n: 3 })
      const [aside = ''] = await readdir(folder)
      expect(aside).toMatch(/^a\.json\.damaged-/)
      expect(notice).toContain(aside)
      expect(await readFile(join(folder, aside), 'utf8')).toBe(text)
    }
  )

  it('never waits for what stands in its place, nor reads it when it is huge', async () => {
    const folder = await fresh()
    const pipe = join(folder, 'pipe.json')
    execFileSync('mkfifo', [pipe])
    expect(await createDocument(pipe, schema, { n: 3 }).read()).toEqual({
      value: { n: 3 },
      notice: `${pipe} could not be read: Not a regular file. Defaults are used.`
    })
    expect((await createLines(pipe, schema).read()).notice).toContain('Not a regular file')
    const huge = join(folder, 'huge.json')
    await writeFile(huge, '')
    await truncate(huge, 2 ** 30)
    expect((await createDocument(huge, schema, { n: 3 }).read()).notice).toContain('was damaged')
  })

  it('keeps one whole version when several write at once', async () => {
    const file = join(await fresh(), 'a.json')
    const writers = Array.from({ length: 20 }, (_, n) => createDocument(file, schema, { n: -1 }).write({ n }))
    await Promise.all(writers)
    const { value, notice } = await createDocument(file, schema, { n: -1 }).read()
    expect(notice).toBeNull()
    expect(value.n).toBeGreaterThanOrEqual(0)
  })

  it('says what it could not write, in the words of the system, and keeps the old file', async () => {
    const folder = await fresh()
    await writeFile(join(folder, 'file'), 'x')
    const document = createDocument(join(folder, 'file', 'a.json'), schema, { n: 0 })
    await expect(document.write({ n: 1 })).rejects.toThrow(/a\.json could not be written: .* The old one was kept\./)
  })
})

describe('a file of lines', () => {
  it('appends, and counts what is damaged without losing its neighbours', async () => {
    const file = join(await fresh(), 'deep', 'l.jsonl')
    const lines = createLines(file, schema)
    expect(await lines.read()).toEqual({ lines: [], damaged: 0, notice: null })
    await lines.append({ n: 1 })
    await appendFile(file, 'rubbish\n{"n":')
    await lines.append({ n: 2 })
    expect(await lines.read()).toEqual({ lines: [{ n: 1 }, { n: 2 }], damaged: 2, notice: null })
  })

  it('loses no line when several append at once', async () => {
    const file = join(await fresh(), 'l.jsonl')
    await Promise.all(Array.from({ length: 50 }, (_, n) => createLines(file, schema).append({ n })))
    const { lines, damaged } = await createLines(file, schema).read()
    expect(damaged).toBe(0)
    expect(lines.map((line) => line.n).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  })
})
