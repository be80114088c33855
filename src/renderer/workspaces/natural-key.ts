const made = new Map<string, string>()
const most = 50_000

/**
 * A form of a name whose plain order is the order people expect: no case, no accents, numbers by size ("test2" before
 * "test10"). Made once per name, because comparing by the rules of a language is too slow for 10,000 rows.
 */
export function naturalKey(name: string): string {
  const known = made.get(name)
  if (known !== undefined) return known
  const plain = /^[ -~]*$/.test(name) ? name : name.normalize('NFKD').replace(/\p{M}/gu, '')
  const key = plain.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'))
  if (made.size >= most) made.clear()
  made.set(name, key)
  return key
}
