import './icon.css'

/** The app's mark: a tray, and what is lifted out of it. */
export function Logo({ size }: { size: number }) {
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 512 512" aria-hidden="true">
      <rect width="512" height="512" rx="124" fill="var(--aqua)" />
      <path
        fill="none"
        stroke="var(--on-aqua)"
        strokeWidth="48"
        strokeLinecap="round"
        d="M128 208v128a56 56 0 0 0 56 56h144a56 56 0 0 0 56-56V208"
      />
      <g fill="var(--on-aqua)">
        <path stroke="var(--on-aqua)" strokeWidth="40" strokeLinejoin="round" d="m256 116 50 48H206Z" />
        <path d="M232 140h48v100a24 24 0 0 1-48 0Z" />
        <rect x="192" y="296" width="128" height="40" rx="20" />
      </g>
    </svg>
  )
}
