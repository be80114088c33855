import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { noElectron, root } from '../desktop/app'
import { type Fresh, freshClone, start } from './fresh'

let fresh: Fresh
test.describe.configure({ mode: 'serial', timeout: 180_000 })
test.skip(noElectron !== null, noElectron ?? '')
test.beforeAll(async () => {
  fresh = await freshClone()
})
test.afterAll(() => fresh?.dispose())

/** Where the display and the Electron of this run are; the rest is the fresh clone's own. */
function here(): Record<string, string> {
  const names = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'ELECTRON_OVERRIDE_DIST_PATH']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await new Promise<number>((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port))
  })
  await new Promise((done) => server.close(done))
  return port
}

/** What the window shows, as the debugging port lists it. */
async function windowsAt(port: number): Promise<{ type: string; url: string; title: string }[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
  return answer === null ? [] : ((await answer.json()) as { type: string; url: string; title: string }[])
}

const switches = (port: number) => [
  '-r',
  join(root, 'e2e/desktop/legacy-runtime.cjs'),
  `--remote-debugging-port=${port}`
]

test('npm start in a fresh clone opens the window', async () => {
  const port = await freePort()
  const started = start(['npm', 'start', '--', ...switches(port)], fresh, here())
  try {
    await started.shows(/DevTools listening on/)
    await expect
      .poll(() => windowsAt(port), { timeout: 30_000 })
      .toContainEqual(
        expect.objectContaining({
          type: 'page',
          title: expect.stringContaining('Clearhold'),
          url: expect.stringMatching(/^app:\/\/clearhold\//)
        })
      )
    expect(started.output()).not.toContain('is served to a browser')
  } finally {
    await started.stop()
  }
})
