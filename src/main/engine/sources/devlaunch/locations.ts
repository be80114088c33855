import { isAbsolute } from 'node:path'
import { childOf, type Place, placeOf, steps } from '../../place'

/** No home directory and no variable names the folder, so devlaunch's files cannot be found. */
export class NowhereToLook extends Error {
  override readonly name = 'NowhereToLook'
  constructor(variable: string) {
    super(`HOME is not set, so the folder cannot be found. Set HOME (or ${variable}) and start again.`)
  }
}

/** Where devlaunch and devpod keep what we read; nothing here was looked at. */
export interface Locations {
  readonly cache: Place
  readonly cloneRoot: Place
  readonly metadata: Place
  readonly config: Place | null
  readonly devpodHome: Place
}

/**
 * devlaunch's cache is `$XDG_CACHE_HOME/devlaunch`, verbatim even when relative, else `~/.cache/devlaunch`; its config
 * lies in `$XDG_CONFIG_HOME/devlaunch`, else `~/.config/devlaunch`, and nowhere without a home; devpod's home is
 * `$DEVPOD_HOME`, else `~/.devpod`. An empty variable counts as unset. Throws `NowhereToLook`; never a relative path made
 * up.
 */
export function locate(environment: NodeJS.ProcessEnv): Locations {
  const cacheHome = environment['XDG_CACHE_HOME'] || under(environment, '.cache', 'XDG_CACHE_HOME')
  const configHome = environment['XDG_CONFIG_HOME'] || (hasHome(environment) ? under(environment, '.config', '') : null)
  const cache = childOf(placeOf(cacheHome), 'devlaunch')
  return {
    cache,
    cloneRoot: childOf(cache, 'repos'),
    metadata: childOf(cache, 'metadata.json'),
    config: configHome === null ? null : childOf(childOf(placeOf(configHome), 'devlaunch'), 'config.toml'),
    devpodHome: placeOf(environment['DEVPOD_HOME'] || under(environment, '.devpod', 'DEVPOD_HOME'))
  }
}

const hasHome = ({ HOME }: NodeJS.ProcessEnv) => HOME !== undefined && isAbsolute(HOME)

function under(environment: NodeJS.ProcessEnv, name: string, variable: string): string {
  const home = environment['HOME']
  if (home === undefined || !isAbsolute(home)) throw new NowhereToLook(variable)
  return `${home.replace(/\/+$/, '')}/${name}`
}

/** A path's steps for comparison without the disk: `.` and doubled separators do not count, `..` stays. */
export const lexicalSteps = (place: Place): string[] => steps(place).filter((step) => step !== '.')

/** The steps of `inner` below `outer`, or null when it does not lie at or under it. Purely lexical. */
export function stepsBelow(inner: Place, outer: Place): string[] | null {
  if (inner.startsWith('/') !== outer.startsWith('/')) return null
  const inside = lexicalSteps(inner)
  const around = lexicalSteps(outer)
  return inside.length >= around.length && around.every((step, index) => inside[index] === step)
    ? inside.slice(around.length)
    : null
}
