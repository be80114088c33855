/** The first screen. */
export function OverviewPage() {
  return null
}
