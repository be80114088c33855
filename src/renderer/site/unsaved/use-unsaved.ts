import { useCallback, useEffect, useState } from 'react'
import type { UnsavedDetail } from '../../../shared/unsaved'
import { useClient } from '../../app/context'
import { useVoice } from '../../components/Voice'
import { faultWords } from '../../folders/use-folder'
import { titleOf } from './headline'

export interface UnsavedAsking {
  readonly detail: UnsavedDetail | null
  readonly fault: string | null
  readonly asking: boolean
  ask(): void
}

/** Asks git about one site when it is opened, and again when told to. An answer that comes too late is not shown. */
export function useUnsaved(site: string): UnsavedAsking {
  const client = useClient()
  const voice = useVoice()
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Omit<UnsavedAsking, 'ask'>>({ detail: null, fault: null, asking: true })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again, the voice stays the same
  useEffect(() => {
    let over = false
    setAnswer((before) => ({ ...before, asking: true }))
    client.call('site.unsaved', { site }).then(
      (detail) => {
        if (over) return
        setAnswer({ detail, fault: null, asking: false })
        if (round > 0 && detail.unsaved !== null) voice.now(`git answered: ${titleOf(detail.unsaved)}`)
      },
      (error: unknown) => !over && setAnswer({ detail: null, fault: faultWords(error), asking: false })
    )
    return () => {
      over = true
    }
  }, [client, site, round])

  return { ...answer, ask: useCallback(() => setRound((before) => before + 1), []) }
}
