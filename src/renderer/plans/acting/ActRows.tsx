import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import { amountOf, inPage } from '../../../shared/bytes'
import { Icon } from '../../components/Icon'
import { plainCounts } from '../../components/words'
import { useUnits } from '../../store/store'
import { kindIcons, rowName } from '../words'
import { type ActingRow, statusMarks } from './status'

/** The bytes of a row: what it holds while it waits, what went of it after. */
function Bytes({ acting: { row, status, gone } }: { acting: ActingRow }) {
  const units = useUnits()
  const held = 'disk' in row && row.disk !== null ? amountOf(row.disk) : null
  if (held === null && gone === 0) return null
  if (status === 'waiting' || status === 'left') return <>{inPage(held ?? 0, units)}</>
  if (status === 'removing' && gone === 0) return <>{inPage(held ?? 0, units)}</>
  if (status === 'went' || held === null) return <>{inPage(gone, units)}</>
  return (
    <>
      {inPage(gone, units)} of {inPage(held, units)}
    </>
  )
}

/** Why a row stayed or what refused, in the system's own words. */
function Told({ acting: { done } }: { acting: ActingRow }) {
  if (done === null) return null
  const [first, ...more] = done.refusals
  if (first === undefined)
    return done.because === null ? null : <p className="act-told small text-2">{plainCounts(done.because)}</p>
  return (
    <p className="act-told small text-2">
      The system said <code className="mono">{first.said}</code> for{' '}
      <code className="mono" title={first.path}>
        {first.path.slice(done.path.length + 1) || first.path}
      </code>
      .{more.length > 0 && ` ${more.length} more refused.`}
    </p>
  )
}

function Share({ acting: { row, gone, status } }: { acting: ActingRow }) {
  const held = 'disk' in row && row.disk !== null ? amountOf(row.disk) : 0
  if (status !== 'removing' || held === 0 || gone === 0) return null
  return <i className="act-share" aria-hidden="true" style={{ width: `${Math.min(1, gone / held) * 100}%` }} />
}

function Row({ acting }: { acting: ActingRow }) {
  const { row, status, word } = acting
  return (
    <div className={`act-row act-row-${status}`} data-row={acting.id}>
      <span className="text-2">
        <Icon name={kindIcons[row.kind]} size={14} />
      </span>
      <span className="mono cut act-name" title={row.path}>
        {rowName(row)}
      </span>
      <span className="act-status small">
        <Icon name={statusMarks[status].icon} size={14} />
        {word}
      </span>
      <span className="act-bytes small medium tabular">
        <Bytes acting={acting} />
      </span>
      <Told acting={acting} />
      <Share acting={acting} />
    </div>
  )
}

/** Up to here every row stands in the page. */
const allUpTo = 200

/** The rows with their live status; the row in hand stays in view. */
export function ActRows({ rows }: { rows: readonly ActingRow[] }) {
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 36,
    getItemKey: useCallback((place: number) => rows[place]?.id ?? place, [rows]),
    overscan: rows.length <= allUpTo ? allUpTo : 12
  })
  const current = rows.findIndex((row) => row.status === 'removing')
  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(current)
  }, [virtual, current])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className="act-rows" ref={scroller} aria-label="What is removed" tabIndex={0}>
      <ul className="act-room" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const acting = rows[item.index]
          if (acting === undefined) return null
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Row acting={acting} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
