/**
 * Text that cannot drive a terminal: control characters, bidirectional overrides and line separators are spelled out,
 * so that a name stays on its line and moves no cursor.
 */
export const printable = (text: string): string => text.replace(hidden, spell)

const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001b': '\\e' }

function spell(character: string): string {
  const known = short[character]
  if (known !== undefined) return known
  const code = character.codePointAt(0) ?? 0
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
}

/** How many columns of a terminal a printable text takes: two for wide characters, none for combining ones. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) {
    if (combining.test(character)) continue
    width += isWide(character) ? 2 : 1
  }
  return width
}

const combining = /[\p{Mn}\p{Me}]/u
const emoji = /\p{Emoji_Presentation}/u

/** First and last code points of the blocks that terminals draw two columns wide. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd]
]

function isWide(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x1100) return false
  return wide.some(([first, last]) => code >= first && code <= last) || emoji.test(character)
}

/** Cut from the left with `…`, so that the last part of a path stays; at most `columns` wide. */
export function cutLeft(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  const kept: string[] = []
  let left = columns - 1
  for (const character of [...text].reverse()) {
    left -= widthOf(character)
    if (left < 0) break
    kept.push(character)
  }
  return `…${kept.reverse().join('')}`
}

/**
 * A document for programs: two-space indent. What could drive a terminal is written as `\uXXXX`, which reads back as
 * the same value.
 */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) =>
    [...Array(found.length).keys()].map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
  )
