import { keyWord } from '../app/keys'
import { isMac } from '../app/system'
import './kbd.css'

/** Keys as caps; `Mod` becomes ⌘ on macOS and Ctrl elsewhere. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  const mac = isMac()
  const words = keys.map((key) => keyWord(key, mac))
  return <kbd className="kbd">{mac ? words.join('') : words.join('+')}</kbd>
}
