// The programs that weigh folders, as far as this machine has them.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** By the name of the program: the words that make it weigh one folder and say little. */
const known = {
  pdu: (folder) => ['--max-depth=1', folder],
  diskus: (folder) => [folder],
  dust: (folder) => ['-d', '1', '-P', folder],
  gdu: (folder) => ['-n', '-p', folder],
  dua: (folder) => ['aggregate', folder],
  du: (folder) => ['-s', folder],
  ncdu: (folder) => ['-0', '-o', '/dev/null', folder]
}

/** Without these two, the fastest known, a ratio to the best peer says nothing. */
export const needed = ['pdu', 'diskus']

/** The peers found on PATH or in `extra`: { name, program, words(folder) }. */
export function peers(extra) {
  const folders = [extra, ...(process.env.PATH ?? '').split(delimiter)]
  return Object.entries(known).flatMap(([name, words]) => {
    const program = folders.map((folder) => join(folder, name)).find(isProgram)
    return program === undefined ? [] : [{ name, program, words }]
  })
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
