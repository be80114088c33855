import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { put } from './fill'

/** Workspaces that are gone, with the volumes and the launch locks that they left. */
const gone: readonly { readonly id: string; readonly volumes: readonly string[] }[] = [
  { id: 'kestrel-arena-5d02', volumes: ['kestrel-arena-5d02-pixi', 'dind-var-lib-docker-default-ke-1a2b3'] },
  { id: 'quill-docs-style-8b1e', volumes: ['quill-docs-style-8b1e-pixi'] }
]
const locks: readonly string[] = ['kestrel-arena-5d02', 'quill-docs-style-8b1e', 'tidepool-lease-77f0']

/**
 * The stand-in `docker` for the PATH of the sample world alone: its volumes are empty files, and no real volume can be
 * reached with it.
 */
const program = `#!/bin/sh
# Stands in for docker in Clearhold's sample world.
volumes=\${HOME:?}/.sample-volumes
[ "$1 $2" = 'volume rm' ] || exit 1
shift 2
for name in "$@"; do
  case "$name" in --force) continue ;; '' | */* | .* | -*) exit 1 ;; esac
  rm -f "$volumes/$name" && printf '%s\\n' "$name"
done
`

/** Writes the stand-in, and what workspaces that are gone left behind in the sample cache. */
export async function makeLeftovers(bin: string, home: string, cache: string): Promise<void> {
  await put(join(bin, 'docker'), program)
  await chmod(join(bin, 'docker'), 0o755)
  for (const { id, volumes } of gone) {
    await put(
      join(cache, 'workspace-copies', `${id}.json`),
      JSON.stringify({ volumes, image: null, declared_image: null })
    )
    for (const volume of volumes) await put(join(home, '.sample-volumes', volume), '')
  }
  for (const id of locks) await put(join(cache, 'launch-locks', `${id}.lock`), '')
}
