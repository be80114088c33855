import { useMemo } from 'react'
import { useGo } from '../app/route'
import { Button } from '../components/Button'
import { Card } from '../components/Card'
import { EmptyState } from '../components/EmptyState'
import { Figure } from '../components/Figure'
import { Icon } from '../components/Icon'
import { usePage } from '../store/store'
import { type EyeEntry, eyeMost, needsEye } from './eye'

function Entry({ entry }: { entry: EyeEntry }) {
  const go = useGo()
  return (
    <li>
      <button type="button" className="eye-row" onClick={() => go({ page: 'site', site: entry.site.id, tab: 'space' })}>
        <span className={entry.loses ? 'eye-icon amber-text' : 'eye-icon text-2'}>
          <Icon name={entry.icon} size={14} />
        </span>
        <span className="eye-words">
          <span className="eye-name small medium mono cut" title={entry.site.path}>
            {entry.name}
          </span>
          <span className="eye-why small text-2 cut" title={entry.reason ?? undefined}>
            {entry.why}
          </span>
        </span>
        <span className="small medium">
          <Figure bytes={entry.site.disk} estimate={entry.site.estimate} missing="not measured" />
        </span>
      </button>
    </li>
  )
}

/** "Kept, and needs your eye": the largest of what would lose work or could not be told. */
export function EyeCard() {
  const go = useGo()
  const sites = usePage((state) => state.sites)
  const byId = usePage((state) => state.sitesById)
  const { shown, all } = useMemo(() => needsEye(sites, byId), [sites, byId])
  return (
    <Card
      className="eye-card"
      title="Kept, and needs your eye"
      actions={
        all > eyeMost ? (
          <Button kind="quiet" small onClick={() => go({ page: 'workspaces', groups: ['would-lose', 'cannot-tell'] })}>
            Show all {all.toLocaleString('en-GB')}
          </Button>
        ) : (
          <span className="small text-3 tabular">{all}</span>
        )
      }
    >
      {all === 0 ? (
        <EmptyState icon="check" title="Nothing needs your eye" />
      ) : (
        <div className="eye-scroll">
          <ul className="eye-list">
            {shown.map((entry) => (
              <Entry key={entry.site.id} entry={entry} />
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
