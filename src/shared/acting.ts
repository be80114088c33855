import type { ActProgress } from './plan'

const running: readonly ActProgress['state'][] = ['second-look', 'removing', 'finishing']

/** Whether an act is still at work. */
export const isActing = (progress: Pick<ActProgress, 'state'> | null): boolean =>
  progress !== null && running.includes(progress.state)
