import { refilled } from './run-cache'
import { fileIn, type Reader } from './tagged'

const record = '.gitignore'

/** What ruff knows of files that did not change. Its tag is bare; the ignore file beside that names it. */
export const ruff: Reader = {
  name: 'ruff',
  inside: [record],
  lists: [],
  beside: [],
  knows: (_tag, inside) => {
    const read = fileIn(inside, record)
    return read.kind === 'read' && /^# Automatically created by ruff\b/.test(read.text)
  },
  recipe: (tagged) => refilled(tagged, '.ruff_cache', 'ruff check')
}
