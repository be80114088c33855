import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { treeText } from '../../../../e2e/world/disk'
import { asideIn, doomed, removing } from '../../../../e2e/world/removing'
import { file, scratch } from '../../../../e2e/world/scanning'
import { closePool } from '../scan/pool'
import type { TreeEnd } from './hands'

/** Removals in each test; in all of them together 200, and 10,000 in the soak. */
const rounds = process.env['CLEARHOLD_SOAK'] === undefined ? 25 : 1250

let disk: ReturnType<typeof scratch>
let at: (...steps: string[]) => string
let swapper: ChildProcess | null = null
beforeEach(() => {
  disk = scratch()
  at = disk.at
})
afterEach(async () => {
  swapper?.kill('SIGKILL')
  swapper = null
  await closePool()
  disk.remove()
})

async function swap(...pairs: string[]): Promise<void> {
  const child = spawn('python3', [resolve('e2e/world/swapping.py'), ...pairs], { stdio: ['ignore', 'pipe', 'inherit'] })
  swapper = child
  await new Promise<void>((ready, failed) => {
    child.stdout?.once('data', () => ready())
    child.once('exit', (code) => failed(new Error(`swapping ended with ${code}`)))
  })
}

/** Everything the canary holds is also reached by names and by links that a careless remover would follow. */
function canary(): string {
  for (const name of ['inner/one', 'inner/two', '.git/HEAD', 'site/inner/one', 'inner/deep/er/file'])
    file(at('canary', name), 3000)
  linkSync(at('canary/inner/one'), at('canary/linked'))
  return at('canary')
}

function makeSite(top: string): void {
  for (let folder = 0; folder < 4; folder += 1)
    for (let number = 0; number < 4; number += 1) file(join(top, `inner/deep${folder}/file${number}`), 10)
  file(join(top, 'inner/one'), 10)
  file(join(top, '.git/HEAD'), 10)
}

interface Attack {
  /** What is made anew for each round, beside the site. */
  readonly prepare: () => void
  /** Looks after what must stand wherever it is by now, before the world is cleared. */
  readonly restore?: () => void
  readonly pairs: () => string[]
  readonly site: () => string
  /** Seldom or never in the way of a removal: what was set aside is out of its reach. */
  readonly meets?: false
}

const attacks: Record<string, Attack> = {
  'the folder, for a link': {
    prepare: () => {
      makeSite(at('world/outer/site'))
      symlinkSync(at('canary'), at('world/bait'))
    },
    pairs: () => [at('world/outer/site'), at('world/bait')],
    site: () => at('world/outer/site')
  },
  'the folder, for another folder': {
    prepare: () => {
      makeSite(at('world/outer/site'))
      if (!existsSync(at('kept/other'))) file(at('kept/other/precious'), 10)
    },
    restore: () => {
      const [kept, site] = [at('kept/other'), at('world/outer/site')]
      if (!existsSync(kept) && !existsSync(site)) return
      const swapped = existsSync(join(site, 'precious'))
      expect(swapped || existsSync(join(kept, 'precious'))).toBe(true)
      if (!swapped) return
      rmSync(kept, { recursive: true, force: true })
      renameSync(site, kept)
    },
    pairs: () => [at('world/outer/site'), at('kept/other')],
    site: () => at('world/outer/site')
  },
  'the folder above, for a link': {
    prepare: () => {
      makeSite(at('world/outer/site'))
      symlinkSync(at('canary'), at('world/bait'))
    },
    pairs: () => [at('world/outer'), at('world/bait')],
    site: () => at('world/outer/site')
  },
  'a folder inside, for a link': {
    prepare: () => {
      makeSite(at('world/outer/site'))
      symlinkSync(at('canary/inner'), at('world/bait'))
    },
    meets: false,
    pairs: () => [at('world/outer/site/inner'), at('world/bait'), at('world/outer/site/inner/deep2'), at('world/bait')],
    site: () => at('world/outer/site')
  }
}

for (const [what, attack] of Object.entries(attacks))
  for (const how of ['aside', 'in place'] as const)
    test(
      `CS-20, CS-21, CS-22: ${rounds} removals while another process exchanges ${what}, ${how}: the canary stands`,
      async () => {
        const before = await treeText(canary())
        const ends: Record<string, number> = {}
        await swapAndRemove(attack, how, ends)
        swapper?.kill('SIGKILL')
        expect(await treeText(at('canary'))).toBe(before)
        // An attack that never met a removal, or let none through, would prove nothing.
        expect(ends['removed'] ?? 0).toBeGreaterThan(0)
        if (attack.meets !== false) expect(rounds - (ends['removed'] ?? 0)).toBeGreaterThan(0)
        expect(ends['absent'] ?? 0).toBe(0)
      },
      60 * 60_000
    )

/** Stands still while the test itself makes and clears things, which must not be attacked. */
function pause(): void {
  swapper?.kill('SIGSTOP')
  while (!/\) T /.test(readFileSync(`/proc/${swapper?.pid}/stat`, 'latin1')));
}

async function swapAndRemove(attack: Attack, how: 'aside' | 'in place', ends: Record<string, number>): Promise<void> {
  mkdirSync(at('world'))
  await swap(...attack.pairs())
  for (let round = 0; round < rounds; round += 1) {
    pause()
    attack.restore?.()
    rmSync(at('world'), { recursive: true, force: true })
    attack.prepare()
    const what = doomed(attack.site())
    swapper?.kill('SIGCONT')
    const aside = how === 'aside' ? asideIn(at()) : null
    const end: TreeEnd = await removing(what, { aside, threads: round % 2 === 0 ? 2 : 1 })
    ends[end.kind] = (ends[end.kind] ?? 0) + 1
    if (end.kind !== 'removed' && end.kind !== 'absent') expect(end.why).not.toBeNull()
    const left = readdirSync(at()).filter((name) => name.startsWith('.clearhold-aside'))
    // What stays aside is said.
    for (const name of left) expect(end.why).toContain(name)
    pause()
    for (const name of left) rmSync(at(name), { recursive: true })
  }
}
