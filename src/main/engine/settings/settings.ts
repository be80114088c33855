import { z } from 'zod'
import { Settings } from '../../../shared/model'
import { createDocument, createKept, type Document } from '../state/document'

export const defaults: Settings = { theme: 'system', units: 'decimal', motion: 'system', patterns: 'always' }

/** A value of another version or hand counts as its default; its neighbours stay. */
const lenient = z.object({
  theme: Settings.shape.theme.catch(defaults.theme),
  units: Settings.shape.units.catch(defaults.units),
  motion: Settings.shape.motion.catch(defaults.motion),
  patterns: Settings.shape.patterns.catch(defaults.patterns)
})

export interface SettingsBook {
  get(): Settings
  /** Keeps the change for this run in any case; rejects with a sentence when it could not be written. */
  change(patch: { readonly [Key in keyof Settings]?: Settings[Key] | undefined }): Promise<Settings>
}

/** Reads once. `file` is `null` where there is no home to keep it in. Damage is told to `notice`. */
export async function openSettings(file: string | null, notice: (text: string) => void): Promise<SettingsBook> {
  const document: Document<Settings> | null = file === null ? null : createDocument<Settings>(file, lenient, defaults)
  const reading = await document?.read()
  if (reading?.notice) notice(reading.notice)
  const kept = createKept(document, defaults, reading?.value ?? defaults)
  return {
    get: kept.get,
    change: async (patch) => {
      const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
      await kept.change((settings) => Settings.parse({ ...settings, ...given }))
      return kept.get()
    }
  }
}
