import { expect, it } from 'vitest'
import { engineEnvironment } from './environment'

it('the engine gets the person’s environment without what loads code into it (E1)', () => {
  const given = {
    HOME: '/home/ann',
    PATH: '/usr/bin',
    DEVPOD_HOME: '/x',
    NODE_OPTIONS: '--require /tmp/x.js',
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_NO_ASAR: '0',
    NODE_PATH: '/tmp',
    LD_PRELOAD: '/tmp/x.so',
    DYLD_INSERT_LIBRARIES: 'x',
    EMPTY: undefined
  }
  expect(engineEnvironment(given)).toEqual({ HOME: '/home/ann', PATH: '/usr/bin', DEVPOD_HOME: '/x' })
})
