export const scheme = 'app'
const host = 'clearhold'

/** The page's address. */
export const pageAddress = `${scheme}://${host}/`

/** Whether an address is one of our own page; read by a URL parser, never by its beginning (A7, B2). */
export function isOurs(address: string): boolean {
  try {
    const url = new URL(address)
    return url.protocol === `${scheme}:` && url.host === host && url.username === '' && url.password === ''
  } catch {
    return false
  }
}

/** The path of a request for our page as it was sent, or null when it asks another host. */
export const pathOf = (address: string): string | null =>
  isOurs(address) && address.startsWith(pageAddress) ? address.slice(pageAddress.length - 1).replace(/#.*$/s, '') : null
