import { connect, type Socket } from 'node:net'
import { busCall } from '../../src/main/desktop/tray-host'

const name = 'org.kde.StatusNotifierWatcher'

/** Null when there is a session's bus to stand on; else why there is none. */
export const noBus: string | null = /unix:path=/.test(process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '')
  ? null
  : 'no bus of the session: run under dbus-run-session'

/** Stands on the session's bus as the panel that shows tray icons. Ends with `destroy`. */
export function standAsPanel(): Promise<Socket> {
  const path = /unix:path=([^,;]+)/.exec(process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '')?.[1] ?? ''
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  const socket = connect({ path })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('connect', () => socket.write(`\0AUTH EXTERNAL ${user}\r\n`))
    socket.once('data', () => {
      socket.write('BEGIN\r\n')
      socket.write(Buffer.concat([busCall(1, 'Hello', null), requestName()]))
      socket.on('data', (part) => {
        // The second answer is that of RequestName; NameAcquired names what we are now.
        if (part.includes(name) || part.includes('NameAcquired')) resolve(socket)
      })
    })
  })
}

/** `RequestName` takes a string and flags, so that its signature and body are another than `busCall` writes. */
function requestName(): Buffer {
  const plain = busCall(2, 'RequestName', name)
  const call = Buffer.concat([plain, Buffer.alloc((4 - (plain.length % 4)) % 4), Buffer.from([4, 0, 0, 0])])
  const bodyStart = 16 + Math.ceil(call.readUInt32LE(12) / 8) * 8
  call.writeUInt32LE(call.length - bodyStart, 4)
  const at = call.indexOf(Buffer.from([8, 1, 0x67, 0, 1, 0x73, 0]))
  Buffer.from([8, 1, 0x67, 0, 2, 0x73, 0x75, 0]).copy(call, at)
  call.writeUInt32LE(call.readUInt32LE(12) + 1, 12)
  return call
}
