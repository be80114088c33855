import type { SiteKind, TileKind } from '../../../shared/model'

const environments: ReadonlySet<string> = new Set([
  'node_modules',
  '.pixi',
  '.venv',
  'venv',
  '.tox',
  '.nox',
  'target',
  'build',
  'dist',
  '.next',
  '.gradle',
  '__pycache__',
  '.mypy_cache',
  '.pytest_cache'
])

/** Colour only: what a folder of that name usually holds. It decides nothing (CS-06). */
export function kindOfFolder(name: string): TileKind | null {
  if (name === '.git' || name === '.bare') return 'git'
  if (name === '.claude' || name === '.worktrees') return 'worktrees'
  return environments.has(name) ? 'environments' : null
}

/** The colour of a whole site. */
export function kindOfSite(kind: SiteKind): TileKind {
  switch (kind) {
    case 'clone':
    case 'checkout':
    case 'folder':
      return 'clone'
    case 'worktree':
    case 'managed':
      return 'worktrees'
    case 'scratch':
      return 'scratch'
  }
}
