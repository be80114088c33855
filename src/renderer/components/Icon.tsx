import './icon.css'
import { type Drawing, type IconName, icons } from './icons'

export type { IconName } from './icons'

/** An icon of our family. Decoration beside words unless it is given a `label` of its own. Sizes in pixels. */
export function Icon({ name, size = 16, label }: { name: IconName; size?: 12 | 14 | 16; label?: string }) {
  const drawing: Drawing = icons[name]
  return (
    <svg
      className="icon"
      data-icon={name}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      strokeWidth={size === 12 ? 1.8 : 1.5}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    >
      {drawing.strokes !== undefined && <path d={drawing.strokes} />}
      {drawing.filled !== undefined && <path className="icon-filled" d={drawing.filled} />}
    </svg>
  )
}
