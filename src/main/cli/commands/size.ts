import { lstatSync } from 'node:fs'
import { amountOf, type Estimate, estimateReason, inBinary, inTerminal } from '../../../shared/bytes'
import type { Output } from '../../../shared/contract'
import { mountNotes } from '../../../shared/mounted'
import { sizeOf } from '../../engine/headless/size'
import { createWalk } from '../../engine/headless/walk'
import { bytesOf, type Place, shown } from '../../engine/place'
import { isFar, readMounts } from '../../engine/tools/system/mounts'
import { isAbsence, words } from '../../engine/words'
import { built } from '../built'
import { type Paint, widest } from '../columns'
import { absolutePlace } from '../exact-argv'
import { Ending, exits } from '../exit'
import { jsonText, printable } from '../printable'
import { createProgress } from '../progress'
import type { Terminal } from '../terminal'

type Sizes = Output<'cli.size'>

/**
 * `clearhold size PATH…`: exclusive bytes of each path and of all together (DL-SIZE-01 to DL-SIZE-14). It needs no more
 * of the engine than the walker, so it does not wait for the rest to start.
 */
export async function size(
  terminal: Terminal,
  asked: { readonly json: boolean; readonly paths: readonly string[] }
): Promise<number> {
  const paths = asked.paths.map((path) => absolutePlace(path, terminal.cwd))
  const mounts = readMounts()
  for (const path of paths.filter((path) => !isFar(mounts.at(path)?.type ?? '') && isMissing(path)))
    terminal.say(`${printable(shown(path))} does not exist, so it counts as 0 bytes.`)
  const sizes = await measured(terminal, paths)
  if (asked.json) terminal.answer(jsonText(sizeDocument(sizes)))
  else for (const line of sizeLines(sizes, terminal.paint)) terminal.answer(line)
  return exits.done
}

/** The document of `size --json`; what is not the rule has a key only where it is so. Pure. */
export function sizeDocument(sizes: Sizes) {
  const { together, total } = sizes
  const notices = [...mountNotes(sizes.mounts), ...reasonFor(sizes)]
  return {
    paths: sizes.paths.map(({ path, disk, estimate }) => ({ path, disk, ...(estimate === null ? {} : { estimate }) })),
    together,
    total,
    ...(notices.length === 0 ? {} : { notices })
  }
}

const estimateOfAll = (sizes: Sizes): Estimate | null =>
  sizes.paths.find(({ estimate }) => estimate !== null)?.estimate ?? null

function reasonFor(sizes: Sizes): string[] {
  const estimate = estimateOfAll(sizes)
  return estimate === null ? [] : [estimateReason(estimate)]
}

async function measured(terminal: Terminal, paths: Place[]): Promise<Sizes> {
  const progress = createProgress(terminal)
  try {
    const sizes = await sizeOf(createWalk(built.walker, progress.show, terminal.signal), { paths })
    terminal.signal.throwIfAborted()
    return sizes
  } catch (error) {
    throw terminal.signal.aborted ? error : new Ending(exits.failed, words(error))
  } finally {
    progress.end()
  }
}

/** A missing path is a complete measurement of nothing (DL-SIZE-05), worth a word. Not asked of what may never answer. */
function isMissing(path: Place): boolean {
  try {
    lstatSync(bytesOf(path))
    return false
  } catch (error) {
    return isAbsence(error)
  }
}

const mostNamed = 20

/** Lines for people: a figure and what it is about, and what could not be read in the system's words. Pure. */
export function sizeLines(sizes: Sizes, paint: Paint): string[] {
  const rows = sizes.paths.map(({ path, disk, estimate }): [string, string] => [
    inTerminal(disk, estimate),
    printable(path)
  ])
  const several = rows.length > 1
  if (several)
    rows.push([
      inTerminal(sizes.together, estimateOfAll(sizes)),
      `together: what deleting all ${rows.length} would free`
    ])
  const width = widest(rows.map(([figure]) => figure.length))
  const line = ([figure, text]: [string, string]) => `${figure.padStart(width)}  ${text}`
  const lines = rows.map((row, index) => (index === sizes.paths.length ? paint(line(row), 'strong') : line(row)))
  return [
    ...lines,
    ...sharing(sizes, several),
    ...mountNotes(sizes.mounts, printable),
    ...reasonFor(sizes),
    ...closedLines(sizes, paint)
  ]
}

/** Why the figures do not add up, and why `du` says more (DL-SIZE-11). */
function sharing(sizes: Sizes, several: boolean): string[] {
  const alone = sizes.paths.reduce((sum, { disk }) => sum + amountOf(disk), 0)
  const between = amountOf(sizes.together) - alone
  const elsewhere = amountOf(sizes.total) - amountOf(sizes.together)
  const lines: string[] = []
  if (several && between > 0)
    lines.push(`${inBinary(between)} of that is shared between them: it is freed only when the last of them goes.`)
  if (several && between < 0) lines.push('Some of the paths lie inside others, so the figures do not add up.')
  if (elsewhere > 0)
    lines.push(
      `${inBinary(elsewhere)} more is in files with links elsewhere too: deleting ${several ? 'these' : 'this'} does not free it.`
    )
  return lines
}

function closedLines(sizes: Sizes, paint: Paint): string[] {
  if (sizes.closed.length === 0) return []
  const named = sizes.closed.slice(0, mostNamed).map(({ path, said }) => `  ${printable(path)}: ${printable(said)}`)
  const rest = sizes.closed.length - named.length
  const more = rest > 0 ? [`  and ${rest} more`] : []
  return [
    paint('Not everything could be read, so figures marked ≥ are the least it can be:', 'care'),
    ...named,
    ...more
  ]
}
