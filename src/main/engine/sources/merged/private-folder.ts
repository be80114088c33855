import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { words } from '../../words'

/** Where git may write while it is asked: nothing of it lies in a repository. Paths as text. */
export interface PrivateFolder {
  /** Empty: a checkout without files, and so without attributes. */
  readonly empty: string
  /** An empty file. */
  readonly nothing: string
  readonly objects: string
}

export type InPrivate<Answer> =
  | { readonly kind: 'worked'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly said: string }

/** Makes a folder of our own, closed to others, for as long as the work takes; nothing else is ever removed here. */
export async function inPrivateFolder<Answer>(
  work: (folder: PrivateFolder) => Promise<Answer>,
  under = tmpdir()
): Promise<InPrivate<Answer>> {
  let top: string
  try {
    top = await mkdtemp(join(under, 'clearhold-merge-'))
  } catch (error) {
    return { kind: 'refused', said: words(error) }
  }
  try {
    const folder = { empty: join(top, 'empty'), nothing: join(top, 'nothing'), objects: join(top, 'objects') }
    await mkdir(folder.empty)
    await mkdir(folder.objects)
    await writeFile(folder.nothing, '')
    return { kind: 'worked', answer: await work(folder) }
  } catch (error) {
    return { kind: 'refused', said: words(error) }
  } finally {
    // What cannot be taken away is small, ours, and lies where temporary things do.
    await rm(top, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined)
  }
}
