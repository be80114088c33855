import type { Reason } from '../../../../shared/model'
import type { Identity } from '../../identity'
import { childOf, type Place } from '../../place'

/** A small file as it was read through its opened folder. `text` is in bytes, a character a byte. */
export type FileRead =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly said: string }

/** The names in one folder below a tagged folder. */
export type Listed =
  | { readonly kind: 'listed'; readonly path: string; readonly names: readonly string[] }
  | { readonly kind: 'unreadable'; readonly path: string; readonly said: string }

export type Files = ReadonlyMap<string, FileRead>

/** A folder at or above a tagged one, and those of its files that the reader asks for. */
export interface Level {
  readonly place: Place
  readonly files: Files
}

/** All that a reader judges by. Facts only, read through descriptors without following a link. */
export interface Tagged {
  readonly place: Place
  readonly identity: Identity
  /** The first bytes of its tag, the signature among them. */
  readonly tag: string
  /** Files below it, by their path. */
  readonly inside: Files
  readonly lists: readonly Listed[]
  /** The tagged folder itself first, then upwards; the site is the last one. */
  readonly levels: readonly Level[]
}

/** What brings a folder back: a command, the folder to run it in, and the lockfile that it goes by. */
export interface Restore {
  readonly command: string
  readonly folder: Place
  /** Null where nothing but the next run of its maker is needed. */
  readonly lockfile: Place | null
}

export type Recipe =
  | { readonly kind: 'restores'; readonly restore: Restore }
  | { readonly kind: 'stands'; readonly reason: Reason }

/** Knows what one maker writes. Everything it does is pure. */
export interface Reader {
  /** The maker. */
  readonly name: string
  /** What it needs of files below the tagged folder, by path. */
  readonly inside: readonly string[]
  /** Folders below it whose names are needed; a step that ends in `*` stands for every folder that begins so. */
  readonly lists: readonly string[]
  /** What it needs of files in every level. */
  readonly beside: readonly string[]
  /** True when the maker's own record says that it made this folder; the folder's name takes no part. */
  knows(tag: string, inside: Files): boolean
  /** What re-derives exactly this folder, or why nothing is known to. */
  recipe(tagged: Tagged): Recipe
}

export const fileIn = (files: Files, name: string): FileRead => files.get(name) ?? { kind: 'absent' }

export const stands = (kind: Reason['kind'], code: string, text: string): Recipe => ({
  kind: 'stands',
  reason: { kind, code, text }
})

/** Pure: the place of a path below a folder, step by step. */
export const below = (folder: Place, ...names: readonly string[]): Place => names.reduce<Place>(childOf, folder)
