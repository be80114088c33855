import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { installDl, runIn } from '../../../../../e2e/world/command'
import { openPruning } from '../../../../../e2e/world/pruning'
import { createWorld, type World } from '../../../../../e2e/world/world'
import { placeOf } from '../../place'
import { readCopies } from '../../sources/devlaunch/copies'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.dispose())

const volumes = ['proj-pixi', 'dind-var-lib-docker-default-pr-12ab3']

/** A devpod whose `up` makes a workspace of the folder, or fails with nothing but its record written. */
async function devpodThat(ends: 'completes' | 'fails'): Promise<void> {
  const workspace = join(world.devpodHome, 'contexts', 'default', 'workspaces', 'proj')
  const record = { id: 'proj', source: { localFolder: world.at('proj') } }
  const result = {
    MergedConfig: { image: 'base:1' },
    SubstitutionContext: { DevContainerID: 'default-pr-12ab3', LocalWorkspaceFolder: world.at('proj') },
    ContainerDetails: { ID: '5e7a', Config: { Image: 'base:1' } }
  }
  await writeFile(join(world.base, 'record.json'), JSON.stringify(record))
  await writeFile(join(world.base, 'result.json'), JSON.stringify(result))
  const up = `mkdir -p '${workspace}'; cp '${world.base}/record.json' '${workspace}/workspace.json'
    ${ends === 'fails' ? 'exit 1' : `cp '${world.base}/result.json' '${workspace}/workspace_result.json'`}`
  await world.program(
    'devpod',
    `case "$1" in
  list) echo '[]' ;;
  status) echo '{"id":"proj","state":"Running"}' ;;
  up) ${up} ;;
esac`
  )
}
const copies = () => readdir(join(world.cache, 'workspace-copies')).catch(() => [])

it('DL-VOL-05, DL-VOL-01: what the real dl wrote down after a launch is what goes once the workspace is forgotten', async ({
  skip
}) => {
  const dl = await installDl(world)
  if ('missing' in dl) {
    if (process.env['CI'] === 'true') throw new Error(dl.missing)
    return skip(dl.missing)
  }
  await mkdir(world.at('proj'))
  const launch = () => runIn(world, dl.program, [world.at('proj'), '--', 'true'])
  await devpodThat('fails')
  expect((await launch()).exit).toBe(1)
  expect(await copies()).toEqual([])
  await devpodThat('completes')
  expect((await launch()).exit).toBe(0)
  expect(await copies()).toEqual(['proj.json'])
  expect((await readCopies(placeOf(world.cache))).copies).toMatchObject([{ id: 'proj', volumes }])

  // What `devpod delete` does: the record and the result are gone, and only the copy knows the names.
  await runIn(world, 'rm', ['-r', join(world.devpodHome, 'contexts', 'default', 'workspaces', 'proj')])
  await world.program('devpod', "echo '[]'")
  await world.forgetCalls()
  const pruning = await openPruning(world)
  try {
    const { report } = await pruning.prune()
    expect(report.rows.filter(({ kind }) => kind === 'volumes').map(({ outcome }) => outcome)).toEqual(['removed'])
  } finally {
    await pruning.close()
  }
  const removals = (await world.calls()).filter(([program, word]) => program === 'docker' && word === 'volume')
  expect(removals).toEqual([['docker', 'volume', 'rm', '--force', ...volumes]])
  expect(await copies()).toEqual([])
})
