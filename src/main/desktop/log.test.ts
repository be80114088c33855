import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLog } from './log'
import { redact } from './redact'

describe('what the log never holds (F10)', () => {
  const home = '/home/ann'
  it.each([
    ['/home/ann/code/x is locked', '~/code/x is locked'],
    ['/home/ann', '~'],
    ['see "/home/ann" and /home/ann/y', 'see "~" and ~/y'],
    ['/home/anna/x', '/home/anna/x'],
    ['/home/ann.old/x', '/home/ann.old/x'],
    [`http://127.0.0.1:80/#${'a'.repeat(43)}`, 'http://127.0.0.1:80/#…'],
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer …'],
    ['https://ann:pw@example.org/x.git', 'https://…@example.org/x.git'],
    ['https://example.org/@x', 'https://example.org/@x'],
    ['GITHUB_TOKEN=abc failed', 'GITHUB_TOKEN=… failed'],
    ['api-key: "a b" failed', 'api-key: … failed'],
    ['ghp_0123456789abcdef', 'ghp_…'],
    ['nothing to hide', 'nothing to hide']
  ])('%o becomes %o', (text, shown) => {
    expect(redact(text, home)).toBe(shown)
  })

  it('a home of / hides nothing by itself', () => {
    expect(redact('/etc/x', '/')).toBe('/etc/x')
    expect(redact('/etc/x', '')).toBe('/etc/x')
  })
})

describe('the log (F10)', () => {
  let folder: string
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'log-')), 'logs')
  })
  afterEach(() => rm(join(folder, '..'), { recursive: true }))
  const now = () => new Date('2026-03-04T05:06:07Z')

  it('has a line for each saying, only its owner reads it, and home is ~', async () => {
    const log = openLog({ folder, home: '/home/ann', now })
    log.write('warn', 'first /home/ann/x\n')
    log.write('error', 'second\nline')
    await log.flushed()
    const file = join(folder, 'clearhold.log')
    expect(await readFile(file, 'utf8')).toBe(
      '2026-03-04T05:06:07.000Z warn first ~/x\n2026-03-04T05:06:07.000Z error second\n  line\n'
    )
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('is turned over by size, and keeps three older files', async () => {
    const log = openLog({ folder, home: '/h', limit: 60, now })
    for (let line = 0; line < 12; line += 1) log.write('info', `line ${line}`)
    await log.flushed()
    expect((await readdir(folder)).sort()).toEqual([
      'clearhold.1.log',
      'clearhold.2.log',
      'clearhold.3.log',
      'clearhold.log'
    ])
    expect(await readFile(join(folder, 'clearhold.log'), 'utf8')).toContain('line 11')
    expect(await readFile(join(folder, 'clearhold.1.log'), 'utf8')).toContain('line 9')
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).size).toBeLessThan(120)
  })

  it('never waits for a reader where a pipe stands in its place', async () => {
    await mkdir(folder, { recursive: true })
    execFileSync('mkfifo', [join(folder, 'clearhold.log')])
    const log = openLog({ folder, home: '/h', now })
    log.write('info', 'lost')
    await expect(log.flushed()).resolves.toBeUndefined()
  })

  it('that cannot be written stops nothing', async () => {
    await writeFile(folder, 'a file in the way')
    const log = openLog({ folder, home: '/h', now })
    log.write('info', 'lost')
    await expect(log.flushed()).resolves.toBeUndefined()
  })
})
