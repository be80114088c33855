import type { ReactNode } from 'react'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Announcer, createAnnouncer } from './announce'
import { Icon } from './Icon'
import './voice.css'

interface Voice extends Announcer {
  /** Shows a line for four seconds: copied, saved, scan finished. Never for a removal. */
  toast(words: string): void
  /** Shows and speaks at once what was refused, for eight seconds. */
  refuse(words: string): void
}

const VoiceContext = createContext<Voice | null>(null)

/** The live region and the toasts of the page. The region stands beside the root, which a dialog makes inert. */
export function VoiceProvider({ children }: { children: ReactNode }) {
  const [spoken, setSpoken] = useState('')
  const [shown, setShown] = useState<{ words: string; icon: 'check' | 'warning' } | null>(null)
  const voice = useMemo<Voice>(() => {
    const announcer = createAnnouncer(
      setSpoken,
      () => performance.now(),
      (run, ms) => void setTimeout(run, ms)
    )
    return {
      ...announcer,
      toast: (words) => {
        setShown({ words, icon: 'check' })
        announcer.now(words)
      },
      refuse: (words) => {
        setShown({ words, icon: 'warning' })
        announcer.now(words)
      }
    }
  }, [])
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), shown.icon === 'check' ? 4000 : 8000)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <VoiceContext.Provider value={voice}>
      {children}
      {createPortal(
        <div className="spoken" role="status" aria-live="polite" data-live>
          {spoken}
        </div>,
        document.body
      )}
      {shown !== null && (
        <div className="toast" aria-hidden="true">
          <Icon name={shown.icon} size={14} />
          {shown.words}
        </div>
      )}
    </VoiceContext.Provider>
  )
}

export function useVoice(): Voice {
  const voice = useContext(VoiceContext)
  if (voice === null) throw new Error('A view was drawn outside the page.')
  return voice
}
