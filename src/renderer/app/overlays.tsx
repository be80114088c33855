/** What opens over any page: the palette and the list of keys. */
export function Overlays() {
  return null
}
