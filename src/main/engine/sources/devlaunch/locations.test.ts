import { describe, expect, it } from 'vitest'
import { placeOf } from '../../place'
import { locate, NowhereToLook, stepsBelow } from './locations'

describe('where devlaunch keeps its files', () => {
  it('A001: an empty XDG_CACHE_HOME counts as unset', () => {
    const found = locate({ XDG_CACHE_HOME: '', HOME: '/h', DEVPOD_HOME: '' })
    expect(found).toEqual({
      cache: '/h/.cache/devlaunch',
      cloneRoot: '/h/.cache/devlaunch/repos',
      metadata: '/h/.cache/devlaunch/metadata.json',
      config: '/h/.config/devlaunch/config.toml',
      devpodHome: '/h/.devpod'
    })
  })

  it('takes the variables verbatim, also a relative cache home', () => {
    expect(locate({ XDG_CACHE_HOME: 'rel', HOME: '/h' }).cache).toBe('rel/devlaunch')
    expect(locate({ XDG_CACHE_HOME: '/c/', HOME: '/h' }).cache).toBe('/c/devlaunch')
    expect(locate({ HOME: '/', DEVPOD_HOME: '/d' })).toMatchObject({ cache: '/.cache/devlaunch', devpodHome: '/d' })
  })

  it('names what to set when there is no home, and makes up no relative path', () => {
    expect(() => locate({})).toThrow(NowhereToLook)
    expect(() => locate({})).toThrow(/HOME.*XDG_CACHE_HOME/)
    expect(() => locate({ HOME: 'rel', XDG_CACHE_HOME: '/c' })).toThrow(/DEVPOD_HOME/)
  })

  it('finds the config where the variables say, and none without a home', () => {
    const bare = { XDG_CACHE_HOME: '/x', DEVPOD_HOME: '/d' }
    expect(locate({ ...bare, HOME: '/h', XDG_CONFIG_HOME: '/c' }).config).toBe('/c/devlaunch/config.toml')
    expect(locate({ ...bare, HOME: '/h', XDG_CONFIG_HOME: '' }).config).toBe('/h/.config/devlaunch/config.toml')
    expect(locate(bare).config).toBeNull()
  })

  it('compares step by step, without the disk', () => {
    const below = (inner: string, outer: string) => stepsBelow(placeOf(inner), placeOf(outer))
    expect(below('/c/devlaunch/./repos//a', '/c/devlaunch/')).toEqual(['repos', 'a'])
    expect(below('/c/devlaunch-scratch/x', '/c/devlaunch')).toBeNull()
    expect(below('/c/devlaunch', '/c/devlaunch')).toEqual([])
    expect(below('c/devlaunch/x', '/c/devlaunch')).toBeNull()
  })
})
