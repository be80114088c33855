import type { Engine } from '../../engine/ports'
import type { Asked } from '../argv'
import { withEngine } from '../session'
import type { Terminal } from '../terminal'
import { ls } from './ls'
import { prune } from './prune'
import { serve } from './serve'
import { survey } from './survey'
import { tree } from './tree'

type OfEngine = Extract<Asked, { kind: 'ls' | 'survey' | 'tree' | 'prune' | 'serve' }>

/** The commands that need a whole engine, over this machine. Answers with the exit status. */
export const askEngine = (terminal: Terminal, asked: OfEngine): Promise<number> =>
  withEngine(terminal, { env: terminal.env, demo: false }, (engine) => answer(terminal, engine, asked))

function answer(terminal: Terminal, engine: Engine, asked: OfEngine): Promise<number> {
  switch (asked.kind) {
    case 'ls':
      return ls(terminal, engine, asked)
    case 'survey':
      return survey(terminal, engine, asked)
    case 'tree':
      return tree(terminal, engine, asked)
    case 'prune':
      return prune(terminal, engine, asked)
    case 'serve':
      return serve(terminal, engine, asked)
  }
}
