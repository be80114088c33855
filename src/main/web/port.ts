import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Binds to this machine's own address alone (C1); 0 takes any free port. Rejects with a sentence when it is taken. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken by another program. Choose another with --port.`)
          : error
      )
    )
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/** Ends every connection and lets the port go. */
export function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
