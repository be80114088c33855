import { type NoSession, noSessionWords } from './session'

/** Draws the page that says why there is no session and what to do, in the place of all that was there. */
export function showNoSession({ reason }: NoSession): void {
  const { title, text } = noSessionWords[reason]
  const main = document.createElement('main')
  main.className = 'no-session'
  const heading = document.createElement('h1')
  heading.textContent = title
  const words = document.createElement('p')
  words.textContent = text
  main.append(heading, words)
  document.body.replaceChildren(main)
  document.title = title
}
