import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const usual = ['code', 'src', 'projects', 'Projects', 'dev', 'work', 'repos', 'git', 'workspace', 'Developer', 'go/src']

/**
 * Folders where people keep checkouts: the usual names under the home that hold at least one git checkout within two
 * levels, then `also`. Only looks, at most a few hundred folders; answers in the order of this list.
 */
export async function suggestFolders(home: string | null, also: readonly string[]): Promise<string[]> {
  const candidates = [...(home === null ? [] : usual.map((name) => join(home, name))), ...also]
  const kept: string[] = []
  for (const folder of new Set(candidates)) if (await holdsCheckout(folder, 2)) kept.push(folder)
  return kept
}

async function holdsCheckout(folder: string, levels: number): Promise<boolean> {
  const names = await list(folder)
  for (const name of names) if (await isThere(join(folder, name, '.git'))) return true
  if (levels <= 1) return false
  for (const name of names) if (await holdsCheckout(join(folder, name), levels - 1)) return true
  return false
}

async function list(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .slice(0, 60)
      .map((entry) => entry.name)
  } catch {
    // Not there or closed: it suggests nothing, and the person can still add it by hand.
    return []
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}
