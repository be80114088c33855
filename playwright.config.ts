import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** The machine's own Chromium where there is one; else the one that Playwright fetches. */
function chromium(): { executablePath?: string } {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return { executablePath: named }
  return existsSync('/usr/bin/chromium') ? { executablePath: '/usr/bin/chromium' } : {}
}

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  timeout: 60_000,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [[process.env['CI'] === undefined ? 'list' : 'line'], ['./e2e/closing-line.ts']],
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
  projects: [
    {
      name: 'browser',
      testMatch: ['browser/**/*.spec.ts', 'start/browser.spec.ts'],
      use: {
        browserName: 'chromium',
        viewport: { width: 1280, height: 800 },
        launchOptions: {
          ...chromium(),
          args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-gpu']
        }
      }
    },
    { name: 'electron', testMatch: ['desktop/**/*.spec.ts', 'start/window.spec.ts'] }
  ]
})
