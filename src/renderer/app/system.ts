/** True where ⌘ is the modifier. The page runs where the person sits, so its own browser knows. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)
