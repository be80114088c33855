import { useEffect, useRef, useState } from 'react'
import { useRoute } from '../app/route'
import { Icon, type IconName } from '../components/Icon'
import { AboutCard } from './AboutCard'
import { AppearanceCard } from './AppearanceCard'
import { PlacesCard } from './PlacesCard'
import './settings.css'
import { ToolsCard } from './ToolsCard'

type Section = 'places' | 'appearance' | 'tools' | 'about'

const sections: readonly { section: Section; words: string; icon: IconName }[] = [
  { section: 'places', words: 'Watching', icon: 'eye' },
  { section: 'appearance', words: 'Appearance', icon: 'sun' },
  { section: 'tools', words: 'Tools', icon: 'plug' },
  { section: 'about', words: 'About', icon: 'info' }
]
const cards = { places: PlacesCard, appearance: AppearanceCard, tools: ToolsCard, about: AboutCard } as const

/** All settings on one page, with a list of its sections beside them. */
export function SettingsPage() {
  const route = useRoute()
  const asked: Section = route.page === 'settings' ? route.section : 'places'
  const [current, setCurrent] = useState<Section>(asked)
  const parts = useRef(new Map<Section, HTMLElement>())
  const show = (section: Section) => {
    setCurrent(section)
    parts.current.get(section)?.scrollIntoView({ block: 'start' })
  }

  useEffect(() => {
    setCurrent(asked)
    if (asked !== 'places') parts.current.get(asked)?.scrollIntoView({ block: 'start' })
  }, [asked])

  return (
    <div className="settings">
      <nav className="settings-nav" aria-label="Settings">
        {sections.map(({ section, words, icon }) => (
          <button
            key={section}
            type="button"
            className="settings-link medium"
            aria-current={section === current ? 'location' : undefined}
            onClick={() => show(section)}
          >
            <Icon name={icon} size={14} />
            {words}
          </button>
        ))}
      </nav>
      <div className="settings-cards">
        {sections.map(({ section }) => {
          const SectionCard = cards[section]
          return (
            <div
              key={section}
              className="settings-part"
              ref={(element) => {
                if (element === null) parts.current.delete(section)
                else parts.current.set(section, element)
              }}
            >
              <SectionCard />
            </div>
          )
        })}
        <p className="settings-promise small text-2">
          <Icon name="shield" size={14} />
          There is no setting that removes anything on its own. Every removal starts from a plan you review.
        </p>
      </div>
    </div>
  )
}
