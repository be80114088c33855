import { Fragment, useState } from 'react'
import type { WatchedPlace } from '../../shared/model'
import { useClient } from '../app/context'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { Icon } from '../components/Icon'
import { counted } from '../components/words'
import { FolderList } from './FolderList'
import './folder-picker.css'
import { faultWords, type OpenFolder, useFolder } from './use-folder'

export interface FolderPickerProps {
  /** The folder was added; these are the places now. */
  readonly onDone: (places: WatchedPlace[]) => void
  readonly onClose: () => void
}

/** Chooses a folder to watch where no file dialog of the system is at hand. No path goes to the engine, only tokens. */
export function FolderPicker({ onDone, onClose }: FolderPickerProps) {
  const client = useClient()
  const walk = useFolder()
  const [adding, setAdding] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const { listing } = walk
  const here: OpenFolder = {
    ...walk,
    open: (folder) => {
      setRefused(null)
      walk.open(folder)
    }
  }

  const add = () => {
    if (listing === null) return
    setAdding(true)
    client.call('places.add', { folder: listing.folder }).then(onDone, (error: unknown) => {
      setAdding(false)
      setRefused(faultWords(error))
    })
  }
  const problem = refused ?? here.fault

  return (
    <Dialog
      title="Add a folder to watch"
      says="Clearhold measures the git checkouts in it. Nothing in it is offered for removal."
      width={600}
      onClose={onClose}
      footer={
        <>
          {problem !== null && (
            <span className="folder-problem small" role="alert">
              {problem}
            </span>
          )}
          <span className="spacer" />
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={adding} disabled={listing === null || listing.said !== null} onClick={add}>
            Watch this folder
          </Button>
        </>
      }
    >
      <Trail here={here} />
      <div className="folder-frame">
        <Inside here={here} />
      </div>
    </Dialog>
  )
}

function Trail({ here }: { here: OpenFolder }) {
  const { listing, trail, open } = here
  const parent = listing?.parent ?? null
  return (
    <nav className="folder-trail" aria-label="Folder">
      <Button
        kind="quiet"
        small
        icon="up"
        label="Up one folder"
        disabled={parent === null}
        onClick={() => parent !== null && open(parent)}
      />
      {trail.map((crumb, place) => (
        <Fragment key={crumb.folder}>
          {place > 0 && <Icon name="chevron" size={12} />}
          <button
            type="button"
            className="folder-crumb mono"
            aria-current={place === trail.length - 1 ? 'location' : undefined}
            onClick={() => open(crumb.folder)}
          >
            {crumb.words}
          </button>
        </Fragment>
      ))}
    </nav>
  )
}

function Inside({ here: { listing, open } }: { here: OpenFolder }) {
  if (listing === null) return <p className="folder-note text-2">Reading the folder…</p>
  return (
    <>
      {listing.said !== null && (
        <p className="folder-note text-2">
          This folder could not be read: <span className="mono">{listing.said}</span>. Choose another, or ask for the
          right to read it.
        </p>
      )}
      {listing.said === null && listing.folders.length === 0 && (
        <p className="folder-note text-2">There is no folder in it.</p>
      )}
      <FolderList key={listing.folder} listing={listing} onOpen={open} />
      {listing.more > 0 && (
        <p className="folder-more small text-3">{counted(listing.more, 'more folder')} not listed</p>
      )}
    </>
  )
}
