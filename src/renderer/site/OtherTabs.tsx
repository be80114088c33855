import { EmptyState } from '../components/EmptyState'

/** What devpod and devlaunch wrote down about it. */
export function RecordsTab() {
  return (
    <EmptyState icon="file" title="Not read yet">
      The record that devpod keeps of a workspace and the one that devlaunch keeps stand side by side here once both are
      read. Where they disagree, no plan acts.
    </EmptyState>
  )
}

/** Its size over time. */
export function SiteHistoryTab() {
  return (
    <EmptyState icon="history" title="No readings yet">
      One reading a day is kept, so that you see what grew. There is none of this workspace.
    </EmptyState>
  )
}
