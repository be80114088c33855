import { describe, expect, it } from 'vitest'
import { untilAborted } from './ask'

describe('waiting until aborted', () => {
  const never = new Promise<string>(() => undefined)

  it('ends at once when the terminal is interrupted, also before it began', async () => {
    const control = new AbortController()
    const waiting = untilAborted(never, control.signal)
    control.abort('enough')
    await expect(waiting).rejects.toBe('enough')
    await expect(untilAborted(never, control.signal)).rejects.toBe('enough')
  })

  it('hands on what came, and what failed', async () => {
    const { signal } = new AbortController()
    expect(await untilAborted(Promise.resolve(7), signal)).toBe(7)
    await expect(untilAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
  })
})
