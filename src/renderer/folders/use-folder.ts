import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFault } from '../../shared/client'
import type { FolderListing } from '../../shared/model'
import { useClient } from '../app/context'
import { usePage } from '../store/store'
import { type Crumb, trailTo } from './trail'

/** What went wrong, in words for people. */
export const faultWords = (error: unknown): string => (error instanceof CallFault ? error.message : String(error))

export interface OpenFolder {
  readonly listing: FolderListing | null
  readonly trail: readonly Crumb[]
  readonly fault: string | null
  open(folder: string | null): void
}

/** Walks through folders by the tokens the engine hands out, beginning at home. The last one asked for is shown. */
export function useFolder(): OpenFolder {
  const client = useClient()
  const home = usePage((state) => state.info?.home ?? '')
  const [listing, setListing] = useState<FolderListing | null>(null)
  const [trail, setTrail] = useState<readonly Crumb[]>([])
  const [fault, setFault] = useState<string | null>(null)
  const asked = useRef(0)

  const open = useCallback(
    (folder: string | null) => {
      asked.current += 1
      const mine = asked.current
      client.call('folders.open', { folder }).then(
        (answer) => {
          if (mine !== asked.current) return
          setListing(answer)
          setTrail((old) => trailTo(old, answer, home))
          setFault(null)
        },
        (error: unknown) => {
          if (mine === asked.current) setFault(faultWords(error))
        }
      )
    },
    [client, home]
  )

  useEffect(() => open(null), [open])
  return { listing, trail, fault, open }
}
