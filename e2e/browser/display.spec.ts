import { expect, expectAccessible, picture, setTheme, test } from './app'

test('nothing breaks the content policy on a tour of every view (A6)', async ({ scanned }) => {
  const broken: string[] = []
  scanned.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) broken.push(message.text())
  })
  const thrown: string[] = []
  scanned.on('pageerror', (error) => thrown.push(String(error)))
  const outside: string[] = []
  const origin = new URL(scanned.url()).origin
  scanned.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) outside.push(url)
  })
  for (const key of ['Control+1', 'Control+2', 'Control+3', 'Control+,', 'Control+k', 'Escape', '?', 'Escape']) {
    await scanned.keyboard.press(key)
    await scanned.waitForTimeout(150)
  }
  expect({ broken, thrown, outside }).toEqual({ broken: [], thrown: [], outside: [] })
})

test('small windows and 200 % zoom keep everything in reach (G3)', async ({ scanned }) => {
  for (const [width, height, name] of [
    [1024, 640, 'small'],
    [800, 600, 'smaller'],
    [640, 400, 'zoomed']
  ] as const) {
    await scanned.setViewportSize({ width, height })
    for (const [key, heading] of [
      ['Control+1', 'Overview'],
      ['Control+2', 'Workspaces'],
      ['Control+,', 'Settings']
    ] as const) {
      await scanned.keyboard.press(key)
      await expect(scanned.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      const spill = await scanned.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(spill, `${heading} at ${width}`).toBeLessThanOrEqual(0)
    }
    await scanned.keyboard.press('Control+1')
    await picture(scanned, `${name}-overview`)
  }
})

test('motion, contrast and forced colours as the system asks (G5)', async ({ scanned }) => {
  await scanned.emulateMedia({ reducedMotion: 'reduce' })
  const moving = await scanned.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const style = getComputedStyle(element)
      const longest = Math.max(
        ...`${style.transitionDuration},${style.animationDuration}`.split(',').map(Number.parseFloat)
      )
      return longest > 0.1 ? [`${element.tagName}.${element.getAttribute('class')}: ${longest}`] : []
    })
  )
  expect(moving).toEqual([])
  await scanned.emulateMedia({ reducedMotion: null, forcedColors: 'active' })
  await picture(scanned, 'forced-colours')
  await scanned.emulateMedia({ forcedColors: null, contrast: 'more' })
  await picture(scanned, 'more-contrast')
  await expectAccessible(scanned)
})

test('theme, units and motion change at once and are kept over a reload', async ({ scanned }) => {
  await setTheme(scanned, 'dark')
  await scanned.keyboard.press('Control+,')
  await scanned.getByRole('radio', { name: 'Light' }).click()
  await expect(scanned.locator('html')).toHaveAttribute('data-theme', 'light')
  await scanned.getByRole('radio', { name: 'GiB' }).click()
  await scanned.keyboard.press('Control+1')
  await expect(scanned.getByRole('region', { name: 'What deleting would free' }).getByText(/MiB/).first()).toBeVisible()
  await scanned.reload()
  await expect(scanned.locator('html')).toHaveAttribute('data-theme', 'light')
  await scanned.keyboard.press('Control+,')
  await scanned.getByRole('radio', { name: 'System' }).first().click()
  await scanned.getByRole('radio', { name: 'GB', exact: true }).click()
})

test('what is said aloud during a scan is at most one line in five seconds (G5)', async ({ scanned }) => {
  await scanned.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    for (const region of document.querySelectorAll('[role=status], [aria-live]'))
      new MutationObserver(() => said.push(region.textContent ?? '')).observe(region, {
        childList: true,
        subtree: true,
        characterData: true
      })
  })
  await scanned.keyboard.press('Control+r')
  await expect(scanned.getByText(/^Scanned /)).toBeVisible({ timeout: 30_000 })
  await scanned.waitForTimeout(1_000)
  const said = await scanned.evaluate(() =>
    (window as unknown as { said: string[] }).said.filter((text) => text !== '')
  )
  expect(said.length).toBeLessThanOrEqual(3)
})
