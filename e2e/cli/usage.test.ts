import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { reservedNames } from '../../src/main/cli/argv'
import { build, clearhold, run } from './clearhold'

const root = resolve(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

beforeAll(build, 120_000)

describe('clearhold without a command', () => {
  it('prints the help on standard output and ends with 0', async () => {
    const ended = await clearhold([])
    expect(ended).toMatchObject({ code: 0, err: '' })
    expect(ended.out).toMatch(/^Usage: clearhold COMMAND/m)
    expect(await clearhold(['--help'])).toEqual(ended)
    expect(await clearhold(['help'])).toEqual(ended)
  })

  it('prints one command’s help', async () => {
    const ended = await clearhold(['help', 'size'])
    expect(ended).toMatchObject({ code: 0, err: '' })
    expect(ended.out).toMatch(/^Usage: clearhold size/)
    expect(await clearhold(['size', '--help'])).toEqual(ended)
  })

  it('runs by npx in the checkout', async () => {
    const home = { HOME: process.env['HOME'] ?? '/' }
    const ended = await run('npx', ['--no-install', 'clearhold', '--version'], { cwd: root, env: home })
    expect(ended).toMatchObject({ code: 0, out: `${version}\n` })
  })

  it('does not understand what it does not have: status 2, nothing on standard output (DL-EXIT)', async () => {
    for (const words of [['list'], ['--nope'], ['ls', '--nope'], ['size'], ['tree'], ['serve', '--port', 'x']]) {
      const ended = await clearhold(words)
      expect(ended, words.join(' ')).toMatchObject({ code: 2, out: '' })
      expect(ended.err, words.join(' ')).toMatch(/^[A-Z-].*\.\n"clearhold help/i)
    }
  })

  it('keeps the names of later commands: status 2, one clear sentence, not in the help', async () => {
    const help = await clearhold([])
    for (const name of reservedNames) {
      expect(await clearhold([name])).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining(`This version of Clearhold has no "${name}" yet.`)
      })
      expect(help.out).not.toMatch(new RegExp(`^ *(clearhold )?${name}\\b`, 'm'))
    }
  })
})
