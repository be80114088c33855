import { describe, expect, it } from 'vitest'
import { painter, table } from './columns'
import { cutLeft, jsonText, printable, widthOf } from './printable'

const esc = '\u001b'

describe('names on a terminal', () => {
  it.each([
    ['plain name', 'plain name'],
    ['two\nlines\tand\r', 'two\\nlines\\tand\\r'],
    [`${esc}[31mred${esc}]0;title\u0007`, '\\e[31mred\\e]0;title\\x07'],
    ['\u009b31m', '\\x9b31m'],
    ['a\u202egpj.exe', 'a\\u{202e}gpj.exe'],
    ['a\u2028b', 'a\\u{2028}b'],
    ['naïve 日本 🦀', 'naïve 日本 🦀'],
    ['bad \ufffd bytes', 'bad \ufffd bytes']
  ])('%j is shown as %j', (name, shown) => {
    expect(printable(name)).toBe(shown)
  })

  it('counts wide and combining characters', () => {
    expect(['abc', '日本', 'e\u0301', '🦀', 'ｆ', '가', 'ü', '─'].map(widthOf)).toEqual([3, 4, 1, 2, 2, 2, 1, 1])
  })

  it('cuts from the left, so that the last part stays', () => {
    expect(cutLeft('/a/long/path/name', 8)).toBe('…th/name')
    expect(cutLeft('short', 8)).toBe('short')
    expect(widthOf(cutLeft('日本語日本語', 8))).toBeLessThanOrEqual(8)
  })

  it('writes JSON that reads back the same and moves no cursor', () => {
    const value = { name: `${esc}[2J \u009b2J \u202e \u2028`, 日本: 1 }
    const text = jsonText(value)
    expect(JSON.parse(text)).toEqual(value)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u)
    expect(text).toContain('日本')
    expect(text.split('\n')[1]).toMatch(/^ {2}"name"/)
  })
})

describe('tables', () => {
  const columns = [{ head: 'NAME' }, { head: 'SIZE', right: true }, { head: 'NOTE' }]
  const rows = [
    ['日本', '1.0 KiB', 'x'],
    [`evil\n${esc}[2Jname`, '≥10.0 MiB', '']
  ]

  it('aligns columns by what is drawn, with nothing behind the last word', () => {
    expect(table(columns, rows, painter(false))).toEqual([
      'NAME                  SIZE  NOTE',
      '--------------------------------',
      '日本               1.0 KiB  x',
      'evil\\n\\e[2Jname  ≥10.0 MiB'
    ])
  })

  it('paints after it has aligned, and only when asked', () => {
    const toned = [[{ text: 'ok', tone: 'safe' as const }, '1 B', 'n']]
    expect(table(columns, toned, painter(true)).join('\n')).toContain(`${esc}[36mok${esc}[0m  `)
    expect(table(columns, toned, painter(false)).join('\n')).not.toContain(esc)
  })
})
