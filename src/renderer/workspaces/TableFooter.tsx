import type { Site } from '../../shared/model'
import { Figure } from '../components/Figure'
import { counted } from '../components/words'
import { HowCountedButton } from '../figures/HowCounted'
import { useFreed } from './use-freed'

/** How many sites the list shows, and what they free together, as the engine weighs it. */
export function TableFooter({ sites, all }: { sites: readonly Site[]; all: boolean }) {
  const freed = useFreed(sites, all)
  return (
    <footer className="workspaces-foot small text-3">
      <span className="whole">
        {counted(sites.length, 'workspace')}
        {freed.unmeasured > 0 && `, ${freed.unmeasured.toLocaleString('en-GB')} not measured yet`}
      </span>
      <span className="spacer" />
      <span className="whole">
        Frees{' '}
        <span className="strong text-2">
          <Figure bytes={freed.bytes} estimate={freed.estimate} />
        </span>
      </span>
      <span className="cut">Sizes do not add up to the disk: shared files belong to no single workspace.</span>
      <HowCountedButton />
    </footer>
  )
}
