import { useState } from 'react'
import { useClient } from '../app/context'
import { Button } from '../components/Button'
import { Card } from '../components/Card'
import { FolderPicker } from '../folders/FolderPicker'
import { PlaceRow } from './PlaceRow'
import { usePlaces } from './use-places'

/** The places to watch. Changing one never removes anything. */
export function PlacesCard() {
  const places = usePlaces()
  const desktop = useClient().host === 'desktop'
  const [picking, setPicking] = useState(false)
  return (
    <Card
      title="Places to watch"
      actions={
        <Button small icon="plus" popup="dialog" onClick={() => (desktop ? places.choose() : setPicking(true))}>
          Add a folder
        </Button>
      }
    >
      {places.fault !== null && (
        <p className="settings-fault small" role="alert">
          {places.fault}
        </p>
      )}
      {places.list !== null && (
        <ul>
          {places.list.map((place) => (
            <PlaceRow
              key={place.id}
              place={place}
              onTurn={(on) => places.turn(place.id, on)}
              onForget={() => places.forget(place.id)}
            />
          ))}
        </ul>
      )}
      {places.list?.length === 0 && (
        <p className="settings-line text-2">No place is watched. Add a folder that holds your checkouts.</p>
      )}
      {picking && (
        <FolderPicker
          onClose={() => setPicking(false)}
          onDone={(list) => {
            places.take(list)
            setPicking(false)
          }}
        />
      )}
    </Card>
  )
}
