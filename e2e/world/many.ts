import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface Many {
  readonly env: Record<string, string>
  readonly clones: number
  readonly files: number
}

/** Makes folders and empty files faster than one call each from here. Arguments: clone root, checkout, clones, files. */
const maker = `
import os, sys
root, huge, clones, files = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
def head(folder):
    os.makedirs(folder + '/.git')
    with open(folder + '/.git/HEAD', 'w') as file: file.write('ref: refs/heads/main\\n')
for n in range(clones):
    head(f'{root}/org{n % 10}/repo{n // 10 % 50}/repo{n // 10 % 50}-branch-{n:05d}')
head(huge)
for n in range(0, files, 500):
    folder = f'{huge}/d{n // 50000}/e{n // 500}'
    os.makedirs(folder)
    at = os.open(folder, os.O_RDONLY)
    for f in range(500): os.close(os.open(f'f{f}', os.O_CREAT | os.O_WRONLY, dir_fd=at))
    os.close(at)
`

/**
 * A home with 10,000 clones, of which devpod lists 200, and a checkout of very many empty files: 200,000, or as many as
 * CLEARHOLD_FILES says. Made once and kept in the folder for temporary files. There is no git on its PATH: asking it 10,000
 * times takes minutes and shows nothing about a page.
 */
export async function manyWorld(): Promise<Many> {
  const clones = 10_000
  const files = Number(process.env['CLEARHOLD_FILES'] ?? 200_000)
  const base = join(tmpdir(), `clearhold-many-${files}`)
  const home = join(base, 'home')
  const bin = join(base, 'bin')
  const cloneRoot = join(home, '.cache', 'devlaunch', 'repos')
  if (!existsSync(join(base, 'complete'))) {
    await rm(base, { recursive: true, force: true })
    await mkdir(bin, { recursive: true })
    await execute('python3', ['-c', maker, cloneRoot, join(home, 'code', 'huge'), String(clones), String(files)])
    const listed = Array.from({ length: 200 }, (_, n) => {
      const [org, repo, id] = [
        n % 10,
        Math.floor(n / 10) % 50,
        `repo${Math.floor(n / 10) % 50}-branch-${String(n).padStart(5, '0')}`
      ]
      return {
        id,
        source: { localFolder: join(cloneRoot, `org${org}`, `repo${repo}`, id) },
        lastUsed: '2026-09-14T08:02:11Z',
        context: 'default'
      }
    })
    await writeFile(join(base, 'list.json'), JSON.stringify(listed))
    await writeFile(
      join(bin, 'devpod'),
      `#!/bin/sh\n[ "$1" = list ] && exec cat '${join(base, 'list.json')}'\nprintf '{"id":"%s","state":"Stopped"}' "$2"\n`
    )
    await chmod(join(bin, 'devpod'), 0o755)
    await symlink('/bin/cat', join(bin, 'cat'))
    await writeFile(join(base, 'complete'), '')
  }
  await rm(join(home, '.local'), { recursive: true, force: true })
  return { env: { HOME: home, PATH: bin }, clones, files }
}
