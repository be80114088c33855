import { randomBytes } from 'node:crypto'
import { chmod, link, lstat, mkdir, open, readdir, truncate, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A file of real, incompressible bytes. */
export async function fill(file: string, bytes: number): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, randomBytes(bytes))
  const handle = await open(file, 'r')
  await handle.sync()
  await handle.close()
  return file
}

/** A file of `bytes` apparent length without a single block. */
export async function sparse(file: string, bytes: number): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '')
  await truncate(file, bytes)
  return file
}

/** A second name for a file. */
export async function hardLink(existing: string, name: string): Promise<string> {
  await mkdir(dirname(name), { recursive: true })
  await link(existing, name)
  return name
}

/** Closes a folder to everybody but root. */
export const seal = (folder: string): Promise<void> => chmod(folder, 0o000)

/**
 * Every name under a folder with kind, mode, size, blocks and time of change: two equal texts mean that
 * nothing was written. What is closed is not looked into.
 */
export async function treeText(folder: string): Promise<string> {
  const lines: string[] = []
  const look = async (path: Buffer): Promise<void> => {
    const stats = await lstat(path, { bigint: true })
    lines.push([path.toString('latin1'), stats.mode, stats.size, stats.blocks, stats.mtimeNs, stats.ctimeNs].join(' '))
    if (!stats.isDirectory()) return
    const names = await readdir(path, { encoding: 'buffer' }).catch(() => [])
    for (const name of names.sort(Buffer.compare)) await look(Buffer.concat([path, Buffer.from('/'), name]))
  }
  await look(Buffer.from(folder))
  return lines.join('\n')
}
