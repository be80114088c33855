import { useState } from 'react'
import { amountOf, estimateReason, figure, inPage, isFloor, unreadableIn } from '../../shared/bytes'
import type { Summary } from '../../shared/model'
import { ageWords, useNow } from '../components/age'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { counted } from '../components/words'
import { usePage, useUnits } from '../store/store'
import './how-counted.css'

/** One rule of counting, with what it comes to here. */
function Rule({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="medium">{name}</dt>
      <dd className="text-2">{children}</dd>
    </>
  )
}

const floorWords = ({ scan, total }: Summary): string => {
  const rule = 'Stands before a figure with parts that could not be read, or not yet: it is at least that much.'
  if (total === null || !isFloor(total) || scan === 'running') return rule
  return `${rule} ${counted(unreadableIn(total), 'folder or file', 'folders and files')} could not be read. Each workspace names its own.`
}

function Rules({ summary }: { summary: Summary }) {
  const units = useUnits()
  const now = useNow(30_000)
  const { sharedBytes, estimate, total, finishedAt } = summary
  const age = ageWords(finishedAt, now)
  const shared = sharedBytes ?? 0
  return (
    <dl className="counting small">
      <Rule name="Freed">
        {'What deleting would give back: the blocks each file takes on the disk, each file once.'}
      </Rule>
      <Rule name="Shared, not counted">
        {`Files with a link elsewhere belong to no single workspace.${
          shared > 0 ? ` ${inPage(shared, units)} here is freed when the last one that has them goes.` : ''
        }`}
      </Rule>
      <Rule name="≥">{floorWords(summary)}</Rule>
      <Rule name="up to">
        {estimate === null
          ? 'Stands before a figure of a file system that lets files share blocks. There is none here.'
          : estimateReason(estimate)}
      </Rule>
      <Rule name="Mounts">
        {'Removing a workspace does not reach into what is mounted inside it, so that is in no figure.'}
      </Rule>
      {total !== null && (
        <Rule name="Together">{`${figure(total, units, estimate)} is what all of them would free at once${
          age === null ? '' : `, measured ${age}`
        }; ${amountOf(total) === 0 ? 'there is nothing to add up' : 'the figures of single ones do not add up to it'}.`}</Rule>
      )}
    </dl>
  )
}

/** Opens what stands behind every figure: what is counted, what is not, and how sure it is. */
export function HowCountedButton() {
  const summary = usePage((state) => state.summary)
  const [open, setOpen] = useState(false)
  if (summary === null) return null
  return (
    <>
      <Button kind="quiet" small popup="dialog" onClick={() => setOpen(true)}>
        How this was counted
      </Button>
      {open && (
        <Dialog
          title="How this was counted"
          onClose={() => setOpen(false)}
          footer={
            <>
              <span className="spacer" />
              <Button onClick={() => setOpen(false)}>Close</Button>
            </>
          }
        >
          <Rules summary={summary} />
        </Dialog>
      )}
    </>
  )
}
