#!/usr/bin/env node
// The command `clearhold` of this checkout: starts the built command line, or says how to build it.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const built = resolve(import.meta.dirname ?? '.', '..', 'out', 'cli', 'clearhold.mjs')

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Clearhold needs Node 20.19 or newer, and this is ${process.versions.node}.`)
  process.exitCode = 1
} else if (!existsSync(built)) {
  console.error('Clearhold is not built yet. Run "npm start" or "npm run build" in its folder once.')
  process.exitCode = 1
} else {
  const { run } = await import(pathToFileURL(built).href)
  await run()
}
