import { lstat } from 'node:fs/promises'
import type { Bytes } from '../../../shared/bytes'
import type { Input, Output } from '../../../shared/contract'
import { Refusal } from '../../../shared/dispatch'
import { bytesOf, childOf, type Place, shown } from '../place'
import type { Ledger } from '../scan/ledger'
import { isAbsence } from '../words'
import type { Walk } from './walk'

const mostChildren = 200

/**
 * The treemap's data for one folder, `depth` levels deep, the largest 200 folders of each. Refused where nothing stands:
 * a tree of nothing is a slip of the pen.
 */
export async function treeOf(walk: Walk, { path, depth }: Input<'cli.tree'>): Promise<Output<'cli.tree'>> {
  const place = path as Place
  await lstat(bytesOf(place)).catch((error: unknown) => {
    if (isAbsence(error)) throw new Refusal(`${shown(place)} does not exist. Check the path and try again.`)
  })
  const ledger = await walk([{ id: 'root', place }])
  try {
    const disk = ledger.exclusive('root')
    const tree = isFolder(ledger) ? branch(ledger, place, [], depth) : null
    return { path: shown(place), disk, estimate: ledger.estimate(['root']), tree }
  } finally {
    ledger.close()
  }
}

function isFolder(ledger: Ledger): boolean {
  try {
    ledger.level('root', [], 1)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

interface Branch {
  readonly path: string
  readonly disk: Bytes
  /** Bytes of the folder itself and of the files directly in it. */
  readonly files: number
  readonly folders: readonly Branch[]
  readonly smaller: { readonly count: number; readonly disk: Bytes } | null
}

function branch(ledger: Ledger, place: Place, path: readonly string[], depth: number): Branch {
  const level = ledger.level('root', path, mostChildren)
  return {
    path: shown(place),
    disk: level.bytes,
    files: level.files,
    folders: level.children.map((child) => {
      const inner = childOf(place, child.name)
      if (depth > 1 && child.opens) return branch(ledger, inner, [...path, child.name], depth - 1)
      return { path: shown(inner), disk: child.bytes, files: 0, folders: [], smaller: null }
    }),
    smaller: level.smaller === null ? null : { count: level.smaller.count, disk: level.smaller.bytes }
  }
}
