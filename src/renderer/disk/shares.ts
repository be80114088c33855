export interface DiskShares {
  readonly other: number
  readonly held: number
  readonly reclaimable: number
}

/**
 * How a disk is filled, as shares of its size: by other things, by workspaces that stay, by what can be reclaimed. The
 * rest is free. Bytes in; a share is 0…1 and all of them together are at most what is used.
 */
export function diskShares(
  disk: { totalBytes: number; freeBytes: number },
  workspaces: number,
  reclaimable: number
): DiskShares {
  if (disk.totalBytes <= 0) return { other: 0, held: 0, reclaimable: 0 }
  const used = Math.max(0, disk.totalBytes - disk.freeBytes)
  const ours = Math.min(Math.max(workspaces, reclaimable), used)
  const back = Math.min(reclaimable, ours)
  const share = (bytes: number) => bytes / disk.totalBytes
  return { other: share(used - ours), held: share(ours - back), reclaimable: share(back) }
}
