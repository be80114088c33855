import { describe, expect, it } from 'vitest'
import { siteIdOf } from '../ids'
import { placeOf } from '../place'
import type { FoundSite } from '../sources/source'
import { parentsOf } from './nesting'
import { createSurvey } from './survey'

const at = Date.now()
const found = (path: string, more: Partial<FoundSite> = {}): FoundSite => ({
  source: 'devlaunch',
  kind: 'clone',
  place: placeOf(path),
  label: path.split('/').at(-1) ?? '',
  repo: null,
  branch: null,
  workspaces: [],
  state: null,
  stateWord: null,
  lastUsed: null,
  evidence: [],
  ...more
})
const question = { id: 'unsaved', asks: 'whether it holds unsaved work' }
const create = () => createSurvey(() => [question])
const id = (path: string) => siteIdOf(placeOf(path))
const safe = [{ kind: 'safe', question: 'unsaved', at }] as const

describe('nesting', () => {
  it('joins by steps, never by prefix', () => {
    const places = ['/c/app', '/c/app-scratch', '/c/app/.claude/worktrees/a', '/c/app/.claude/worktrees/a/x/b']
    const { parents, children } = parentsOf(places.map((path) => ({ id: path, place: placeOf(path) })))
    expect([...parents]).toEqual([
      ['/c/app/.claude/worktrees/a', '/c/app'],
      ['/c/app/.claude/worktrees/a/x/b', '/c/app/.claude/worktrees/a']
    ])
    expect(children.get(null)).toEqual(['/c/app', '/c/app-scratch'])
  })
})

describe('the survey', () => {
  it('a question nobody answered keeps a site, and an answer frees it (CS-01, CS-02)', () => {
    const survey = create()
    survey.put(found('/c/app'))
    survey.publish()
    expect(survey.site(id('/c/app'))).toMatchObject({
      verdict: 'stands',
      reasons: [{ kind: 'unknown', code: 'not-asked' }]
    })
    survey.answer(id('/c/app'), safe)
    survey.publish()
    expect(survey.site(id('/c/app'))).toMatchObject({ verdict: 'collectable', reasons: [] })
  })

  it('a site stands while anything inside it stands (CS-05)', () => {
    const survey = create()
    for (const path of ['/c/app', '/c/app/in', '/c/app/in/deep']) survey.put(found(path))
    for (const path of ['/c/app', '/c/app/in']) survey.answer(id(path), safe)
    survey.publish()
    expect(survey.site(id('/c/app'))?.reasons).toMatchObject([{ code: 'inside-stands' }])
    survey.answer(id('/c/app/in/deep'), safe)
    survey.publish()
    for (const path of ['/c/app', '/c/app/in']) expect(survey.site(id(path))?.verdict).toBe('collectable')
  })

  it('a place of two sources is one site: the first offers it, the reasons of both count', () => {
    const survey = create()
    const busy = {
      kind: 'reason',
      question: 'x',
      at,
      reason: { kind: 'claimed', code: 'busy', text: 'Busy.' }
    } as const
    const own = {
      kind: 'reason',
      question: 'y',
      at,
      reason: { kind: 'protected', code: 'main-checkout', text: '' }
    } as const
    survey.put(found('/c/app', { source: 'git-worktrees', kind: 'checkout', branch: 'main', evidence: [busy, own] }))
    survey.put(found('/c/app', { repo: 'acme/app' }))
    survey.answer(id('/c/app'), safe)
    survey.publish()
    const site = survey.site(id('/c/app'))
    expect(site).toMatchObject({
      source: 'devlaunch',
      kind: 'clone',
      repo: 'acme/app',
      branch: 'main',
      verdict: 'stands'
    })
    expect(site?.reasons.map((reason) => reason.code)).toEqual(['busy'])
    survey.keepOnly('devlaunch', new Set())
    survey.publish()
    expect(
      survey
        .site(id('/c/app'))
        ?.reasons.map((reason) => reason.code)
        .sort()
    ).toEqual(['busy', 'main-checkout'])
  })

  it('pages hold every site once, under 256 KB, also when sites change between pages (B5, B6)', () => {
    const survey = create()
    const paths = Array.from({ length: 3000 }, (_, n) => `/c/${'long-name-'.repeat(10)}${n}`)
    for (const path of paths) survey.put(found(path))
    survey.publish()
    const seen = new Map<string, number>()
    let after: string | null = null
    let pages = 0
    let revision = 0
    do {
      const page = survey.page(0, after)
      expect(JSON.stringify(page).length).toBeLessThan(256_000)
      for (const site of page.sites) seen.set(site.id, site.changed)
      survey.measure(id(paths[pages] ?? ''), { disk: { exclusiveBytes: pages }, shared: 0, estimate: null, at })
      if (pages < 5) survey.publish()
      after = page.next
      revision = page.revision
      pages += 1
    } while (after !== null)
    expect(pages).toBeGreaterThan(4)
    expect(seen.size).toBe(3000)
    for (const [site, changed] of seen) expect(survey.site(site)?.changed).toBe(changed)
    expect(survey.page(revision, null)).toMatchObject({ sites: [], gone: [], next: null })
  })

  it('tells what is gone since a revision, and takes it back when it is found again', () => {
    const survey = create()
    for (const path of ['/a', '/b']) survey.put(found(path))
    survey.publish()
    const before = survey.revision()
    survey.keepOnly('devlaunch', new Set([id('/a')]))
    survey.publish()
    expect(survey.page(before, null)).toMatchObject({ sites: [], gone: [id('/b')] })
    survey.put(found('/b'))
    survey.publish()
    expect(survey.page(before, null)).toMatchObject({ sites: [{ id: id('/b') }], gone: [] })
  })

  it('pages what is gone as well, however much of it there is (B6)', () => {
    const survey = create()
    const paths = Array.from({ length: 20_000 }, (_, n) => `/c/${n}`)
    for (const path of paths) survey.put(found(path))
    survey.publish()
    const before = survey.revision()
    survey.keepOnly('devlaunch', new Set([id('/c/7')]))
    survey.put(found('/new'))
    survey.publish()
    const gone = new Set<string>()
    const changed = new Set<string>()
    let after: string | null = null
    do {
      const page = survey.page(before, after)
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(256 * 1024)
      for (const one of page.gone) gone.add(one)
      for (const site of page.sites) changed.add(site.id)
      after = page.next
    } while (after !== null)
    expect(gone.size).toBe(19_999)
    expect([...changed]).toEqual([id('/new')])
  })

  it('a page is counted in bytes, and no text in a site is long, whoever wrote it (B6)', () => {
    const survey = create()
    for (let n = 0; n < 900; n += 1)
      survey.put(found(`/c/${n}`, { label: '\u5b57'.repeat(85), branch: '\ufffd'.repeat(200) }))
    const long = 'x'.repeat(1_000_000)
    survey.put(
      found('/long', {
        repo: long,
        branch: long,
        stateWord: long,
        lastUsed: long,
        workspaces: Array.from({ length: 1_000 }, (_, n) => `${n}${long.slice(0, 1_000)}`),
        evidence: [{ kind: 'reason', question: 'held', at, reason: { kind: 'held', code: 'held', text: long } }]
      })
    )
    survey.publish()
    const seen = new Set<string>()
    let after: string | null = null
    do {
      const page = survey.page(0, after)
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(256 * 1024)
      for (const site of page.sites) seen.add(site.id)
      after = page.next
    } while (after !== null)
    expect(seen.size).toBe(901)
    expect(survey.site(id('/long'))?.reasons.find(({ code }) => code === 'held')?.text).toMatch(/^x+\u2026$/)
  })

  it('a site no longer stands for what lay in it once that is gone', () => {
    const survey = create()
    for (const path of ['/c/app', '/c/app/in']) survey.put(found(path))
    survey.answer(id('/c/app'), safe)
    survey.publish()
    expect(survey.site(id('/c/app'))?.verdict).toBe('stands')
    survey.keepOnly('devlaunch', new Set([id('/c/app')]))
    survey.publish()
    expect(survey.site(id('/c/app'))?.verdict).toBe('collectable')
  })

  it('publishes nothing when nothing changed', () => {
    const survey = create()
    expect(survey.publish()).toBe(false)
    survey.put(found('/a'))
    expect(survey.sites().next().done).toBe(true)
    expect(survey.publish()).toBe(true)
    expect(survey.revision()).toBe(1)
  })
})
