import { Worker } from 'node:worker_threads'

/** Workers kept warm between scans: starting one costs some 40 ms. */
const KEPT_WARM = 4
const resting = new Map<Worker, string>()

/** A worker of this program file (CommonJS, an absolute path) for the caller alone: a warm one, or a new one. */
export function hire(file: string): Worker {
  for (const [worker, program] of resting) {
    if (program !== file) continue
    resting.delete(worker)
    worker.ref()
    return worker
  }
  const worker = new Worker(file, { execArgv: [] })
  worker.on('error', () => resting.delete(worker))
  worker.on('exit', () => resting.delete(worker))
  return worker
}

/** Gives a worker that has answered everything back; a resting worker does not keep the process alive. */
export function release(file: string, worker: Worker): void {
  if (resting.size >= KEPT_WARM) {
    dismiss(worker)
    return
  }
  worker.unref()
  resting.set(worker, file)
}

/** Ends a worker without waiting: one that hangs in a system call ends when the system lets it. */
export function dismiss(worker: Worker): void {
  worker.unref()
  worker.terminate().catch(() => undefined)
}

/** Ends all resting workers. */
export async function closePool(): Promise<void> {
  const workers = [...resting.keys()]
  resting.clear()
  await Promise.all(workers.map((worker) => worker.terminate()))
}
