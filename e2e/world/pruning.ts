import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { createEngine } from '../../src/main/engine/engine'
import type { Engine } from '../../src/main/engine/ports'
import type { CallName, Input, Output } from '../../src/shared/contract'
import { calls } from '../../src/shared/contract'
import type { PlanRow, PlanView, ReportRow } from '../../src/shared/plan'
import { entry } from './programs'
import { createWorld, type World } from './world'

/** An engine asked by the door that the terminal uses. */
export interface Pruning {
  readonly engine: Engine
  ask<Name extends CallName>(name: Name, input: Input<Name>): Promise<Output<Name>>
  /** The plan; rejects with the refusal's code and text when there is none. */
  plan(force?: boolean): Promise<PlanView>
  /** Plans, lets `meanwhile` happen while the question is open, and says yes. */
  prune(options?: { readonly force?: boolean; readonly meanwhile?: () => unknown }): Promise<Pruned>
  close(): Promise<void>
}

export type Pruned = Output<'cli.act'> & { readonly plan: PlanView }

/** `walker`: the program file of the walk's workers, the built one unless given. */
export async function openPruning(world: World, walker = resolve('.cache/test/walker.cjs')): Promise<Pruning> {
  const faults: string[] = []
  const engine = await createEngine({
    env: world.env,
    version: '0.0.0',
    host: 'cli',
    walker,
    demo: false,
    log: ({ level, text }) => {
      if (level === 'error') faults.push(text)
    }
  })
  const ask = async <Name extends CallName>(name: Name, input: Input<Name>): Promise<Output<Name>> => {
    const answer = await engine.dispatch('cli')(name, input)
    if (faults.length > 0) throw new Error(faults.join('\n'))
    if (!answer.ok) throw new Error(`${answer.fault.code}: ${answer.fault.message}`)
    return calls[name].output.parse(answer.value) as Output<Name>
  }
  const plan = async (force = false): Promise<PlanView> => {
    const { view, refused } = await ask('cli.plan', { plan: 'prune', force })
    if (view === null) throw new Error(`${refused?.code}: ${refused?.text}`)
    return view
  }
  return {
    engine,
    ask,
    plan,
    prune: async ({ force = false, meanwhile } = {}) => {
      const view = await plan(force)
      await meanwhile?.()
      return { ...(await ask('cli.act', { plan: view.id })), plan: view }
    },
    close: () => engine.close()
  }
}

/** What a plan says of a path, or of the workspace that a row is named after, in short. */
export function said({ rows }: PlanView, path: string): string {
  const row = rows.find((one) => one.path === path || one.name === path)
  if (row === undefined) return 'not in the plan'
  const why = [...row.reasons, ...row.overridden].map(({ kind, code }) => `${kind} ${code}`).join(', ')
  return why === '' ? row.decision : `${row.decision}: ${why}`
}

export function rowOf(rows: readonly PlanRow[], path: string): PlanRow {
  const row = rows.find((one) => one.path === path || one.name === path)
  if (row === undefined) throw new Error(`${path} is not among ${rows.map((one) => one.path).join(', ')}`)
  return row
}

export function outcomeOf(rows: readonly ReportRow[], path: string): ReportRow {
  const row = rows.find((one) => one.path === path || one.name === path)
  if (row === undefined) throw new Error(`${path} is not among ${rows.map((one) => one.path).join(', ')}`)
  return row
}

/** Anew for each test of a file: a world, an engine over it, and short words for what stands in a world of prunes. */
export function eachPruning() {
  let world: World
  let pruning: Pruning
  beforeEach(async () => {
    world = await createWorld()
    pruning = await openPruning(world)
  })
  afterEach(async () => {
    await pruning.close()
    await world.dispose()
  })
  const inCache = async (folder: string, name: string, text: string) => {
    const file = join(world.cache, folder, name)
    await mkdir(join(world.cache, folder), { recursive: true })
    await writeFile(file, text)
    return file
  }
  return {
    world: () => world,
    pruning: () => pruning,
    clone: (leaf = 'app-main', repo = 'app') => world.clone('acme', repo, 'main', { leaf }),
    opens: (id: string, localFolder: unknown) => entry(id, { localFolder }),
    list: (...entries: unknown[]) => world.devpod.list(entries),
    copy: (id: string, text: string) => inCache('workspace-copies', `${id}.json`, text),
    launchLock: (name: string) => inCache('launch-locks', name, '')
  }
}
