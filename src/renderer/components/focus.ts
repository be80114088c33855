const takers =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex="-1"])'

/** Everything inside that Tab reaches, in order. */
export const focusable = (inside: Element): HTMLElement[] =>
  [...inside.querySelectorAll<HTMLElement>(takers)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0
  )

/** The next stop after `from` inside a trap, round and round; the first one when `from` is outside. */
export function nextInTrap(inside: Element, from: Element | null, way: 'forward' | 'back'): HTMLElement | null {
  const stops = focusable(inside)
  const at = from instanceof HTMLElement ? stops.indexOf(from) : -1
  if (at === -1) return (way === 'forward' ? stops[0] : stops.at(-1)) ?? null
  return stops[(at + (way === 'forward' ? 1 : -1) + stops.length) % stops.length] ?? null
}

/** The region after the one that holds the focus, for F6: its first stop, or the region itself. */
export function nextRegion(regions: readonly HTMLElement[], from: Element | null, back: boolean): HTMLElement | null {
  // The innermost one: a rail lies inside the main region.
  const at = regions.findLastIndex((region) => region.contains(from))
  const step = back ? -1 : 1
  const start = at === -1 ? (back ? 0 : -1) : at
  for (let tried = 1; tried <= regions.length; tried += 1) {
    const region = regions[(start + step * tried + regions.length * 2) % regions.length]
    const stop = region === undefined ? undefined : focusable(region)[0]
    if (stop !== undefined) return stop
  }
  return null
}
