import { arch, cpus, release, type } from 'node:os'
import type { HostName } from '../../shared/contract'
import type { Summary } from '../../shared/model'
import type { WalkerInUse } from './scan/weigh'

/** What a person may hand on: versions, sources and counts. No names of folders, and the home as `~`. */
export function diagnostics(
  version: string,
  host: HostName,
  walker: WalkerInUse,
  summary: Summary,
  home: string | null
): string {
  const lines = [
    `Clearhold ${version}, ${host}`,
    `${type()} ${release()} ${arch()}, Node ${process.versions.node}${process.versions['electron'] ? `, Electron ${process.versions['electron']}` : ''}, ${cpus().length} cores`,
    `Walker: ${walker.kind}. ${walker.why}`,
    `Scan: ${summary.scan}, revision ${summary.revision}, ${summary.sites} sites, ${summary.unmeasured} not measured`,
    ...(summary.job === null
      ? []
      : [`Last scan: ${summary.job.entries} entries in ${(summary.job.elapsedMs / 1000).toFixed(1)} s`]),
    ...summary.sources.map((source) => `${source.name}: ${source.ok ? 'answers' : source.said}`),
    ...summary.notices
  ]
  return `${redact(lines.join('\n'), home)}\n`
}

/** The home, wherever it stands in a text, becomes `~`, so that a name does not travel with it. */
export const redact = (text: string, home: string | null): string =>
  home === null || home.length < 2
    ? text
    : // `/home/ann` is not the beginning of `/home/anna`.
      text.split(home).reduce((before, after) => before + (/^[\w-]/.test(after) ? home : '~') + after)
