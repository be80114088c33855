/** Whether a folder, by its path below the one that defines workspaces, is one of them. */
export type Workspaces = (inside: string) => boolean

/** Pure: the workspaces that `package.json` and `pnpm-workspace.yaml` define; what cannot be read defines none. */
export function workspacesIn(packageJson: string, pnpmYaml: string): Workspaces {
  const patterns = [...fromPackage(packageJson), ...fromPnpm(pnpmYaml)]
  const included = patterns.filter((pattern) => !pattern.startsWith('!')).map(toExpression)
  const excluded = patterns
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => toExpression(pattern.slice(1)))
  return (inside) => included.some((one) => one.test(inside)) && !excluded.some((one) => one.test(inside))
}

function fromPackage(text: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return []
  }
  const workspaces = isRecord(value) ? value['workspaces'] : undefined
  const list = isRecord(workspaces) ? workspaces['packages'] : workspaces
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The list under `packages:`, in the plain form that pnpm documents. */
function fromPnpm(text: string): string[] {
  const patterns: string[] = []
  let inside = false
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) inside = /^packages:\s*(#.*)?$/.test(line)
    const item = /^\s+-\s+(?:'([^']+)'|"([^"]+)"|([^'"#\s]+))\s*(#.*)?$/.exec(line)
    if (inside && item) patterns.push(item[1] ?? item[2] ?? item[3] ?? '')
  }
  return patterns
}

/** `*` is one step, `**` any number of them; every other character stands for itself. */
function toExpression(pattern: string): RegExp {
  const clean = pattern.replace(/^\.\//, '').replace(/\/+$/, '')
  const source = clean
    .split('/')
    .map((step) =>
      step === '**' ? '(?:[^/]+/)*[^/]+' : step.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '[^/]*')
    )
    .join('/')
  return new RegExp(`^${source}$`)
}
