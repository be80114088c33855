import { z } from 'zod'
import { type Bytes, estimateReason, inTerminal } from '../../../shared/bytes'
import type { Output } from '../../../shared/contract'
import { Bytes as BytesShape } from '../../../shared/model'
import type { Engine } from '../../engine/ports'
import { ask } from '../ask'
import { type Paint, widest } from '../columns'
import { absolutePlace } from '../exact-argv'
import { exits } from '../exit'
import { jsonText, printable } from '../printable'
import type { Terminal } from '../terminal'

/** One folder: its figure, what its own files are, and the folders in it, the largest first. */
const Branch = z.object({
  path: z.string(),
  disk: BytesShape,
  files: z.number(),
  get folders() {
    return z.array(Branch)
  },
  smaller: z.object({ count: z.number(), disk: BytesShape }).nullable()
})
type Branch = z.infer<typeof Branch>

/** `clearhold tree PATH`: the treemap's data for one folder. */
export async function tree(
  terminal: Terminal,
  engine: Engine,
  asked: { readonly json: boolean; readonly depth: number; readonly path: string }
): Promise<number> {
  const path = absolutePlace(asked.path, terminal.cwd)
  const answer = await ask(terminal, engine, 'cli.tree', { path, depth: asked.depth })
  const { estimate, ...document } = answer
  if (estimate !== null) terminal.notice(estimateReason(estimate))
  if (asked.json) terminal.answer(jsonText(estimate === null ? document : answer))
  else for (const line of treeLines(answer, asked.depth, terminal.paint)) terminal.answer(line)
  return exits.done
}

/** A line for each folder, indented by depth, with what deleting it would free. Pure. */
export function treeLines(answer: Output<'cli.tree'>, depth: number, paint: Paint): string[] {
  const lines: (readonly [string, string])[] = []
  const add = (bytes: Bytes, level: number, text: string) =>
    lines.push([inTerminal(bytes, answer.estimate), '  '.repeat(level) + text])
  const walk = (branch: Branch, level: number, name: string) => {
    add(branch.disk, level, paint(printable(name), level === 0 ? 'strong' : 'plain'))
    if (level === depth) return
    for (const inner of branch.folders)
      walk(inner, level + 1, inner.path.slice(branch.path.replace(/\/$/, '').length + 1))
    if (branch.smaller !== null)
      add(branch.smaller.disk, level + 1, paint(`${branch.smaller.count} smaller folders`, 'quiet'))
    if (branch.files > 0 && branch.folders.length > 0)
      lines.push([
        inTerminal({ exclusiveBytes: branch.files }, answer.estimate),
        '  '.repeat(level + 1) + paint('files directly in it', 'quiet')
      ])
  }
  const root = Branch.nullable().parse(answer.tree)
  if (root === null) add(answer.disk, 0, printable(answer.path))
  else walk(root, 0, root.path)
  const width = widest(lines.map(([figure]) => figure.length))
  return lines.map(([figure, text]) => `${figure.padStart(width)}  ${text}`)
}
