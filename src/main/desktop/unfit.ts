/** Why this Electron cannot show the page, as a sentence; null when it can. Pure. */
export const unfit = (protocol: { readonly handle?: unknown }, version: string | undefined): string | null =>
  typeof protocol.handle === 'function'
    ? null
    : `Electron ${version ?? 'of unknown version'} is too old for Clearhold, which needs 25 or newer.`
