import type { Reason } from '../../../shared/model'
import type { PlanRow } from '../../../shared/plan'
import { reasonsInOrder } from './reasons'

/** The one step that would change the answer for a row that stays. */
export interface Remedy {
  readonly text: string
  /** A page where the step is taken; absent where it is taken elsewhere. */
  readonly to?: 'unsaved'
}

const again = 'then plan again'

/** What a person can do about the reason that leads. Pure; null for a row that goes. */
export function remedyFor(row: Pick<PlanRow, 'decision' | 'kind' | 'reasons'>): Remedy | null {
  const [lead] = reasonsInOrder(row.reasons)
  return row.decision !== 'keep' || lead === undefined ? null : remedyOf(lead, row.kind)
}

function remedyOf({ kind, code }: Reason, of: PlanRow['kind']): Remedy {
  switch (kind) {
    case 'loses':
      return { text: `Save what is named here, ${again}.`, to: 'unsaved' }
    case 'held':
      if (of === 'volumes' || of === 'launch-lock')
        return { text: `It goes once devpod has no record of that workspace. Delete the workspace, ${again}.` }
      return { text: `Delete the workspace that opens it, ${again}. Prune itself never deletes a workspace.` }
    case 'disputed':
      return { text: `Open the workspace where it is now, or delete it, so that the records agree, ${again}.` }
    case 'claimed':
      return { text: `Wait until the launch has ended, ${again}.` }
    case 'refused':
      return { text: `Make the folder readable for you, ${again}.` }
    case 'unknown':
      if (code === 'unlocatable') return { text: `Delete the workspace that could be anywhere, ${again}.` }
      if (code === 'devpod-unreadable') return { text: `Make devpod answer, ${again}.` }
      return { text: `Look into the folder and settle what is named here, ${again}.`, to: 'unsaved' }
    default:
      return { text: `Settle what is named here, ${again}.` }
  }
}
