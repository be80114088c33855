import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface CloneRecordWish {
  readonly owner: string
  readonly repo: string
  readonly branch: string
  readonly path: string
  readonly workspace: string
  readonly devpod?: string | null
}

export interface RecordsWish {
  readonly clones?: readonly CloneRecordWish[]
  /** Trouble of the last sweep, by `owner/repo`. */
  readonly sweeps?: Readonly<Record<string, { readonly trouble: string; readonly said: string | null }>>
}

/** Writes devlaunch's `metadata.json` (version 3) as devlaunch spells it: two spaces, no newline at the end. */
export async function writeRecords(file: string, wish: RecordsWish): Promise<void> {
  const repositories: Record<string, unknown> = {}
  const worktrees: Record<string, unknown> = {}
  for (const record of wish.clones ?? []) {
    const name = `${record.owner}/${record.repo}`
    const branches = (wish.clones ?? []).filter((other) => `${other.owner}/${other.repo}` === name)
    const sweep = wish.sweeps?.[name]
    repositories[name] = {
      owner: record.owner,
      repo: record.repo,
      remote_url: `https://forge.example/${name}.git`,
      local_path: `${dirname(file)}/repos/${name}/.bare`,
      default_branch: 'main',
      last_fetched: '2026-09-14T10:02:11.004512',
      worktrees: branches.map((other) => other.branch),
      ...(sweep === undefined ? {} : { last_sweep: sweep })
    }
    worktrees[`${name}/${record.branch}`] = {
      owner: record.owner,
      repo: record.repo,
      branch: record.branch,
      local_path: record.path,
      workspace_id: record.workspace,
      created_at: '2026-09-01T08:00:00',
      last_used: '2026-09-14T10:02:11.004512',
      devpod_workspace_id: record.devpod === undefined ? record.workspace : record.devpod
    }
  }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify({ version: 3, repositories, worktrees }, null, 2))
}
