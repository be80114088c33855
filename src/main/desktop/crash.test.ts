import { describe, expect, it } from 'vitest'
import { createCrashRule, createLastWords } from './crash'

describe('after a crash of the page (F6)', () => {
  it.each<[string, readonly number[], readonly string[]]>([
    ['it is loaded again once', [0], ['reload']],
    ['a second crash within a minute stops the loop', [0, 59_999], ['reload', 'stop']],
    ['a second crash later does not', [0, 60_000], ['reload', 'reload']],
    ['a page that keeps crashing stays stopped', [0, 10, 20, 30], ['reload', 'stop', 'stop', 'stop']],
    ['after a quiet minute it is tried again', [0, 10, 60_010], ['reload', 'stop', 'reload']]
  ])('%s', (_what, times, expected) => {
    let now = 0
    const rule = createCrashRule(() => now)
    const said = times.map((time) => {
      now = time
      return rule()
    })
    expect(said).toEqual(expected)
  })
})

describe('an error that nobody caught (F6)', () => {
  it('is logged whole and in the file before it is said, and then the program ends', async () => {
    const did: string[] = []
    const end = createLastWords({
      log: (level, text) => did.push(`${level} ${text.split('\n')[0]} ${text.includes('crash.test.ts')}`),
      flushed: async () => void did.push('flushed'),
      show: (title, text) => did.push(`${title}: ${text.includes('no disk')}`),
      exit: (code) => did.push(`exit ${code}`)
    })
    await end(new Error('no disk'))
    expect(did).toEqual(['error Uncaught: Error: no disk true', 'flushed', 'Clearhold has to end: true', 'exit 1'])
    did.length = 0
    await end('a word')
    expect(did[0]).toBe('error Uncaught: a word false')
  })
})
