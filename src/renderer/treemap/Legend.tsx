import type { Bytes, Estimate } from '../../shared/bytes'
import type { Summary, TreeLevel, VerdictGroup } from '../../shared/model'
import { groupWords } from '../../shared/verdict'
import { Figure } from '../components/Figure'
import { Swatch } from '../components/Marks'
import type { Colouring } from './items'
import { kindWords } from './words'

const order: readonly VerdictGroup[] = ['nothing-to-lose', 'would-lose', 'in-use', 'cannot-tell']

function Entry(props: { form: string; word: string; bytes: Bytes | null; estimate: Estimate | null }) {
  const { form, word, bytes, estimate } = props
  return (
    <li className="legend-entry">
      <Swatch form={form} />
      {word}{' '}
      <b>
        <Figure bytes={bytes} estimate={estimate} missing="–" />
      </b>
    </li>
  )
}

/** What the colours mean, with the figure of each: the engine's own per verdict, the level's per kind. */
export function Legend({
  colouring,
  level,
  groups
}: {
  colouring: Colouring
  level: TreeLevel | null
  groups: Summary['groups']
}) {
  if (colouring === 'kind')
    return (
      <ul className="legend" aria-label="Kinds">
        {(level?.kinds ?? []).map(({ kind, bytes }) => (
          <Entry key={kind} form={kind} word={kindWords[kind]} bytes={bytes} estimate={level?.estimate ?? null} />
        ))}
      </ul>
    )
  return (
    <ul className="legend" aria-label="Verdicts">
      {order.map((group) => {
        const of = groups.find((one) => one.group === group)
        return (
          <Entry
            key={group}
            form={group}
            word={groupWords[group]}
            bytes={of?.bytes ?? null}
            estimate={of?.estimate ?? null}
          />
        )
      })}
    </ul>
  )
}
