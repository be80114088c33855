import { Card } from '../components/Card'

/** The 30-day line, before there is anything to draw. */
export function HistoryCard() {
  return (
    <Card className="history-card" title="Reclaimable, 30 days">
      <p className="small text-3 history-empty">No readings yet</p>
    </Card>
  )
}
