// What the rounds say: medians, and medians of the ratios within each round.

export const middle = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2
}

/**
 * Per contestant: the median time, and the medians of the ratios within each round. `toPeer` is the ratio to the best
 * peer: of the medians against each peer the highest.
 */
export function summaryOf(rounds, peers) {
  const against = (name, other) => middle(rounds.map((round) => round.took[name] / round.took[other]))
  return Object.keys(rounds[0].took)
    .map((name) => ({
      name,
      ms: middle(rounds.map((round) => round.took[name])),
      toPeer: Math.max(...peers.filter((peer) => peer !== name).map((peer) => against(name, peer))),
      toFloor: against(name, 'C floor, 1 thread')
    }))
    .sort((one, other) => one.ms - other.ms)
}

function about(size, rounds) {
  const last = rounds.flatMap((round) => Object.values(round.more)).at(-1)
  const loads = rounds.map((round) => round.load)
  const of = (key) => Math.max(...rounds.map((round) => round.more['walk, native']?.[key] ?? 0))
  const load = `load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`
  const late = `event loop at most ${of('lateMs').toFixed(1)} ms late, ${(of('addedBytes') / 1e6).toFixed(0)} MB added`
  return `${size}: ${last?.entries.toLocaleString('en-GB')} entries, ${rounds.length} rounds, ${load}; ${late}`
}

/** A table in Markdown for people and for the README. */
export function table({ trees, peers, cores, model, node, cold }) {
  const lines = [`${cores} cores (${model}), Node ${node}, ${cold ? 'cold' : 'warm'} cache`]
  for (const [size, rounds] of Object.entries(trees)) {
    lines.push('', about(size, rounds), '', '| | ms | ÷ best peer | ÷ C floor |', '| --- | ---: | ---: | ---: |')
    for (const { name, ms, toPeer, toFloor } of summaryOf(rounds, peers))
      lines.push(`| ${name} | ${ms.toFixed(ms < 100 ? 1 : 0)} | ${toPeer.toFixed(2)} | ${toFloor.toFixed(2)} |`)
  }
  return lines.join('\n')
}
