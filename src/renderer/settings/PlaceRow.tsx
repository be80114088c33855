import { useId } from 'react'
import type { WatchedPlace } from '../../shared/model'
import { Button } from '../components/Button'
import { PathText } from '../components/CopyText'
import { Figure } from '../components/Figure'
import { Icon } from '../components/Icon'
import { Switch } from '../components/Switch'

const modeWords = { act: 'Plans may act', look: 'Look only' } as const

function ModeChip({ place }: { place: WatchedPlace }) {
  if (place.found === 'absent') return <span className="chip chip-cannot-tell">Not found</span>
  if (place.found === 'closed') return <span className="chip chip-cannot-tell">Cannot be read</span>
  return <span className="chip">{modeWords[place.mode]}</span>
}

export interface PlaceRowProps {
  readonly place: WatchedPlace
  readonly onTurn: (on: boolean) => void
  readonly onForget: () => void
}

/** One place: where it is, what Clearhold may do there, what it holds, and whether it is watched. */
export function PlaceRow({ place, onTurn, onForget }: PlaceRowProps) {
  const id = useId()
  return (
    <li className="place-row">
      <Icon name="folder" />
      <div className="place-words">
        <div className="small medium cut">
          <PathText path={place.path} most={52} />
        </div>
        <div id={id} className="small text-3 cut" title={place.detail}>
          {place.detail}
        </div>
      </div>
      {place.own && (
        <Button kind="quiet" small onClick={onForget} label={`Stop watching ${place.path}`}>
          Stop watching
        </Button>
      )}
      <ModeChip place={place} />
      <span className="place-bytes small medium">{place.bytes !== null && <Figure bytes={place.bytes} />}</span>
      <Switch label={`Watch ${place.path}`} on={place.on} onChange={onTurn} describedBy={id} />
    </li>
  )
}
