import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PlanRow } from '../../../shared/plan'
import { held, keptFor, loses, rowWith } from '../rows-for-tests'
import { LineView } from './LineView'
import { linesOf } from './lines'
import { ReviewFooter } from './ReviewFooter'
import { tickOf } from './ticks'

const none: ReadonlySet<string> = new Set()
const acts = { onSelect: () => undefined, onTick: () => undefined, onTurn: () => undefined }

function drawn(rows: readonly PlanRow[], insist: boolean, weighing = false): string[] {
  return linesOf(rows, { turned: none, typed: '' }).map((line, place) =>
    renderToStaticMarkup(
      <LineView
        {...acts}
        line={line}
        place={place}
        top={0}
        height={31}
        tick={tickOf(line.kind === 'row' ? [line.row] : line.rows, none)}
        selected={false}
        weighing={weighing}
        reachable={false}
        onInsist={insist ? () => undefined : null}
      />
    )
  )
}

const promotable = keptFor([loses], { id: 'k', overridable: 'force' })

test('a switch stands on rows that the engine marks, and nowhere else; a box on rows that go (ui 6, ui 16)', () => {
  const lines = drawn([rowWith({ id: 'a' }), promotable, keptFor([held], { id: 'h' })], true)
  expect(lines.map((html) => html.includes('role="switch"'))).toEqual([false, false, false, true, false])
  expect(lines.map((html) => html.includes('type="checkbox"'))).toEqual([false, true, false, false, false])
})

test('while the plan is looked at anew nobody may insist', () => {
  expect(drawn([promotable], false).join('')).not.toContain('role="switch"')
})

test('the button to act stands after Cancel, waits with its reason, and is not there without a plan', () => {
  const footer = (words: string | null, waits: string | null) =>
    renderToStaticMarkup(
      <ReviewFooter
        cancel={null}
        main={null}
        words={words}
        loses={false}
        empty={false}
        waits={waits}
        busy={false}
        refused={null}
        onCancel={() => undefined}
        onAct={() => undefined}
      />
    )
  expect(footer(null, null)).not.toContain('Remove')
  expect(footer('Remove 1 clone folder', 'Looking again')).toMatch(
    /Looking again.*Cancel.*aria-disabled="true".*Remove 1/
  )
  expect(footer('Remove 1 clone folder', null)).not.toContain('aria-disabled')
  expect(footer(null, null)).toContain('Docker images are not touched.')
})

test('a figure that is being taken says so, where there is one to take', () => {
  const bytes = (row: PlanRow, weighing: boolean) =>
    /line-bytes[^>]*>(.*?)<\/div>/.exec(drawn([row], false, weighing)[1] ?? '')?.[1]?.replace(/<[^>]*>/g, '')
  expect(bytes(rowWith(), true)).toBe('weighing')
  expect(bytes(rowWith(), false)).toBe('–')
  expect(bytes(keptFor([held]), true)).toBe('–')
})
