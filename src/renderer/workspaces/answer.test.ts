import { expect, test } from 'vitest'
import { unsavedAnswer } from './answer'
import { siteWith } from './sites-for-tests'

test('three answers, and two ways of having none, are never folded into one another', () => {
  const answers = [
    siteWith({ unsaved: { wouldLose: '3 uncommitted change(s) (a, b, c)' } }),
    siteWith({ unsaved: { nothingToLose: true } }),
    siteWith({ unsaved: { couldNotTell: 'git could not read /x: fatal' } }),
    siteWith({}),
    siteWith({ kind: 'checkout', source: 'git-worktrees' }),
    siteWith({ kind: 'folder' })
  ].map((site) => unsavedAnswer(site))
  expect(answers).toEqual([
    { form: 'loses', text: '3\u00a0files', whole: '3 uncommitted changes (a, b, c)' },
    { form: 'clear', text: 'Nothing to lose', whole: 'Nothing to lose' },
    { form: 'cannot', text: 'git could not read it', whole: 'git could not read /x: fatal' },
    { form: 'not-asked', text: 'Not asked yet', whole: 'Not asked yet' },
    { form: 'not-asked', text: 'Not asked yet', whole: 'Not asked yet' },
    { form: 'not-looked', text: 'Not looked at', whole: 'Not looked at' }
  ])
})
