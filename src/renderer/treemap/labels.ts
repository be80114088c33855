/** What fits on a tile. */
export interface LabelForm {
  readonly name: boolean
  readonly size: boolean
  readonly icon: boolean
  /** Narrow tiles have narrower edges. */
  readonly tight: boolean
}

/** The widest a character of a size can be at 11.5 px. Pixels. */
const glyph = 6.6

/**
 * Name and size from 58 × 34, the name alone from 64 × 18, an icon from 84 wide; a size is never cut, so it is left out
 * where its `sizeLength` characters do not fit. Pixels.
 */
export function labelForm(width: number, height: number, sizeLength: number): LabelForm {
  const tight = width < 78 || height < 40
  const room = width - (tight ? 10 : 14)
  const size = width >= 58 && height >= 34 && sizeLength * glyph <= room
  const name = size || (width >= 64 && height >= 18)
  return { name, size, icon: width >= 84 && height >= 18, tight }
}
