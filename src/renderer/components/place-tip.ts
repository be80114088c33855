export interface Rect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const gap = 6

/** Where a tip of `size` goes: under the thing, over it when there is no room, and always inside the window. Pixels. */
export function placeTip(
  at: Rect,
  size: { width: number; height: number },
  window: { width: number; height: number }
): { left: number; top: number } {
  const under = at.top + at.height + gap
  const over = at.top - gap - size.height
  const top = under + size.height <= window.height - gap ? under : Math.max(gap, over)
  const left = Math.min(Math.max(gap, at.left), Math.max(gap, window.width - size.width - gap))
  return { left, top }
}
