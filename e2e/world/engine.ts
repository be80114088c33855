import { resolve } from 'node:path'
import { createEngine } from '../../src/main/engine/engine'
import type { Engine, LogLine } from '../../src/main/engine/ports'
import type { CallName, Input, Output } from '../../src/shared/contract'
import { calls } from '../../src/shared/contract'
import type { Site, Summary } from '../../src/shared/model'

/** No answer to a page may be longer, in bytes. */
export const mostOnTheWire = 256 * 1024

/** A real engine over an environment, asked by the door that pages use. */
export interface Asked {
  readonly engine: Engine
  readonly log: readonly LogLine[]
  /** Rejects with `code: message` of a fault, with what breaks the contract, and with an answer that is too long. */
  ask<Name extends CallName>(name: Name, input: Input<Name>): Promise<Output<Name>>
  scanned(): Promise<Summary>
  /** Every site, page by page. */
  sites(): Promise<Site[]>
}

export async function openEngine(env: NodeJS.ProcessEnv): Promise<Asked> {
  const log: LogLine[] = []
  const engine = await createEngine({
    env,
    version: '0.0.0',
    host: 'browser',
    walker: resolve('.cache/test/walker.cjs'),
    demo: false,
    log: (line) => log.push(line)
  })
  const ask = async <Name extends CallName>(name: Name, input: Input<Name>): Promise<Output<Name>> => {
    const answer = await engine.dispatch('browser')(name, input)
    if (!answer.ok) throw new Error(`${answer.fault.code}: ${answer.fault.message}`)
    const length = Buffer.byteLength(JSON.stringify(answer))
    if (length > mostOnTheWire) throw new Error(`${name} answered with ${length} bytes`)
    return calls[name].output.parse(answer.value) as Output<Name>
  }
  return {
    engine,
    log,
    ask,
    scanned: async () => {
      await ask('survey.scan', {})
      for (;;) {
        const summary = await ask('survey.summary', {})
        if (summary.scan !== 'running') return summary
        await new Promise((done) => setTimeout(done, 20))
      }
    },
    sites: async () => {
      const sites: Site[] = []
      let after: string | null = null
      do {
        const page: Output<'survey.sites'> = await ask('survey.sites', { since: 0, after })
        sites.push(...page.sites)
        after = page.next
      } while (after !== null)
      return sites
    }
  }
}
