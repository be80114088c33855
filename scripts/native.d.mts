export function compiler(): string[] | null
export function sourcesOf(core?: boolean): string[]
export function buildNative(folder: string): string | null
export function placeNative(folders: readonly string[]): string | null
