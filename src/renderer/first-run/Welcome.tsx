import { useEffect, useId, useRef, useState } from 'react'
import type { WatchedPlace } from '../../shared/model'
import { useApp } from '../app/context'
import { useScan } from '../app/scan'
import { Button } from '../components/Button'
import { Icon } from '../components/Icon'
import { Logo } from '../components/Logo'
import { Chip } from '../components/Marks'
import { CheckBox } from '../components/Switch'
import { counted, homePath } from '../components/words'
import { FolderPicker } from '../folders/FolderPicker'
import { usePlaces } from '../settings/use-places'
import { usePage } from '../store/store'
import './welcome.css'

const foundWords = { found: 'Found', absent: 'Not found', closed: 'Cannot be read' } as const

const chipWord = (place: WatchedPlace): string =>
  place.found === 'found' && place.mode === 'look' ? 'Look only' : foundWords[place.found]

function PlaceRow({ place, onTurn }: { place: WatchedPlace; onTurn: (on: boolean) => void }) {
  const id = useId()
  const home = usePage((state) => state.info?.home ?? '')
  const there = place.found === 'found'
  const note = noteOf(place)
  return (
    <li className="welcome-place">
      <CheckBox id={id} on={place.on && there} disabled={!there} onChange={onTurn} />
      <span className="text-2">
        <Icon name="folder" />
      </span>
      <label className="welcome-words" htmlFor={id}>
        <span className="medium cut">{place.title}</span>
        <span className="small text-3 cut" title={place.path}>
          <span className="mono">{homePath(place.path, home)}</span>
          {note !== '' && `, ${note}`}
        </span>
      </label>
      <Chip>{chipWord(place)}</Chip>
    </li>
  )
}

function Promises() {
  return (
    <ul className="welcome-promises small text-2">
      <li>
        <Icon name="eye" size={14} />
        <span>A scan only reads. Nothing is removed until you review a plan.</span>
      </li>
      <li>
        <Icon name="shield" size={14} />
        <span>If something cannot be checked, it is kept.</span>
      </li>
      <li>
        <Icon name="lock" size={14} />
        <span>Everything stays on this machine.</span>
      </li>
    </ul>
  )
}

/** What stands after the path: a title says already whose folder it is. */
const noteOf = (place: WatchedPlace): string => {
  if (place.found !== 'found') return place.found === 'absent' ? '' : place.detail
  return place.mode === 'look' ? 'measured only, never offered for removal' : 'clones and agent worktrees'
}

/** The first run: what was found, one button, three promises. */
export function Welcome() {
  const { client } = useApp()
  const scan = useScan()
  const places = usePlaces()
  const [picking, setPicking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const listed = places.list !== null
  const chosen = (places.list ?? []).filter((place) => place.on && place.found === 'found').length
  useEffect(() => {
    if (listed && document.activeElement === document.body) button.current?.focus()
  }, [listed])
  const add = () => (client.host === 'desktop' ? places.choose() : setPicking(true))
  return (
    <div className="welcome">
      <Logo size={52} />
      <h2 className="welcome-title">See what your workspaces really cost</h2>
      <p className="welcome-says text-2">
        Clearhold measures what deleting each workspace would free, and checks each one for work that exists nowhere
        else. Choose what it may look at.
      </p>
      <ul className="card welcome-places" aria-label="Places to scan" aria-busy={!listed}>
        {(places.list ?? []).map((place) => (
          <PlaceRow key={place.id} place={place} onTurn={(on) => places.turn(place.id, on)} />
        ))}
        <li>
          <button type="button" className="welcome-add medium text-2" aria-haspopup="dialog" onClick={add}>
            <Icon name="plus" />
            Add another folder
          </button>
        </li>
      </ul>
      {places.fault !== null && (
        <p className="amber-text" role="alert">
          {places.fault}
        </p>
      )}
      <div className="welcome-start">
        <Button
          kind="primary"
          ref={button}
          disabled={chosen === 0}
          {...(listed && chosen === 0 ? { reason: 'Choose a place or add a folder first.' } : {})}
          onClick={scan.start}
        >
          {chosen === 0 ? 'Scan' : `Scan ${counted(chosen, 'place')}`}
        </Button>
        {chosen > 0 && <span className="text-3">About a minute the first time</span>}
      </div>
      <Promises />
      {picking && (
        <FolderPicker
          onDone={(list) => {
            places.take(list)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}
