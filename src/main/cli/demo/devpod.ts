import { chmod, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { put } from './fill'

/** A workspace as the stand-in devpod of the sample world lists it. */
export interface DemoWorkspace {
  readonly id: string
  readonly source: Readonly<Record<string, string>>
  readonly state: string
  readonly lastUsed: string
}

/**
 * The stand-in `devpod` for the PATH of the sample world alone: it prints a listing and states from files, and deletes
 * only its own record.
 */
const program = `#!/bin/sh
# Stands in for devpod in Clearhold's sample world.
home=\${DEVPOD_HOME:-$HOME/.devpod}
workspaces=$home/contexts/default/workspaces
case "$1" in
  list)
    printf '['
    ls -t "$workspaces" | while read -r id; do
      [ -f "$workspaces/$id/workspace.json" ] || continue
      printf '%s' "$first"
      cat "$workspaces/$id/workspace.json"
      first=,
    done
    printf ']'
    ;;
  status)
    [ -f "$workspaces/$2/state" ] || exit 1
    printf '{"id":"%s","context":"default","provider":"docker","state":"%s"}\\n' "$2" "$(cat "$workspaces/$2/state")"
    ;;
  delete)
    case "$2" in '' | */* | .*) exit 1 ;; esac
    rm -rf "\${workspaces:?}/$2"
    ;;
  *) exit 1 ;;
esac
`

/** Writes the stand-in and the records of its workspaces under the sample home. */
export async function makeDevpod(bin: string, home: string, workspaces: readonly DemoWorkspace[]): Promise<void> {
  await put(join(bin, 'devpod'), program)
  await chmod(join(bin, 'devpod'), 0o755)
  const context = join(home, '.devpod', 'contexts', 'default', 'workspaces')
  for (const [index, { id, source, state, lastUsed }] of workspaces.entries()) {
    const uid = `default-${id.slice(0, 2)}-${(0x10000 + index).toString(16)}`
    const record = {
      id,
      uid,
      provider: { name: 'docker', options: {} },
      machine: {},
      ide: { name: 'none' },
      source,
      creationTimestamp: lastUsed,
      lastUsed,
      context: 'default'
    }
    await put(join(context, id, 'workspace.json'), JSON.stringify(record))
    await put(join(context, id, 'workspace_result.json'), JSON.stringify(resultOf(uid, source)))
    await put(join(context, id, 'state'), state)
    // devpod lists what was used last first; the stand-in reads the order off the folders.
    await utimes(join(context, id), new Date(lastUsed), new Date(lastUsed))
  }
}

const resultOf = (uid: string, source: Readonly<Record<string, string>>) => ({
  SubstitutionContext: { DevContainerID: uid, LocalWorkspaceFolder: source['localFolder'] ?? '', Env: {} }
})
