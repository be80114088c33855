import { z } from 'zod'
import { call, cursor, nothing, pages } from './call'
import {
  AppInfo,
  Bytes,
  Check,
  Estimated,
  FolderListing,
  Job,
  JobId,
  MountedInside,
  PlaceId,
  Settings,
  Site,
  SiteDetail,
  SiteId,
  Summary,
  TreeLevel,
  WatchedPlace
} from './model'
import { planCalls, planEvents } from './plan-calls'
import { UnsavedDetail } from './unsaved'

export { type Call, HostName } from './call'

/** A token that the engine handed out for one folder; never a path. */
const token = z.string().min(1).max(64)
/** A path as the terminal got it, a character a byte; only the terminal may name one. */
const place = z.string().min(1).max(16_384)

/**
 * Every call there is. A page names sites, places, nodes and folders by ids that the engine made; the calls of the
 * terminal alone take paths, and none of those that take one removes anything.
 */
export const calls = {
  'app.info': call(nothing, AppInfo, pages),
  'app.diagnostics': call(nothing, z.strictObject({ text: z.string() }), pages),
  /** Asks each program for its version; changes nothing. */
  'app.doctor': call(nothing, z.strictObject({ checks: z.array(Check) }), pages),
  'app.open': call(
    z.strictObject({ address: z.enum(['devpod', 'git', 'docker']) }),
    z.strictObject({ opened: z.boolean() }),
    ['desktop']
  ),

  'survey.summary': call(nothing, Summary, pages),
  'survey.sites': call(
    z.strictObject({ since: z.number().int().nonnegative(), after: cursor }),
    z.strictObject({ revision: z.number(), sites: z.array(Site), gone: z.array(SiteId), next: cursor }),
    pages
  ),
  /** `background`: nobody waits for it, so its walk gives way to everything else on the machine. */
  'survey.scan': call(z.strictObject({ background: z.boolean().optional() }), z.strictObject({ job: JobId }), pages),
  'survey.stop': call(nothing, z.strictObject({ stopped: z.boolean() }), pages),
  'survey.freed': call(
    z.strictObject({ sites: z.array(SiteId).max(12_000) }),
    z.strictObject({ revision: z.number(), bytes: Bytes.nullable(), estimate: Estimated, unmeasured: z.number() }),
    pages
  ),

  'tree.level': call(z.strictObject({ node: token.nullable() }), TreeLevel, pages),
  /** Weighs one site again, alone; the end is a change of the survey. False while a scan or another such walk does it. */
  'site.weigh': call(z.strictObject({ site: SiteId }), z.strictObject({ started: z.boolean() }), pages),
  /** The same for one folder of the map; its site's figure follows. */
  'tree.weigh': call(z.strictObject({ node: token }), z.strictObject({ started: z.boolean() }), pages),
  'site.detail': call(z.strictObject({ site: SiteId }), SiteDetail, pages),
  /** Asks git anew, so that a page can show what a person just cleared. Under 256 KB. */
  'site.unsaved': call(z.strictObject({ site: SiteId }), UnsavedDetail, pages),
  'site.node': call(z.strictObject({ site: SiteId }), z.strictObject({ node: token }), pages),
  'site.reveal': call(z.strictObject({ site: SiteId }), z.strictObject({ shown: z.boolean() }), ['desktop']),

  'places.list': call(nothing, z.array(WatchedPlace), pages),
  'places.turn': call(z.strictObject({ place: PlaceId, on: z.boolean() }), z.array(WatchedPlace), pages),
  'places.forget': call(z.strictObject({ place: PlaceId }), z.array(WatchedPlace), pages),
  'places.add': call(z.strictObject({ folder: token }), z.array(WatchedPlace), pages),
  'places.choose': call(nothing, z.array(WatchedPlace), ['desktop']),
  'folders.open': call(z.strictObject({ folder: token.nullable() }), FolderListing, pages),

  'settings.get': call(nothing, Settings, pages),
  'settings.change': call(Settings.partial(), Settings, pages),

  ...planCalls,

  'cli.listing': call(
    /** `states`: ask devpod for each row's state, which only the JSON form shows (DL-LS-03). */
    z.strictObject({ size: z.boolean(), states: z.boolean() }),
    z.strictObject({
      rows: z.array(z.record(z.string(), z.unknown())),
      /** One per row: what the table says of its source. */
      sources: z.array(z.strictObject({ type: z.enum(['local', 'git', 'unknown']), detail: z.string() })),
      /** One per row: whether its figure is the most it can be. */
      estimates: z.array(Estimated),
      sweeps: z.array(z.string()),
      /** Why there is no listing at all; `rows` is empty then, and says nothing. */
      refused: z.strictObject({ code: z.enum(['devpod-missing', 'devpod-unreadable']), text: z.string() }).nullable()
    }),
    ['cli']
  ),
  'cli.survey': call(
    z.strictObject({ roots: z.array(place).nullable() }),
    z.strictObject({ revision: z.number(), sites: z.array(Site), notices: z.array(z.string()), failed: z.boolean() }),
    ['cli']
  ),
  'cli.size': call(
    z.strictObject({ paths: z.array(place).min(1) }),
    z.strictObject({
      paths: z.array(z.strictObject({ path: z.string(), disk: Bytes, estimate: Estimated })),
      together: Bytes,
      total: Bytes,
      mounts: z.array(MountedInside),
      closed: z.array(z.strictObject({ path: z.string(), said: z.string() }))
    }),
    ['cli']
  ),
  'cli.tree': call(
    z.strictObject({ path: place, depth: z.number().int().min(1).max(32) }),
    z.strictObject({ path: z.string(), disk: Bytes, estimate: Estimated, tree: z.unknown() }),
    ['cli']
  )
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
export type Input<Name extends CallName> = z.infer<Calls[Name]['input']>
export type Output<Name extends CallName> = z.infer<Calls[Name]['output']>
export type Handler<Name extends CallName> = (input: Input<Name>) => Promise<Output<Name>> | Output<Name>
export type Handlers<Name extends CallName = CallName> = { readonly [Key in Name]: Handler<Key> }

/** Every event there is. Each carries the revision it speaks of, so that a page which missed one asks again. */
export const events = {
  'survey.changed': z.strictObject({ revision: z.number(), summary: Summary }),
  'job.progress': z.strictObject({ revision: z.number(), job: Job }),
  'settings.changed': z.strictObject({ revision: z.number(), settings: Settings }),
  ...planEvents,
  'places.changed': z.strictObject({ revision: z.number() }),
  /** The desktop's menu and tray ask the page to go somewhere. */
  'page.go': z.strictObject({
    revision: z.number(),
    to: z.enum(['overview', 'workspaces', 'history', 'settings', 'palette', 'keys', 'scan'])
  })
} as const

export type Events = typeof events
export type EventName = keyof Events
export type EventPayload<Name extends EventName> = z.infer<Events[Name]>
/** Hands an event to whoever listens. */
export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void

export interface Fault {
  readonly code: 'unknown-call' | 'not-here' | 'bad-input' | 'internal' | 'engine-gone' | 'no-session' | 'refused'
  readonly message: string
}
/** What comes back over every wire. Nothing throws across it. */
export type Answer<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: Fault }
