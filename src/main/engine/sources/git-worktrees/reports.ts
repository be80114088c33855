import type { SourceReport } from '../../../../shared/model'
import type { GitAnswer } from '../../tools/git/version'

const blank = (id: SourceReport['id']): SourceReport => ({
  id,
  name: id,
  ok: false,
  said: '',
  means: '',
  fix: '',
  command: null,
  askedAt: new Date().toISOString()
})

const means = 'Clearhold could not tell what is unsaved anywhere, so no removal plan runs. Sizes are measured as usual.'

/** Whether git answered. */
export function reportGit(git: GitAnswer): SourceReport {
  switch (git.kind) {
    case 'works':
      return { ...blank('git'), ok: true, said: `git ${git.version}` }
    case 'missing':
      return {
        ...blank('git'),
        name: 'git is missing',
        said: 'git: command not found',
        means,
        fix: 'Install git or put it on PATH, then try again.'
      }
    case 'failed':
      return {
        ...blank('git'),
        name: 'git could not be asked',
        said: git.said,
        means,
        fix: 'Run this in a terminal to see what is wrong, then try again.',
        command: 'git --version'
      }
  }
}

/** Folders that the search for checkouts could not list. */
export const reportFolders = (
  count: number,
  first: { readonly path: string; readonly said: string }
): SourceReport => ({
  ...blank('folders'),
  name: count === 1 ? '1 folder could not be read' : `${count} folders could not be read`,
  said: `${first.path}: ${first.said}`,
  means: 'Checkouts in there are not shown, and the workspaces around them show a floor (≥).',
  fix: 'A container often writes files as another user. Make the folder readable, then try again.'
})
