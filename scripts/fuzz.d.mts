export const sanitizers: Readonly<Record<'address' | 'thread', readonly string[]>>
export function buildFuzz(
  sanitizer: 'address' | 'thread'
): { program: string; missing?: never } | { missing: string; program?: never }
export function runFuzz(program: string, trees: number, seed: number): string | null
