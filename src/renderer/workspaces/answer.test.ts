import { expect, test } from 'vitest'
import { unsavedAnswer } from './answer'
import { siteWith } from './sites-for-tests'

test('three answers, and two ways of having none, are never folded into one another', () => {
  const answers = [
    siteWith({ unsaved: { wouldLose: '3 files' } }),
    siteWith({ unsaved: { nothingToLose: true } }),
    siteWith({ unsaved: { couldNotTell: 'git could not read it' } }),
    siteWith({}),
    siteWith({ kind: 'checkout', source: 'git-worktrees' }),
    siteWith({ kind: 'folder' })
  ].map((site) => unsavedAnswer(site))
  expect(answers).toEqual([
    { form: 'loses', text: '3 files' },
    { form: 'clear', text: 'Nothing to lose' },
    { form: 'cannot', text: 'git could not read it' },
    { form: 'not-asked', text: 'Not asked yet' },
    { form: 'not-asked', text: 'Not asked yet' },
    { form: 'not-looked', text: 'Not looked at' }
  ])
})
