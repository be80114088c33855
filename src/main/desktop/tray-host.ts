import { connect } from 'node:net'

/** Long enough for a bus on the same machine. Milliseconds. */
const patience = 500
const watcher = 'org.kde.StatusNotifierWatcher'

/**
 * Whether somebody on the session's bus shows tray icons. Electron makes an icon on Linux whether or not anything shows
 * it, so that this has to be asked apart (F2). Says no when the bus cannot be asked. `address` as in
 * `DBUS_SESSION_BUS_ADDRESS`.
 */
export function hasTrayHost(address: string | undefined, user: number): Promise<boolean> {
  const path = /(?:^|;)unix:(?:[^;]*,)?path=([^,;]+)/.exec(address ?? '')?.[1]
  if (path === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = connect({ path: decodeURIComponent(path) })
    const end = (found: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(found)
    }
    const timer = setTimeout(() => end(false), patience)
    let received = Buffer.alloc(0)
    let greeted = false
    socket.on('error', () => end(false))
    socket.on('end', () => end(false))
    socket.on('connect', () => socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(user)).toString('hex')}\r\n`))
    socket.on('data', (part) => {
      received = Buffer.concat([received, part])
      if (!greeted) {
        const line = received.indexOf('\r\n')
        if (line < 0) return
        if (!received.toString('latin1', 0, line).startsWith('OK ')) return end(false)
        received = received.subarray(line + 2)
        greeted = true
        socket.write('BEGIN\r\n')
        socket.write(Buffer.concat([busCall(1, 'Hello', null), busCall(2, 'NameHasOwner', watcher)]))
      }
      const answer = secondAnswer(received)
      if (answer !== null) end(answer)
    })
  })
}

/** A call to the bus itself, in its wire format: little-endian, header fields, then at most one string. */
export function busCall(serial: number, member: string, text: string | null): Buffer {
  const bus = 'org.freedesktop.DBus'
  const fields = [field(1, 'o', '/org/freedesktop/DBus'), field(2, 's', bus), field(3, 's', member), field(6, 's', bus)]
  if (text !== null) fields.push(signature('s'))
  const header = fields.reduce((all, one) => Buffer.concat([padded(all, 8), one]), Buffer.alloc(0))
  const body = text === null ? Buffer.alloc(0) : busString(text)
  const start = Buffer.from([0x6c, 1, 0, 1, ...uint(body.length), ...uint(serial), ...uint(header.length)])
  return Buffer.concat([padded(Buffer.concat([start, header]), 8), body])
}

/** The boolean in the second answer of a run of messages; null while it is not whole. An error means no. */
export function secondAnswer(messages: Buffer): boolean | null {
  let answers = 0
  for (let at = 0; at + 16 <= messages.length; ) {
    const head = 16 + Math.ceil(messages.readUInt32LE(at + 12) / 8) * 8
    const length = head + messages.readUInt32LE(at + 4)
    if (at + length > messages.length) return null
    const type = messages[at + 1]
    if (type === 3) return false
    if (type === 2) answers += 1
    if (answers === 2) return messages.readUInt32LE(at + head) === 1
    at += length
  }
  return null
}

const uint = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const padded = (bytes: Buffer, to: number) => Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)])
const busString = (text: string) => Buffer.concat([uint(Buffer.byteLength(text)), Buffer.from(`${text}\0`)])
const field = (code: number, type: 's' | 'o', text: string) =>
  Buffer.concat([Buffer.from([code, 1, type.charCodeAt(0), 0]), busString(text)])
const signature = (text: string) => Buffer.from([8, 1, 0x67, 0, text.length, ...Buffer.from(text), 0])
