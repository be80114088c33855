import './no-session.css'
import { type NoSession, noSessionWords } from './session'

/** Draws the page that says why there is no session and what to do, in the place of all that was there. */
export function showNoSession({ reason }: NoSession): void {
  const { title, text } = noSessionWords[reason]
  const main = document.createElement('main')
  main.className = 'no-session'
  const heading = document.createElement('h1')
  heading.textContent = title
  const words = document.createElement('p')
  words.append(...text.split('`').map(piece))
  main.append(heading, words)
  document.body.replaceChildren(main)
  document.title = title
}

/** Of a text cut at its backticks, every second piece is a command. */
function piece(text: string, index: number): Node {
  if (index % 2 === 0) return document.createTextNode(text)
  const code = document.createElement('code')
  code.textContent = text
  return code
}
