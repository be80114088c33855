import { type Bytes, type Estimate, estimateReason, inTerminal } from '../../../shared/bytes'
import type { Output } from '../../../shared/contract'
import type { Engine } from '../../engine/ports'
import { ask } from '../ask'
import { type Cell, type Column, type Paint, table } from '../columns'
import { Ending, exits } from '../exit'
import { jsonText, printable } from '../printable'
import type { Terminal } from '../terminal'

type Listing = Output<'cli.listing'>
type Row = Listing['rows'][number]

/** `clearhold ls`: the devlaunch listing, for people or for programs (DL-LS-05, DL-LS-09, DL-LS-10). */
export async function ls(
  terminal: Terminal,
  engine: Engine,
  asked: { readonly json: boolean; readonly size: boolean }
): Promise<number> {
  const listing = await ask(terminal, engine, 'cli.listing', { size: asked.size, states: asked.json })
  if (listing.refused !== null) {
    const missing = listing.refused.code === 'devpod-missing'
    throw new Ending(missing ? exits.devpodMissing : exits.failed, listing.refused.text)
  }
  const estimate = listing.estimates.find((each) => each !== null) ?? null
  if (estimate !== null) terminal.notice(estimateReason(estimate))
  if (asked.json) terminal.answer(jsonText(listing.rows))
  else for (const line of listingLines(listing, asked.size, terminal.paint)) terminal.answer(line)
  return exits.done
}

/** The table of DL-LS-09, and under it one line for each repository whose last sweep left trouble (DL-LS-10). Pure. */
export function listingLines(listing: Listing, size: boolean, paint: Paint): string[] {
  const sweeps = listing.sweeps.map((text) => paint(printable(text), 'care'))
  if (listing.rows.length === 0) return ['devpod has no workspaces.', ...sweeps]
  const columns: Column[] = [{ head: 'WORKSPACE' }, { head: 'TYPE' }, { head: 'SOURCE' }]
  if (size) columns.push({ head: 'SIZE', right: true })
  columns.push({ head: 'LAST USED' })
  const rows = listing.rows.map((row, index) => {
    const source = listing.sources[index]
    const cells: Cell[] = [String(row['id'] ?? ''), source?.type ?? 'unknown', source?.detail ?? '']
    if (size) cells.push(sizeCell(row['disk'], listing.estimates[index] ?? null))
    return [...cells, lastUsed(row)]
  })
  return [...table(columns, rows, paint), ...(sweeps.length > 0 ? ['', ...sweeps] : [])]
}

type Disk = Bytes & { readonly worktrees?: Bytes }

/** `3.5 MiB (2.6 MiB in worktrees)`, or `-` where the workspace is not devlaunch's (DL-SIZE-09). */
function sizeCell(value: unknown, estimate: Estimate | null): string {
  if (value === null || value === undefined) return '-'
  const disk = value as Disk
  const inside = disk.worktrees === undefined ? '' : ` (${inTerminal(disk.worktrees, estimate)} in worktrees)`
  return inTerminal(disk, estimate) + inside
}

function lastUsed(row: Row): string {
  const text = typeof row['lastUsed'] === 'string' ? row['lastUsed'] : ''
  return text === '' ? 'never' : text.slice(0, 19).replace('T', ' ')
}
