import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** A `clearhold` that serves the page until it is ended. */
export interface Served {
  /** The address with its one-time token, as printed last. */
  readonly address: string
  /** Presses Enter in its terminal and reads the new address. */
  renew(): Promise<string>
  output(): string
  /** Holds the whole program as it is, so that a moment of a scan can be looked at; `resume` lets it go on. */
  pause(): void
  resume(): void
  end(): Promise<void>
}

const addressIn = (text: string) => [...text.matchAll(/http:\/\/127\.0\.0\.1:\d+\/#\S+/g)].map(([address]) => address)

/** Starts `clearhold ARGS…` in an environment of its own, as this user or as another, and waits for the address. */
export async function serve(
  args: readonly string[],
  env: Record<string, string>,
  as: { uid?: number; gid?: number } = {}
): Promise<Served> {
  const child = spawn(process.execPath, [join(root, 'bin', 'clearhold.mjs'), ...args], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...as
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      text += part.toString('utf8')
    })
  const next = async (count: number): Promise<string> => {
    for (let waited = 0; waited < 30_000; waited += 50) {
      const address = addressIn(text)[count]
      if (address !== undefined) return address
      if (child.exitCode !== null) break
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error(`no address was printed:\n${text}`)
  }
  let address = await next(0)
  return {
    get address() {
      return address
    },
    renew: async () => {
      const before = addressIn(text).length
      child.stdin.write('\n')
      address = await next(before)
      return address
    },
    output: () => text,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    end: () => ended(child)
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('close', () => done())
    child.kill('SIGCONT')
    child.kill('SIGINT')
    setTimeout(() => child.kill('SIGKILL'), 8_000).unref()
  })
}
