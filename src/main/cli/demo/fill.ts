import { randomBytes } from 'node:crypto'
import { link, mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Bytes of one unit of weight in the sample world. */
const unit = 448 * 1024
/** Written over and over; random, so that no file system packs it. */
const noise = randomBytes(1 << 20)

/** A text file, with the folders above it. */
export async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

/** A file of really allocated bytes. */
export async function heavy(file: string, bytes: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'w')
  try {
    for (let done = 0; done < bytes; ) {
      const part = Math.min(noise.length, bytes - done)
      done += (await handle.write(noise, 0, part)).bytesWritten
    }
  } finally {
    await handle.close()
  }
}

/** `weight` units of bytes spread over files of a folder, the first the largest. */
export async function fill(folder: string, names: readonly string[], weight: number): Promise<void> {
  const parts = names.map((_, index) => 1 / (index + 1))
  const whole = parts.reduce((sum, part) => sum + part, 0)
  for (const [index, name] of names.entries())
    await heavy(join(folder, name), Math.round((weight * unit * (parts[index] ?? 0)) / whole))
}

/** A pixi environment as pixi leaves it: the cache tag, its record, and a lockfile and a project beside it. */
export async function environment(folder: string, weight: number): Promise<void> {
  const home = join(folder, '.pixi', 'envs', 'default')
  await put(join(home, 'CACHEDIR.TAG'), 'Signature: 8a477f597d28d172789f06886806bc55\n')
  await put(join(home, 'conda-meta', 'pixi'), `${JSON.stringify({ environment_name: 'default' })}\n`)
  await fill(home, ['lib/libtorch_cpu.so', 'lib/libpython3.12.so', 'bin/python3.12', 'share/icu.dat'], weight)
}

/** Packages in `node_modules`; the last is a hard link to the first, as package stores make them. */
export async function modules(folder: string, weight: number): Promise<void> {
  const home = join(folder, 'node_modules')
  await fill(home, ['esbuild/bin/esbuild', '@swc/core/swc.node', 'typescript/lib/tsc.js', 'zod/index.js'], weight)
  await put(join(home, 'zod', 'package.json'), '{ "name": "zod" }\n')
  await link(join(home, 'zod', 'index.js'), join(home, 'zod', 'index.cjs'))
}
