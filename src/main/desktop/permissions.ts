import { isOurs } from './origin'

/** What the page may use of the system: it may write to the clipboard, nothing else (A9). */
export const mayUse = (permission: string, address: string): boolean =>
  permission === 'clipboard-sanitized-write' && isOurs(address)

/** Whether a request may leave the page: for our own files, and for pictures held in the page itself (A10). */
export const mayLoad = (address: string, resource: string): boolean =>
  isOurs(address) || (resource === 'image' && address.startsWith('data:image/'))
