import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mounting } from '../../../../../e2e/world/mounting'
import { giveAway, isRoot, mayMount, scratch } from '../../../../../e2e/world/scanning'
import { asOrdinaryUser } from '../../../../../e2e/world/world'
import { placeOf } from '../../place'
import { readProcesses } from './processes'

let disk: ReturnType<typeof scratch>
const children: ChildProcess[] = []
const { mount, undo } = mounting()
beforeEach(() => {
  disk = scratch()
  mkdirSync(disk.at('site', 'inner'), { recursive: true })
  mkdirSync(disk.at('site-too'))
  writeFileSync(disk.at('site', 'inner', 'file'), 'x')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  undo()
  disk.remove()
})

/** Starts a program and waits for its first word. */
async function start(program: string, args: readonly string[], cwd = '/'): Promise<number> {
  const child = spawn(program, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  await new Promise<void>((ready, failed) => {
    child.stdout?.once('data', () => ready())
    child.once('exit', (code) => failed(new Error(`${program} ended with ${code}`)))
  })
  return child.pid ?? -1
}
const waiting = 'echo ready; read nothing'
const usersOf = async (...steps: string[]) => (await readProcesses()).usersOf(placeOf(disk.at(...steps)))
const pidsOf = async (...steps: string[]) => (await usersOf(...steps)).map(({ pid }) => pid)

describe('who works in a folder', () => {
  it('nobody', async () => {
    expect(await usersOf('site')).toEqual([])
    expect((await readProcesses()).unseen).toBeTypeOf('number')
  })

  it('by a working folder, at it or below it, and by no folder whose name begins alike', async () => {
    const pid = await start('sh', ['-c', waiting], disk.at('site', 'inner'))
    expect(await usersOf('site')).toEqual([{ pid, name: 'sh' }])
    expect(await pidsOf('site', 'inner')).toEqual([pid])
    expect(await pidsOf('site-too')).toEqual([])
    expect(await pidsOf('site', 'inner', 'file')).toEqual([])
  })

  it('by an open file, also one that was deleted, and by a lock on it', async () => {
    const reads = await start('sh', ['-c', `exec 7<"$0"; ${waiting}`, disk.at('site', 'inner', 'file')])
    expect(await pidsOf('site')).toEqual([reads])
    const script = `exec 8>"$0"; flock 8; rm "$0"; ${waiting}`
    const locks = await start('sh', ['-c', script, disk.at('site', 'inner', 'lock')])
    expect((await pidsOf('site')).sort()).toEqual([reads, locks].sort())
  })

  it('by the program that it runs, or a library', async () => {
    copyFileSync('/bin/sleep', disk.at('site', 'inner', 'sleeping'))
    spawnSync('chmod', ['755', disk.at('site', 'inner', 'sleeping')])
    const child = spawn(disk.at('site', 'inner', 'sleeping'), ['60'], { cwd: '/', stdio: 'ignore' })
    children.push(child)
    await expect.poll(() => pidsOf('site')).toEqual([child.pid])
    const map =
      'import mmap,sys; f=open(sys.argv[1],"rb"); m=mmap.mmap(f.fileno(),0,access=mmap.ACCESS_READ); f.close()'
    // Python keeps a descriptor of its own for the map, so it is closed below.
    const code = `${map}\nimport os\nfor n in range(3, 20):\n  try: os.close(n)\n  except OSError: pass\nprint("ready", flush=True); sys.stdin.read()`
    const pid = await start('python3', ['-c', code, disk.at('site', 'inner', 'file')])
    expect(await pidsOf('site')).toContain(pid)
  })

  it('names that are not UTF-8, hold a newline, or end like something deleted', async () => {
    for (const name of ['new\nline', 'x (deleted)', 'ü']) {
      mkdirSync(disk.at('site', name))
      const pid = await start('sh', ['-c', waiting], disk.at('site', name))
      expect(await pidsOf('site')).toContain(pid)
    }
  })

  it.skipIf(!isRoot)('CS-74: those that may not be looked into are counted', async () => {
    await start('sh', ['-c', waiting], disk.at('site'))
    giveAway(disk.at())
    const asRoot = await readProcesses()
    const seen = await asOrdinaryUser(() => readProcesses())
    expect(seen.unseen).toBeGreaterThan(asRoot.unseen ?? 0)
  })

  it('a stopped look knows nothing', async () => {
    expect((await readProcesses(AbortSignal.abort())).unseen).toBeNull()
  })
})

describe.skipIf(!mayMount)('other views of the same folder', () => {
  it('a bind mount', async () => {
    mount(disk.at('bound'), '--bind', disk.at('site'))
    const pid = await start('sh', ['-c', waiting], join(disk.at('bound'), 'inner'))
    expect(await pidsOf('site')).toEqual([pid])
    expect(await pidsOf('bound', 'inner')).toEqual([pid])
    expect(await pidsOf('site-too')).toEqual([])
  })

  it('a container, where it has another path', async () => {
    mkdirSync(disk.at('workspaces'))
    const script = `mount --bind "$0" "$1" && cd "$1/inner" && ${waiting}`
    const pid = await start('unshare', ['-m', 'sh', '-c', script, disk.at('site'), disk.at('workspaces')])
    expect(await pidsOf('site')).toEqual([pid])
    expect(await pidsOf('workspaces')).toEqual([])
  })
})
