import { type ReactNode, useState } from 'react'
import type { Settings } from '../../shared/model'
import { useApp } from '../app/context'
import { Card } from '../components/Card'
import { Segmented } from '../components/Segmented'
import { faultWords } from '../folders/use-folder'
import { usePage } from '../store/store'

const themes = [
  { value: 'system', words: 'System' },
  { value: 'dark', words: 'Dark' },
  { value: 'light', words: 'Light' }
] as const
const units = [
  { value: 'decimal', words: 'GB' },
  { value: 'binary', words: 'GiB' }
] as const
const patterns = [
  { value: 'always', words: 'Always' },
  { value: 'need', words: 'By need' }
] as const
const motions = [
  { value: 'system', words: 'As the system' },
  { value: 'off', words: 'Off' }
] as const

function Choice({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="setting">
      <div className="setting-words">
        <div className="medium">{name}</div>
        {note !== undefined && <div className="small text-3">{note}</div>}
      </div>
      {children}
    </div>
  )
}

/** How the page looks. Every choice applies at once and is kept. */
export function AppearanceCard() {
  const { store } = useApp()
  const settings = usePage((state) => state.settings)
  const [fault, setFault] = useState<string | null>(null)
  const change = (next: Partial<Settings>) =>
    void store.changeSettings(next).then(
      () => setFault(null),
      (error: unknown) => setFault(faultWords(error))
    )
  return (
    <Card title="Appearance">
      {fault !== null && (
        <p className="settings-fault small" role="alert">
          {fault}
        </p>
      )}
      <div className="settings-pairs">
        <Choice name="Theme">
          <Segmented label="Theme" value={settings.theme} segments={themes} onChange={(theme) => change({ theme })} />
        </Choice>
        <Choice name="Patterns on tiles" note="Tell verdicts apart without colour">
          <Segmented
            label="Patterns on tiles"
            value={settings.patterns}
            segments={patterns}
            onChange={(value) => change({ patterns: value })}
          />
        </Choice>
        <Choice name="Units">
          <Segmented
            label="Units"
            value={settings.units}
            segments={units}
            onChange={(value) => change({ units: value })}
          />
        </Choice>
        <Choice name="Motion">
          <Segmented
            label="Motion"
            value={settings.motion}
            segments={motions}
            onChange={(motion) => change({ motion })}
          />
        </Choice>
      </div>
    </Card>
  )
}
