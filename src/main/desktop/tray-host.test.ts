import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { busCall, hasTrayHost, secondAnswer } from './tray-host'

/** An answer of a bus: no fields, at most four bytes of body. */
function message(type: number, body: number[] = []): Buffer {
  const head = [0x6c, type, 0, 1, body.length, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0]
  return Buffer.from([...head, ...body])
}
const yes = message(2, [1, 0, 0, 0])
const no = message(2, [0, 0, 0, 0])

describe('whether anything shows a tray icon (F2)', () => {
  let folder: string
  let server: Server | null = null
  let heard = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bus-'))
    heard = ''
  })
  afterEach(async () => {
    server?.close()
    server = null
    await rm(folder, { recursive: true })
  })

  /** A bus that greets and answers with these parts, one after the other. */
  async function bus(greeting: string, ...parts: Buffer[]): Promise<string> {
    const path = join(folder, 'bus')
    server = createServer((socket) => {
      socket.on('data', (part) => {
        heard += part.toString('latin1')
        if (heard.startsWith('\0AUTH') && !heard.includes('BEGIN')) socket.write(greeting)
        else for (const one of parts.splice(0)) socket.write(one)
      })
      socket.on('error', () => undefined)
    })
    await new Promise<void>((go) => server?.listen(path, go))
    return `unix:path=${path},guid=1`
  }

  it.each([
    ['somebody does', yes, true],
    ['nobody does', no, false],
    ['the bus refuses', message(3), false]
  ])('%s', async (_what, last, expected) => {
    const address = await bus('OK 1234\r\n', Buffer.concat([message(2), message(4, [1, 1, 1, 1]), last]))
    expect(await hasTrayHost(address, 1000)).toBe(expected)
    expect(heard).toMatch(/^\0AUTH EXTERNAL 31303030\r\nBEGIN\r\n/)
    expect(heard).toContain('org.kde.StatusNotifierWatcher')
  })

  it('an answer that comes in pieces is put together', async () => {
    const address = await bus('OK 1\r\n', message(2), yes.subarray(0, 5), yes.subarray(5))
    expect(await hasTrayHost(address, 0)).toBe(true)
  })

  it('a bus that rejects us, says nothing, or is not there means no', async () => {
    expect(await hasTrayHost(await bus('REJECTED EXTERNAL\r\n'), 0)).toBe(false)
    server?.close()
    expect(await hasTrayHost(`unix:path=${join(folder, 'none')}`, 0)).toBe(false)
    expect(await hasTrayHost(undefined, 0)).toBe(false)
    expect(await hasTrayHost('tcp:host=example.org,port=1', 0)).toBe(false)
  })

  it('a bus that hangs is not waited for', async () => {
    expect(await hasTrayHost(await bus(''), 0)).toBe(false)
  })
})

describe('messages of a bus', () => {
  it('a call is laid out as the protocol says', () => {
    const call = busCall(2, 'NameHasOwner', 'a.b')
    expect([...call.subarray(0, 4)]).toEqual([0x6c, 1, 0, 1])
    expect(call.readUInt32LE(4)).toBe(8)
    expect(call.readUInt32LE(8)).toBe(2)
    const head = 16 + Math.ceil(call.readUInt32LE(12) / 8) * 8
    expect(call.length).toBe(head + 8)
    expect(call.subarray(head).toString('latin1')).toBe('\x03\0\0\0a.b\0')
  })

  it('what is not whole yet is waited for', () => {
    expect(secondAnswer(Buffer.alloc(0))).toBeNull()
    expect(secondAnswer(message(2))).toBeNull()
    expect(secondAnswer(Buffer.concat([message(2), yes.subarray(0, 18)]))).toBeNull()
    expect(secondAnswer(Buffer.concat([message(2), yes]))).toBe(true)
  })
})
