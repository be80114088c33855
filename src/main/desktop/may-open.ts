import type { Input } from '../../shared/contract'

export type AddressKey = Input<'app.open'>['address']

/** Every address that is ever handed to the person's browser; a page names one by its key (A8). */
const addresses: Readonly<Partial<Record<AddressKey, string>>> = {
  devpod: 'https://devpod.sh/docs/getting-started/install',
  git: 'https://git-scm.com/downloads',
  docker: 'https://docs.docker.com/engine/install/'
}

/** The address of a key, or null when there is none to open. */
export const addressOf = (key: AddressKey): string | null => addresses[key] ?? null

/** Whether an address may be opened outside: https, in our list to the letter, without anything hidden in it. */
export function mayOpen(address: string): boolean {
  try {
    const url = new URL(address)
    return url.protocol === 'https:' && Object.values(addresses).includes(address) && url.href === address
  } catch {
    return false
  }
}
