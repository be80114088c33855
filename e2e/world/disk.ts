import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, truncate, writeFile } from 'node:fs/promises'
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
