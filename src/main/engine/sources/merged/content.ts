import { bytesOf, childOf, type Place } from '../../place'
import { readSmallFile, utf8 } from '../../small-file'
import type { Git, GitOptions, GitSaid, Repository } from '../../tools/git/run'
import { inPrivateFolder, type PrivateFolder } from './private-folder'

/** Whether merging would change nothing. `late`: git gave no answer in time, so that nothing is known. */
export type ContentAnswer =
  | { readonly kind: 'contained' }
  | { readonly kind: 'differs'; readonly why: string; readonly late: boolean }

const emptyTrees: Readonly<Record<number, string>> = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'
}
const largest = 1024 * 1024

/**
 * Merges two commits in a private place and compares the tree with the reference's own (MW-MERGE-05, MW-MERGE-06,
 * MW-MERGE-09…11). Only exit code 0 without a complaint counts; no attribute, driver or setting of anybody's takes part,
 * nothing is written into the repository and nothing fetched. Of objects that it would have written, and that the
 * repository has, git renews the time.
 */
export async function mergesToNothing(
  git: Git,
  commonDir: Place,
  reference: string,
  tip: string,
  options: GitOptions
): Promise<ContentAnswer> {
  const shallow = await readSmallFile(childOf(commonDir, 'shallow'), largest)
  if (shallow.kind !== 'absent') return differs('its history was cut off when it was cloned')
  const attributes = await attributesObject(commonDir)
  if (attributes !== null) return differs(attributes)
  const common = utf8(bytesOf(commonDir))
  if (common === null) return differs('the name of its repository is not valid UTF-8')
  const drivers = await driversOff(git, { workTree: null, gitDir: commonDir, filters: [] }, options)
  if (drivers.kind === 'refused') return differs(drivers.said, drivers.late)
  const worked = await inPrivateFolder((folder) => {
    const repository: Repository = { workTree: placeIn(folder.empty), gitDir: commonDir, filters: [] }
    const settings = [...settingsIn(folder, tip), ...drivers.settings].flatMap((one) => ['-c', one])
    return treesOf(git, repository, settings, reference, tip, { ...options, env: objectsIn(folder, common) })
  })
  return worked.kind === 'refused' ? differs(`no private folder could be used: ${worked.said}`) : worked.answer
}

const differs = (why: string, late = false): ContentAnswer => ({ kind: 'differs', why, late })

async function treesOf(
  git: Git,
  repository: Repository,
  settings: readonly string[],
  reference: string,
  tip: string,
  options: GitOptions
): Promise<ContentAnswer> {
  const merged = await git.ask(repository, [...settings, 'merge-tree', '--write-tree', reference, tip], options)
  if (merged.kind === 'refused') return differs(whyRefused(merged.said), merged.late ?? false)
  const own = await git.ask(repository, ['rev-parse', '--verify', '--quiet', `${reference}^{tree}`], options)
  if (own.kind === 'refused') return differs(own.said, own.late ?? false)
  const [tree = ''] = merged.text.split('\n')
  const same = /^[0-9a-f]{40,64}$/.test(tree) && own.text === `${tree}\n`
  return same ? { kind: 'contained' } : differs('merging it would change files')
}

function whyRefused(said: string): string {
  if (/^usage:|unknown (?:option|switch)|is not a git command/m.test(said)) return 'this git cannot tell'
  // A conflict is told by exit code 1 alone.
  return /ended with exit code 1 and/.test(said) ? 'merging it would conflict' : said
}

const placeIn = (path: string): Place => Buffer.from(path, 'utf8').toString('latin1') as Place

/** Everything about merging that a repository or a person may set. */
const settingsIn = (folder: PrivateFolder, tip: string): string[] => [
  `core.attributesFile=${folder.nothing}`,
  `attr.tree=${emptyTrees[tip.length] ?? ''}`,
  'merge.default=text',
  'merge.renormalize=false',
  'merge.renames=true',
  'merge.directoryRenames=conflict'
]

const objectsIn = (folder: PrivateFolder, common: string): Record<string, string> => ({
  GIT_OBJECT_DIRECTORY: folder.objects,
  // In quotes, since a colon would end the path.
  GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${`${common}/objects`.replace(/["\\]/g, '\\$&')}"`,
  GIT_ATTR_NOSYSTEM: '1'
})

/** Attributes of the repository's own that say how to merge cannot be turned off: why that decides, else null. */
async function attributesObject(commonDir: Place): Promise<string | null> {
  const read = await readSmallFile(childOf(commonDir, 'info/attributes'), largest)
  if (read.kind === 'absent') return null
  if (read.kind !== 'read') return 'info/attributes of its repository could not be read'
  const lines = read.bytes.toString('latin1').split('\n')
  const says = lines.some((line) => !/^\s*#/.test(line) && /merge/.test(line))
  return says ? 'info/attributes of its repository says how to merge' : null
}

type Drivers = { readonly kind: 'off'; readonly settings: readonly string[] } | (GitSaid & { kind: 'refused' })

/** Settings that put a program which always fails in the place of every merge driver. */
async function driversOff(git: Git, repository: Repository, options: GitOptions): Promise<Drivers> {
  const said = await git.ask(repository, ['config', '-z', '--name-only', '--list'], options)
  if (said.kind === 'refused') return said
  const settings = new Set<string>()
  for (const name of said.text.split('\0')) {
    const driver = /^merge\.([\s\S]+)\.driver$/i.exec(name)?.[1]
    if (driver === undefined) continue
    const text = utf8(Buffer.from(driver, 'latin1'))
    if (text === null || text.includes('='))
      return { kind: 'refused', said: 'a merge driver has a name that cannot be spelled' }
    settings.add(`merge.${text}.driver=false`)
  }
  return { kind: 'off', settings: [...settings] }
}
