import type { Output } from '../../../../shared/contract'
import type { Listing } from './listing'

const troubles: Readonly<Record<string, string>> = {
  refs_not_packed: 'its references could not be packed',
  fetch_refused: 'git refused to fetch',
  fetch_timed_out: 'fetching took too long',
  clone_missing: 'the clone was missing',
  not_recorded: 'the result could not be recorded'
}

/** A listing as the wire spells it: the document's rows, what the table says beside them, and why there is none. Pure. */
export function listingAnswer(listing: Listing): Output<'cli.listing'> {
  const none = { rows: [], sources: [], estimates: [], sweeps: [] }
  if (listing.kind === 'missing')
    return {
      ...none,
      refused: { code: 'devpod-missing', text: 'devpod is not installed, or not on PATH. Install it, then ask again.' }
    }
  if (listing.kind === 'unreadable')
    return {
      ...none,
      refused: { code: 'devpod-unreadable', text: `${listing.said}. Run "devpod list" to see what is wrong.` }
    }
  return {
    rows: listing.lines.map(({ row }) => ({ ...row })),
    sources: listing.lines.map(({ type, detail }) => ({ type, detail })),
    estimates: listing.lines.map(({ estimate }) => estimate),
    sweeps: listing.sweeps.map(
      ({ repo, trouble, said }) =>
        `${repo}: the last sweep left trouble, ${troubles[trouble] ?? trouble}${said === null ? '.' : `: ${said}`}`
    ),
    refused: null
  }
}
