import { amountOf } from '../../shared/bytes'
import type { TreeLevel } from '../../shared/model'
import { Legend } from '../treemap/Legend'

/** What a level holds by kind: a bar, and its legend with the figures. */
export function KindBar({ level }: { level: TreeLevel | null }) {
  const kinds = (level?.kinds ?? []).filter(({ bytes }) => amountOf(bytes) > 0)
  return (
    <div className="kind-bar">
      <div className="kind-strip" aria-hidden="true">
        {kinds.map(({ kind, bytes }) => (
          <span key={kind} className={`form-${kind}`} style={{ flexGrow: amountOf(bytes) }} />
        ))}
      </div>
      <Legend colouring="kind" level={level} groups={[]} />
    </div>
  )
}
