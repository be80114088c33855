import { utilityProcess } from 'electron'
import enginePath from '../engine-process?modulePath'
import type { Child } from './engine-link'
import type { LogLevel } from './engine-wire'
import { engineEnvironment } from './environment'

/** Forks the engine's process; what it prints goes line by line into the log (E1). Only after ready. */
export function forkEngine(log: (level: LogLevel, text: string) => void): Child {
  const child = utilityProcess.fork(enginePath, [], {
    serviceName: 'Clearhold engine',
    stdio: 'pipe',
    env: engineEnvironment(process.env)
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => log('info', `engine: ${text.toString('utf8')}`))
  // Without a listener this event would end the whole program; that the process ended is told by its exit.
  child.on('error', (type, location) => log('error', `engine: ${type} at ${location}`))
  return child
}
