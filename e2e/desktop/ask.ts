import type { Page } from '@playwright/test'
import type { CallName, Fault, Input, Output } from '../../src/shared/contract'

export type Said<Name extends CallName> = { ok: true; value: Output<Name> } | { ok: false; fault: Fault }

/** Asks the engine the way the page does. */
export const ask = <Name extends CallName>(page: Page, name: Name, input: Input<Name>): Promise<Said<Name>> =>
  page.evaluate(([call, given]) => window.clearhold?.call(call, given), [name, input] as const) as Promise<Said<Name>>

/** The same, for an answer that must be there. */
export async function learn<Name extends CallName>(page: Page, name: Name, input: Input<Name>): Promise<Output<Name>> {
  const said = await ask(page, name, input)
  if (!said.ok) throw new Error(`${name}: ${said.fault.code} ${said.fault.message}`)
  return said.value
}

/** Scans everything and waits until that is done. */
export async function scan(page: Page, patience = 50_000): Promise<void> {
  await learn(page, 'survey.scan', {})
  const until = Date.now() + patience
  while (Date.now() < until) {
    const { scan: state } = await learn(page, 'survey.summary', {})
    if (state === 'done') return
    if (state === 'failed' || state === 'stopped') throw new Error(`The scan ended as ${state}.`)
    await new Promise((go) => setTimeout(go, 100))
  }
  throw new Error('The scan did not end in time.')
}
