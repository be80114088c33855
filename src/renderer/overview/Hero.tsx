import { amountOf } from '../../shared/bytes'
import type { PlanName, Summary } from '../../shared/model'
import { planWords } from '../app/Sidebar'
import { ageWords, useNow } from '../components/age'
import { Button } from '../components/Button'
import { Figure } from '../components/Figure'
import { Icon } from '../components/Icon'
import { counted } from '../components/words'
import { HowCountedButton } from '../figures/HowCounted'
import { usePlanFigure } from '../plans/use-figure'
import { useOffer } from '../plans/use-offer'

const takes: Readonly<Record<PlanName, string>> = {
  prune: 'Clone folders no workspace opens',
  worktrees: 'Agent worktrees inside clones that stay',
  regenerable: 'Environments a lockfile restores',
  scratch: 'Session folders whose session ended',
  reconcile: 'Records that point at a folder that moved',
  purge: 'Every workspace devlaunch made'
}

/** Opens a plan's review, or says what it waits for; nothing where it cannot be made. */
function ReviewButton({ plan }: { plan: PlanName }) {
  const { offer, open } = useOffer(plan)
  if (offer.kind === 'absent') return null
  if (offer.kind === 'waits')
    return (
      <Button small disabled>
        {offer.why}
      </Button>
    )
  return (
    <Button small popup="dialog" onClick={open}>
      Review<span className="spoken"> {planWords[plan].word}</span>
    </Button>
  )
}

/** What one plan would free: its figure, "Nothing to do", or that it is not known yet. */
function PlanCell({ summary, plan }: { summary: Summary; plan: PlanName }) {
  const { bytes, at } = usePlanFigure(plan)
  const now = useNow(30_000)
  const { word, icon } = planWords[plan]
  // A plan that was made here has its own rows; without a byte it may hold volumes and locks still.
  const nothing = bytes !== null && at === null && amountOf(bytes) === 0
  return (
    <li className={bytes === null ? 'plan-cell plan-unknown' : 'plan-cell'}>
      <h3 className="plan-name">
        <Icon name={icon} size={14} />
        {word}
      </h3>
      <p className="plan-figure">
        {nothing ? 'Nothing to do' : <Figure bytes={bytes} estimate={summary.estimate} missing="Not known yet" />}
      </p>
      <p className="plan-takes small text-3">
        {takes[plan]}
        {at !== null && `, planned ${ageWords(at, now)}`}
      </p>
      {!nothing && <ReviewButton plan={plan} />}
    </li>
  )
}

/** The plans side by side; four beside the headline figure, with Reconcile where there is room for five. */
export function PlanCells({ summary, five = false }: { summary: Summary; five?: boolean }) {
  const shown: readonly PlanName[] = ['prune', 'worktrees', 'regenerable', 'scratch']
  return (
    <ul className="plan-cells" aria-label="Plans">
      {(five ? [...shown, 'reconcile' as const] : shown).map((plan) => (
        <PlanCell key={plan} summary={summary} plan={plan} />
      ))}
    </ul>
  )
}

function HeadlineWords({ summary }: { summary: Summary }) {
  if (summary.reclaimable === null)
    return (
      <>
        Plans say what can go with nothing to lose.
        <br />
        None has been made yet.
      </>
    )
  if (amountOf(summary.reclaimable) === 0)
    return <>What is left is in use, holds unsaved work, or could not be checked.</>
  return (
    <>
      Nothing in it holds unsaved work.
      <br />
      Each plan is reviewed before it acts.
    </>
  )
}

/** The first question: what can I get back, with nothing to lose. Beside it what all of it holds. */
export function Hero({ summary }: { summary: Summary }) {
  const known = summary.reclaimable !== null
  return (
    <section className="card hero" aria-label="Can be reclaimed">
      <div className="hero-figure-side">
        <h2 className="hero-label">Can be reclaimed now</h2>
        <p className={known ? 'hero-figure' : 'hero-figure hero-unknown'}>
          <Figure bytes={summary.reclaimable} estimate={summary.estimate} missing="Not known yet" />
        </p>
        <p className="small hero-total">
          <span className="medium">
            <Figure bytes={summary.total} estimate={summary.estimate} missing="Nothing measured" />
          </span>{' '}
          <span className="text-2">in {counted(summary.workspaces, 'workspace')}</span>
        </p>
        <p className="small text-3 hero-words">
          <HeadlineWords summary={summary} />
        </p>
        <HowCountedButton />
      </div>
      <PlanCells summary={summary} />
    </section>
  )
}
