import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounts of a test; `undo` takes them away again, the last one first, whatever hangs on them. */
export interface Mounting {
  mount(place: string, ...words: string[]): void
  /** An empty file system in memory. */
  tmpfs(place: string): string
  /** A folder on an overlay over empty layers. */
  overlay(): string
  undo(): void
}

/** For root with the right to mount only. */
export function mounting(): Mounting {
  const mounted: string[] = []
  const layers: string[] = []
  const mount = (place: string, ...words: string[]): void => {
    mkdirSync(place, { recursive: true })
    execFileSync('mount', [...words, place])
    mounted.push(place)
  }
  return {
    mount,
    tmpfs: (place) => {
      mount(place, '-t', 'tmpfs', 'tmpfs')
      return place
    },
    overlay: () => {
      const base = mkdtempSync(join(tmpdir(), 'clearhold-overlay-'))
      layers.push(base)
      const [lower, upper, work] = ['lower', 'upper', 'work'].map((name) => join(base, name))
      for (const layer of [lower, upper, work]) mkdirSync(layer ?? '')
      const options = `lowerdir=${lower},upperdir=${upper},workdir=${work}`
      mount(join(base, 'shown'), '-t', 'overlay', 'overlay', '-o', options)
      return join(base, 'shown')
    },
    undo: () => {
      for (const place of mounted.splice(0).reverse()) spawnSync('umount', ['-l', place])
      for (const base of layers.splice(0)) rmSync(base, { recursive: true, force: true })
    }
  }
}
