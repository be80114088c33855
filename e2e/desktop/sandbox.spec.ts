import { spawn, spawnSync } from 'node:child_process'
import { chown, copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { electronArguments, environmentFor, noElectron, root } from './app'

const nobody = 65534
const ordinary = process.getuid?.() !== 0

/** Why the system's sandbox cannot be seen here, or null. */
function cannot(): string | null {
  if (noElectron !== null) return noElectron
  if (process.platform !== 'linux') return 'the sandbox is read from /proc, which only Linux has'
  const become = ordinary ? [] : ['--reuid=65534', '--regid=65534', '--clear-groups', '--']
  const tried = ordinary
    ? spawnSync('unshare', ['-U', 'true'])
    : spawnSync('setpriv', [...become, 'unshare', '-U', 'true'])
  return tried.status === 0 ? null : 'an ordinary user may make no namespaces here, so Chromium cannot sandbox itself'
}

const why = cannot()
test.skip(why !== null, why ?? '')

test('the system itself keeps the page’s process in a sandbox, whatever a window says (A2)', async () => {
  const electron = createRequire(import.meta.url)('electron') as string
  const home = await mkdtemp(join(tmpdir(), 'sandbox-'))
  const env = environmentFor(home)
  if (!ordinary) {
    await chown(home, nobody, nobody)
    const authority = process.env['XAUTHORITY']
    if (authority !== undefined) {
      env['XAUTHORITY'] = join(home, 'authority')
      await copyFile(authority, env['XAUTHORITY'])
      await chown(env['XAUTHORITY'], nobody, nobody)
    }
  }
  // The recorder would bring what only the tests of the window need.
  const [flag = '', legacy = ''] = electronArguments(join(home, 'data'))
  const child = spawn(electron, [flag, legacy, `--user-data-dir=${join(home, 'data')}`, root], {
    cwd: root,
    env,
    ...(ordinary ? {} : { uid: nobody, gid: nobody })
  })
  try {
    await expect
      .poll(() => rendererOf(child.pid ?? 0), { timeout: 20_000 })
      .toMatchObject({ seccomp: '2', arguments: expect.not.stringContaining('--no-sandbox') })
  } finally {
    const ended = new Promise((go) => child.on('exit', go))
    child.kill('SIGTERM')
    await ended
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
})

/** The page's process below this one: what Linux says of its system calls, and how it was started. */
async function rendererOf(main: number): Promise<{ seccomp: string | undefined; arguments: string } | null> {
  const parents = new Map<number, number>()
  const found: { pid: number; arguments: string; status: string }[] = []
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
    const status = await read('status')
    parents.set(pid, Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 0))
    const words = (await read('cmdline')).replaceAll('\0', ' ')
    if (words.includes('--type=renderer')) found.push({ pid, arguments: words, status })
  }
  const isBelow = (pid: number): boolean => pid === main || (pid > 1 && isBelow(parents.get(pid) ?? 0))
  const renderer = found.find(({ pid }) => isBelow(pid))
  if (renderer === undefined) return null
  return { seccomp: /^Seccomp:\s*(\d)/m.exec(renderer.status)?.[1], arguments: renderer.arguments }
}
