// What the measurement has to show: each figure beside the most it may be.
import { middle } from './table.mjs'

/** The most that a ratio may be, by size; a size that is missing has no bound. */
const bounds = [
  { name: 'walk, native', to: 'best peer', most: { small: 0.75, middle: 0.75, large: 0.75 } },
  { name: 'clearhold size', to: 'best peer', most: { middle: 1, large: 1 } },
  { name: 'walk, TypeScript', to: 'gdu', most: { middle: 1.2, large: 1.2 } },
  { name: 'walk, native', to: "dl's walk", most: { small: 0.65, middle: 0.5 } }
]
const cold = [{ name: 'walk, native, 16 threads', to: 'best peer', most: { small: 0.9, middle: 0.9, large: 0.9 } }]
/** Bytes that a walk over the largest tree may add. */
const mostAdded = { large: 30e6 }

/** The median of the ratios within each round; against the best peer the highest of them. `null`: not measured. */
function ratio(rounds, name, to, peers) {
  const others = to === 'best peer' ? peers : [to]
  const ratios = others
    .filter((other) => rounds[0].took[other] !== undefined)
    .map((other) => middle(rounds.map((round) => round.took[name] / round.took[other])))
  return ratios.length === 0 || rounds[0].took[name] === undefined ? null : Math.max(...ratios)
}

/** One line for each bound, and whether all that were measured are kept. */
export function reach({ trees, peers, cold: isCold }) {
  const lines = []
  let kept = true
  const add = (text, good) => {
    lines.push(`${good ? 'kept  ' : 'MISSED'}  ${text}`)
    kept &&= good
  }
  for (const { name, to, most } of isCold ? cold : bounds)
    for (const [size, limit] of Object.entries(most)) {
      const found = trees[size] === undefined ? null : ratio(trees[size], name, to, peers)
      if (found !== null) add(`${size}: ${name} takes ${found.toFixed(2)} of ${to}, at most ${limit}`, found <= limit)
    }
  for (const [size, limit] of Object.entries(isCold ? {} : mostAdded)) {
    if (trees[size] === undefined) continue
    const added = Math.max(...trees[size].map((round) => round.more['walk, native']?.addedBytes ?? 0))
    add(`${size}: the walk adds ${(added / 1e6).toFixed(0)} MB, at most ${limit / 1e6}`, added <= limit)
  }
  return { lines, kept }
}
