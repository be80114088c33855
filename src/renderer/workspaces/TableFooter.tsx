import type { Site } from '../../shared/model'
import { Button } from '../components/Button'
import { Figure } from '../components/Figure'
import { counted } from '../components/words'
import { HowCountedButton } from '../figures/HowCounted'
import { useFreed } from './use-freed'

export interface TableFooterProps {
  readonly sites: readonly Site[]
  readonly all: boolean
  /** What somebody ticked, shown or not; nothing stands for all that is shown. */
  readonly ticked: readonly Site[]
  readonly onUntick: () => void
}

/** How many sites the list shows or somebody ticked, and what those free together, as the engine weighs it. */
export function TableFooter({ sites, all, ticked, onUntick }: TableFooterProps) {
  const some = ticked.length > 0
  const freed = useFreed(some ? ticked : sites, all && !some)
  return (
    <footer className="workspaces-foot small text-3">
      <span className="whole">
        {some ? `${counted(ticked.length, 'workspace')} ticked` : counted(sites.length, 'workspace')}
        {freed.unmeasured > 0 && `, ${freed.unmeasured.toLocaleString('en-GB')} not measured yet`}
      </span>
      {some && (
        <Button kind="quiet" small onClick={onUntick}>
          Untick
        </Button>
      )}
      <span className="spacer" />
      <span className="whole">
        {some ? 'Together they free' : 'Frees'}{' '}
        <span className="strong text-2">
          <Figure bytes={freed.bytes} estimate={freed.estimate} />
        </span>
      </span>
      <span className="cut">Sizes do not add up to the disk: shared files belong to no single workspace.</span>
      <HowCountedButton />
    </footer>
  )
}
