import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Addon } from './addon'

/** Which walker weighs, and why that one, in a sentence for people. */
export interface WalkerInUse {
  readonly kind: 'native' | 'typescript' | 'none'
  readonly why: string
}

export type Loaded = { readonly addon: Addon } | { readonly addon: null; readonly why: string }

const known = new Map<string, Loaded>()

/** The variable that forces one walker: "native" or "typescript". */
const CHOICE = 'CLEARHOLD_WALKER'

/**
 * The native walker that lies beside the built worker, loaded at the first call, or a sentence why the TypeScript
 * walker is used instead. Throws when CLEARHOLD_WALKER asks for a walker that there is not.
 */
export function nativeBeside(worker: string): Loaded {
  const choice = process.env[CHOICE] ?? ''
  if (choice === 'typescript') return { addon: null, why: `${CHOICE} asks for it.` }
  if (choice !== '' && choice !== 'native')
    throw new Error(`${CHOICE} is "${choice}". It can be "native" or "typescript".`)
  const loaded = known.get(worker) ?? load(join(dirname(worker), 'walker.node'))
  known.set(worker, loaded)
  if (choice === 'native' && loaded.addon === null)
    throw new Error(`${CHOICE} asks for the native walker, which cannot be used. ${loaded.why}`)
  return loaded
}

/** Which walker a scan with this worker uses: none where CLEARHOLD_WALKER asks for one that there is not. */
export function walkerInUse(worker: string): WalkerInUse {
  try {
    const loaded = nativeBeside(worker)
    if (loaded.addon === null) return { kind: 'typescript', why: loaded.why }
    return { kind: 'native', why: 'It was built for this machine and could be loaded.' }
  } catch (failure) {
    return { kind: 'none', why: failure instanceof Error ? failure.message : String(failure) }
  }
}

function load(file: string): Loaded {
  if (process.platform !== 'linux') return { addon: null, why: 'The native walker is for Linux only.' }
  if (!existsSync(file))
    return {
      addon: null,
      why: 'The native walker was not built: no C compiler was found then. Install one, then build again.'
    }
  try {
    const module = { exports: {} as Addon }
    process.dlopen(module, file)
    return { addon: module.exports }
  } catch (failure) {
    const said = failure instanceof Error ? failure.message : String(failure)
    return { addon: null, why: `The native walker could not be loaded: ${said.split(file).join(basename(file))}` }
  }
}
