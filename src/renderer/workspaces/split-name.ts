/**
 * A name in two parts: what may be cut, and the end that tells it from others with the same beginning, such as the
 * short hash of a clone. The end is empty where there is none.
 */
export function splitName(name: string): readonly [head: string, tail: string] {
  const at = name.lastIndexOf('-')
  const tail = at > 0 ? name.slice(at) : ''
  return tail.length >= 2 && tail.length <= 9 ? [name.slice(0, at), tail] : [name, '']
}
