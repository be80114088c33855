import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Check } from '../../shared/model'
import { walkerInUse } from './scan/weigh'
import { stateFolder } from './state/folder'
import { devpodVersion } from './tools/devpod/version'
import { dockerVersion } from './tools/docker/version'
import { gitVersion } from './tools/git/version'
import type { Run } from './tools/run'
import { flockVersion } from './tools/system/flock-version'
import type { ToolVersion } from './tools/version'
import { isAbsence, words } from './words'

export interface DoctorPorts {
  readonly env: NodeJS.ProcessEnv
  readonly run: Run
  /** The built worker of the walker. */
  readonly walker: string
  readonly signal: AbortSignal
}

/**
 * What Clearhold needs on this machine: what each part said of itself, what is missing, what that means and the next
 * step. Asks every program for its version at most; changes nothing. Never rejects.
 */
export async function examine({ env, run, walker, signal }: DoctorPorts): Promise<Check[]> {
  const [git, devpod, docker, flock, state] = await Promise.all([
    gitVersion(run, signal),
    devpodVersion(run, signal),
    dockerVersion(run, signal),
    flockVersion(run, signal),
    stateCheck(env)
  ])
  return [
    walkerCheck(walker),
    toolCheck('git', git, true, 'Unsaved work cannot be told, so nothing counts as safe to remove.'),
    toolCheck('devpod', devpod, false, 'Workspaces of devpod are not listed. Other checkouts are measured as usual.'),
    toolCheck('docker', docker, false, 'Volumes and containers of workspaces cannot be looked at.'),
    toolCheck('flock', flock, true, 'Locks cannot be taken, so nothing is removed.'),
    state
  ]
}

function walkerCheck(worker: string): Check {
  const { kind, why } = walkerInUse(worker)
  const base = { id: 'walker', name: 'Walker', needed: true } as const
  switch (kind) {
    case 'native':
      return { ...base, ok: true, said: `native. ${why}`, means: '', next: null }
    case 'typescript':
      return {
        ...base,
        ok: true,
        said: `TypeScript. ${why}`,
        means: 'It gives the same figures, slower.',
        next: 'Install a C compiler (cc, clang or zig) and build again for the faster one.'
      }
    case 'none':
      return { ...base, ok: false, said: why, means: 'Nothing can be measured.', next: 'Unset CLEARHOLD_WALKER.' }
  }
}

const steps: Readonly<Record<'git' | 'devpod' | 'docker' | 'flock', { missing: string; failed: string }>> = {
  git: { missing: 'Install git, or put it on PATH.', failed: 'Run "git --version" to see what is wrong.' },
  devpod: {
    missing: 'Install devpod, or put it on PATH, if you use it.',
    failed: 'Run "devpod version" to see what is wrong.'
  },
  docker: {
    missing: 'Install docker, or put it on PATH, if your workspaces run in it.',
    failed: 'Start docker, and see that you may use it: run "docker version".'
  },
  flock: { missing: 'Install util-linux, which has it.', failed: 'Run "flock --version" to see what is wrong.' }
}

function toolCheck(id: keyof typeof steps, answer: ToolVersion, needed: boolean, means: string): Check {
  const base = { id, name: id, needed }
  switch (answer.kind) {
    case 'works':
      return { ...base, ok: true, said: answer.version, means: '', next: null }
    case 'missing':
      return { ...base, ok: false, said: 'not found on PATH', means, next: steps[id].missing }
    case 'failed':
      return { ...base, ok: false, said: answer.said, means, next: steps[id].failed }
  }
}

/** Our own state: its folder, or the nearest one above it that is there, has to be writable. */
async function stateCheck(env: NodeJS.ProcessEnv): Promise<Check> {
  const base = { id: 'state', name: 'State folder', needed: false } as const
  const means = 'Settings, history and reports cannot be kept, and nothing is removed without a journal.'
  let folder: string
  try {
    folder = stateFolder(env)
  } catch (error) {
    return { ...base, ok: false, said: words(error), means, next: 'Set HOME or XDG_DATA_HOME.' }
  }
  for (let at = folder; ; at = dirname(at)) {
    try {
      await access(at, constants.W_OK | constants.X_OK)
      return {
        ...base,
        ok: true,
        said: folder,
        means: at === folder ? '' : 'It is made when it is needed.',
        next: null
      }
    } catch (error) {
      if (isAbsence(error) && dirname(at) !== at) continue
      return { ...base, ok: false, said: `${at}: ${words(error)}`, means, next: 'Make that folder writable for you.' }
    }
  }
}
