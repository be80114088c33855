// Starts programs for the scripts beside this folder, and ends them when the script ends.
import { spawn } from 'node:child_process'

const running = new Set()
let stopping = null

/**
 * Runs a program in the foreground and answers with how it ended: { code, signal, timedOut, missing }. `timeoutMs` bounds
 * it; other options are spawn's. Never rejects.
 */
export function run(program, args, { timeoutMs, ...options } = {}) {
  return new Promise((resolve) => {
    if (stopping !== null) return resolve({ code: null, signal: stopping, timedOut: false, missing: false })
    const child = spawn(program, args, { stdio: 'inherit', ...options })
    running.add(child)
    let timedOut = false
    const timer = timeoutMs && setTimeout(() => (timedOut = end(child)), timeoutMs)
    const settle = (result) => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ code: null, signal: null, timedOut, missing: false, ...result })
    }
    child.on('error', (error) => settle({ missing: error.code === 'ENOENT' }))
    child.on('close', (code, signal) => settle({ code, signal }))
  })
}

/** Runs a program and keeps what it prints: { code, text }. */
export function read(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], ...options })
    let text = ''
    child.stdout.on('data', (part) => (text += part))
    child.on('error', () => resolve({ code: null, text }))
    child.on('close', (code) => resolve({ code, text }))
  })
}

function end(child) {
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), 5_000).unref()
  return true
}

/** True once a signal asked the script to stop. */
export const isStopping = () => stopping !== null

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    stopping = signal
    // A terminal has already told the whole group of Ctrl-C.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of running) child.kill(signal)
    if (running.size === 0) process.exit(130)
  })
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
