import type { SourceReport } from '../../../../shared/model'
import type { GitAnswer } from '../../tools/git/version'

const blank = (): SourceReport => ({
  id: 'git',
  name: 'git',
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
      return { ...blank(), ok: true, said: `git ${git.version}` }
    case 'missing':
      return {
        ...blank(),
        name: 'git is missing',
        said: 'git: command not found',
        means,
        fix: 'Install git or put it on PATH, then try again.'
      }
    case 'failed':
      return {
        ...blank(),
        name: 'git could not be asked',
        said: git.said,
        means,
        fix: 'Run this in a terminal to see what is wrong, then try again.',
        command: 'git --version'
      }
  }
}
