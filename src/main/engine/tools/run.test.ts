import { openSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanEnvironment } from './environment'
import { createRun } from './run'

const run = createRun({ ...process.env, GIT_DIR: '/nowhere', GIT_CONFIG_COUNT: '1', NODE_OPTIONS: '--inspect' })
const folder = await mkdtemp(join(tmpdir(), 'run-'))

async function program(name: string, body: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, `#!/bin/sh\n${body}\n`)
  await chmod(file, 0o755)
  return file
}

/** Running or stopped; a zombie that nobody has reaped yet is gone. */
const alive = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('the one place that starts programs', () => {
  it('hands arguments over one by one, never through a shell (CS-40)', async () => {
    const ran = await run('printf', ['%s\\n', '$(touch /tmp/x); a b', '*'], { timeoutMs: 5000 })
    expect(ran).toMatchObject({ kind: 'exited', exit: 0, stdout: '$(touch /tmp/x); a b\n*\n' })
  })

  it('keeps bytes of stdout as they are, one character a byte', async () => {
    const ran = await run('printf', ['\\377\\303\\274'], { timeoutMs: 5000 })
    expect(ran).toMatchObject({ stdout: '\u00ff\u00c3\u00bc' })
  })

  it('takes GIT_* and what loads code out of the environment, and pins the locale (CS-41)', async () => {
    const ran = await run('env', [], { timeoutMs: 5000, env: { GIT_OPTIONAL_LOCKS: '0' } })
    if (ran.kind !== 'exited') throw new Error(ran.kind)
    const names = ran.stdout.split('\n').map((line) => line.split('=')[0])
    expect(names.filter((name) => name?.startsWith('GIT_'))).toEqual(['GIT_OPTIONAL_LOCKS'])
    expect(names).not.toContain('NODE_OPTIONS')
    expect(ran.stdout).toContain('LC_ALL=C\n')
    expect(cleanEnvironment({ A: '1', GIT_X: '2', B: undefined })).toEqual({
      A: '1',
      LC_ALL: 'C',
      LANGUAGE: 'C',
      TERM: 'dumb'
    })
  })

  it('says missing, refused to start, exit codes and signals apart', async () => {
    expect(await run('no-such-program-here', [], { timeoutMs: 5000 })).toEqual({
      kind: 'missing',
      program: 'no-such-program-here'
    })
    const plain = join(folder, 'plain')
    await writeFile(plain, 'x')
    expect((await run(plain, [], { timeoutMs: 5000 })).kind).toBe('failed')
    expect(await run(await program('seven', 'echo no >&2; exit 7'), [], { timeoutMs: 5000 })).toMatchObject({
      kind: 'exited',
      exit: 7,
      stderr: 'no\n'
    })
    expect(await run(await program('dies', 'kill -9 $$'), [], { timeoutMs: 5000 })).toEqual({
      kind: 'killed',
      signal: 'SIGKILL'
    })
  })

  it('kills and awaits the whole group of a program that hangs and ignores the signal (CS-47, E5)', async () => {
    const pids = join(folder, 'pids')
    const hang = await program(
      'hang',
      `trap '' TERM\nsleep 60 &\necho $! $$ > ${pids}\nwait\nwhile :; do sleep 1; done`
    )
    const before = Date.now()
    const ran = await run(hang, [], { timeoutMs: 300 })
    expect(ran).toEqual({ kind: 'timed-out', afterMs: 300 })
    expect(Date.now() - before).toBeLessThan(10_000)
    const group = (await readFile(pids, 'utf8')).trim().split(' ').map(Number)
    expect(group).toHaveLength(2)
    await expect.poll(() => group.filter(alive)).toEqual([])
  })

  it('does not wait for a process that left the group and keeps the pipe open (CS-47)', async () => {
    const pid = join(folder, 'left')
    const escapes = await program('escapes', `setsid sh -c 'echo $$ > ${pid}; exec sleep 60' &\nprintf '[]'`)
    const before = Date.now()
    expect(await run(escapes, [], { timeoutMs: 300 })).toEqual({ kind: 'timed-out', afterMs: 300 })
    expect(Date.now() - before).toBeLessThan(10_000)
    process.kill(Number(await readFile(pid, 'utf8')))
  })

  it('a program that prints too much leaves nothing behind', async () => {
    const pid = join(folder, 'quiet')
    const loud = await program('loud', `sleep 60 >/dev/null 2>&1 &\necho $! > ${pid}\nexec yes`)
    expect(await run(loud, [], { timeoutMs: 20_000, maxBytes: 4096 })).toEqual({ kind: 'too-much', limit: 4096 })
    const sleeper = Number(await readFile(pid, 'utf8'))
    await expect.poll(() => alive(sleeper)).toBe(false)
  })

  it('refuses what no program can be given, and says so', async () => {
    const said = 'An argument holds a NUL character'
    expect(await run('printf', ['a\0b'], { timeoutMs: 5000 })).toEqual({ kind: 'failed', said })
    expect(await run('printf', ['a'], { timeoutMs: 5000, cwd: '/tmp\0' })).toEqual({ kind: 'failed', said })
  })

  it('a folder that is gone is told from a program that is absent', async () => {
    const said = `${join(folder, 'gone')} is gone`
    expect(await run('true', [], { timeoutMs: 5000, cwd: join(folder, 'gone') })).toEqual({ kind: 'failed', said })
  })

  it('an argument longer than the system takes is an answer, not an exception', async () => {
    const ran = await run('true', ['x'.repeat(3_000_000)], { timeoutMs: 5000 })
    expect(ran).toEqual({ kind: 'failed', said: expect.stringMatching(/E2BIG/) })
  })

  it('hands over its input as bytes, also to a program that reads none of it', async () => {
    const input = 'a\u00ff\0'.repeat(100_000)
    expect(await run('cat', [], { timeoutMs: 5000, input })).toMatchObject({ kind: 'exited', exit: 0, stdout: input })
    expect(await run('true', [], { timeoutMs: 5000, input })).toMatchObject({ kind: 'exited', exit: 0 })
  })

  it('stops on cancel, and does not start when cancelled before', async () => {
    const control = new AbortController()
    setTimeout(() => control.abort(), 200)
    expect(await run('sleep', ['60'], { timeoutMs: 60_000, signal: control.signal })).toEqual({ kind: 'cancelled' })
    expect(await run('sleep', ['60'], { timeoutMs: 60_000, signal: control.signal })).toEqual({ kind: 'cancelled' })
  })

  it('bounds what it keeps', async () => {
    expect(await run('yes', [], { timeoutMs: 20_000, maxBytes: 4096 })).toEqual({ kind: 'too-much', limit: 4096 })
  })

  it('passes a descriptor on as number 3', async () => {
    const file = join(folder, 'three')
    await writeFile(file, 'hello')
    const ran = await run('sh', ['-c', 'cat <&3'], { timeoutMs: 5000, descriptor: openSync(file, 'r') })
    expect(ran).toMatchObject({ stdout: 'hello' })
  })
})
