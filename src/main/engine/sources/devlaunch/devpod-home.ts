import { readdir } from 'node:fs/promises'
import { bytesOf, childOf, type Place, shown } from '../../place'
import { readSmallFile, type SmallFile, utf8 } from '../../small-file'
import { isObject, type JsonObject, type Workspace, workspaceFrom } from '../../tools/devpod/workspace'
import { isAbsence, words } from '../../words'

const recordLimit = 8 * 1024 * 1024

/** One `contexts/<context>/workspaces/<folder>` of the devpod home. */
export type HomeRecord =
  | {
      readonly kind: 'read'
      readonly context: string
      readonly id: string
      readonly workspace: Workspace | null
      /** The folder devpod mounted when it last started the workspace. */
      readonly mounted: string | null
    }
  | { readonly kind: 'unreadable'; readonly context: string; readonly id: string; readonly why: string }

export interface HomeReading {
  readonly records: readonly HomeRecord[]
  /** Sentences for parts of the home that could not be listed; then there may be more records. */
  readonly closed: readonly string[]
}

/**
 * Every workspace record of every context, because a listing shows only the context in use and leaves out what it
 * cannot load. A cut or damaged file is unreadable, never absent. Of `workspace_result.json` only the mounted folder
 * is kept: the rest holds the environment of whoever started the workspace. Never rejects.
 */
export async function readDevpodHome(home: Place): Promise<HomeReading> {
  const closed: string[] = []
  const list = async (folder: Place) => {
    const names = await folderNames(folder)
    if (typeof names !== 'string') return names
    closed.push(`${shown(folder)} could not be listed: ${names}.`)
    return []
  }
  const records: HomeRecord[] = []
  const contexts = childOf(home, 'contexts')
  for (const context of await list(contexts)) {
    const workspaces = childOf(childOf(contexts, context), 'workspaces')
    for (const id of await list(workspaces)) {
      const record = await readRecord(childOf(workspaces, id), shown(context as Place), shown(id as Place))
      if (record !== null) records.push(record)
    }
  }
  return { records, closed }
}

async function folderNames(folder: Place): Promise<string[] | string> {
  try {
    return (await readdir(bytesOf(folder), { encoding: 'latin1' })).sort()
  } catch (error) {
    return isAbsence(error) ? [] : words(error)
  }
}

/** Null when there is neither record nor result: then nothing claims anything. */
async function readRecord(folder: Place, context: string, id: string): Promise<HomeRecord | null> {
  const record = await readSmallFile(childOf(folder, 'workspace.json'), recordLimit)
  const result = await readSmallFile(childOf(folder, 'workspace_result.json'), recordLimit)
  if (record.kind === 'absent' && result.kind === 'absent') return null
  const unreadable = (name: string): HomeRecord => ({
    kind: 'unreadable',
    context,
    id,
    why: `${name} in ${shown(folder)} cannot be read`
  })
  const parsedRecord = parsed(record)
  if (parsedRecord === null) return unreadable('workspace.json')
  const parsedResult = parsed(result)
  if (parsedResult === null) return unreadable('workspace_result.json')
  const workspace = parsedRecord === 'absent' ? null : workspaceFrom({ ...parsedRecord, context })
  if (workspace === null && parsedRecord !== 'absent') return unreadable('workspace.json')
  return {
    kind: 'read',
    context,
    id: workspace?.id || id,
    workspace,
    mounted: parsedResult === 'absent' ? null : mountedFolder(parsedResult)
  }
}

/** What went wrong is not told further: a parser quotes the text, and the text may hold secrets. */
function parsed(file: SmallFile): JsonObject | 'absent' | null {
  if (file.kind === 'absent') return 'absent'
  if (file.kind !== 'read') return null
  const text = utf8(file.bytes)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function mountedFolder(result: JsonObject): string | null {
  const substitution = result['SubstitutionContext']
  const folder = isObject(substitution) ? substitution['LocalWorkspaceFolder'] : null
  return typeof folder === 'string' && folder !== '' ? folder : null
}
