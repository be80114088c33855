import { type Place, shown } from '../../place'
import { readSmallFile, utf8 } from '../../small-file'

const most = 64 * 1024
const section = /^\s*\[\s*(?<name>[\w.-]+)\s*\]\s*(?:#.*)?$/
const retired = /^\s*(?<key>[\w.]+)\s*=\s*(?:"(?<basic>[^"\\]*)"|'(?<literal>[^']*)')\s*(?:#.*)?$/

/**
 * The folder that devlaunch's config still names for clones, as a sentence, or null. devlaunch no longer reads it, so
 * nobody looks there; a person who set it may think that the clones lie there. Only the plain form of the line is known:
 * a config that says it in another way, or cannot be read, decides nothing here.
 */
export async function retiredFolderNotice(config: Place | null): Promise<string | null> {
  if (config === null) return null
  const file = await readSmallFile(config, most)
  const folder = file.kind === 'read' ? retiredFolderIn(utf8(file.bytes) ?? '') : null
  return folder === null
    ? null
    : `${shown(config)} still sets worktree.repos_dir to ${folder}, which devlaunch no longer reads. ` +
        'Clones lie in its cache folder; nothing in the other one is looked at or removed.'
}

function retiredFolderIn(text: string): string | null {
  let inside = ''
  for (const line of text.split('\n')) {
    const name = section.exec(line)?.groups?.['name']
    if (name !== undefined) inside = `${name}.`
    const found = retired.exec(line)?.groups
    if (found !== undefined && `${inside}${found['key']}` === 'worktree.repos_dir')
      return found['basic'] ?? found['literal'] ?? null
  }
  return null
}
