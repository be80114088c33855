// Makes docs/overview.png, the README's picture: the overview on the sample world, in a real Chromium.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from './lib/machine.mjs'
import { root } from './lib/packages.mjs'
import { build } from './lib/steps.mjs'

/** Starts the sample world's host and answers with its address. */
function demo() {
  const child = spawn(process.execPath, [join(root, 'bin', 'clearhold.mjs'), 'demo', '--serve'], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const address = new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
      const found = text.match(/http:\/\/127\.0\.0\.1:\d+\/#\S+/)
      if (found !== null) resolve(found[0])
    })
    child.on('close', () => reject(new Error('The sample world ended before it was served.')))
  })
  return { address, stop: () => child.kill('SIGINT') }
}

async function picture(address, program) {
  const { chromium: driver } = await import('@playwright/test')
  const browser = await driver.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' })
  await page.goto(address)
  const boxes = page.getByRole('checkbox')
  await boxes.first().waitFor()
  for (const box of await boxes.all()) if (!(await box.isChecked())) await box.click()
  await page.getByRole('button', { name: /^Scan \d+ places?$/ }).click()
  await page
    .getByText(/Scanned /)
    .first()
    .waitFor()
  // The list of workspaces comes a moment after the figures.
  await page.getByText('Not asked yet').first().waitFor({ state: 'detached' })
  await page.mouse.move(0, 0)
  mkdirSync(join(root, 'docs'), { recursive: true })
  await page.screenshot({ path: join(root, 'docs', 'overview.png') })
  await browser.close()
}

const program = await chromium()
if (program === null || (await build()) !== 0) process.exit(1)
const world = demo()
try {
  await picture(await world.address, program)
} finally {
  world.stop()
}
