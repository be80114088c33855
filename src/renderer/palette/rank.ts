/** How well a name answers what was typed: higher is better, `null` = not at all. */
export type Score = number | null

const wordStart = /[\s\-_./›:]/

/**
 * Scores one typed word against a name. Every character has to appear in order; a run, a start of a word and a start of
 * the name count for more; of two names with the letters scattered the shorter one wins.
 */
export function scoreWord(word: string, name: string): Score {
  const needle = word.toLowerCase()
  const hay = name.toLowerCase()
  if (needle === '') return 0
  const whole = hay.indexOf(needle)
  if (whole >= 0) return 1000 + startBonus(hay, whole) + needle.length * 4 + (hay === needle ? 200 : 0)
  let score = 0
  let from = 0
  let last = -2
  for (const character of needle) {
    const at = hay.indexOf(character, from)
    if (at < 0) return null
    score += at === last + 1 ? 8 : startBonus(hay, at) > 0 ? 6 : 1 - Math.min(at - from, 8) / 8
    last = at
    from = at + 1
  }
  return score - hay.length / 100
}

const startBonus = (hay: string, at: number): number => (at === 0 ? 200 : wordStart.test(hay.charAt(at - 1)) ? 100 : 0)

/** Every word typed has to be answered; the scores add up. */
export function score(typed: string, name: string): Score {
  let total = 0
  for (const word of typed.split(/\s+/).filter(Boolean)) {
    const one = scoreWord(word, name)
    if (one === null) return null
    total += one
  }
  return total
}

/** The best `most` of a list, best first; what scores alike keeps its order. Nothing typed keeps the list's order. */
export function rank<Item>(typed: string, items: readonly Item[], name: (item: Item) => string, most: number): Item[] {
  if (typed.trim() === '') return items.slice(0, most)
  const scored: { item: Item; score: number; place: number }[] = []
  items.forEach((item, place) => {
    const one = score(typed, name(item))
    if (one !== null) scored.push({ item, score: one, place })
  })
  scored.sort((a, b) => b.score - a.score || a.place - b.place)
  return scored.slice(0, most).map((each) => each.item)
}
