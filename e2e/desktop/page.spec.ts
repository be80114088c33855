import { expect, test } from './app'

test('the page comes up on its own scheme and asks the engine (A5)', async ({ desk }) => {
  expect(await desk.page.evaluate(() => location.href)).toMatch(/^app:\/\/clearhold\//)
  const answer = await desk.page.evaluate(() => window.clearhold?.call('app.info', {}))
  expect(answer).toMatchObject({ ok: true, value: { host: 'desktop' } })
  await desk.page.screenshot({ path: 'test-results/desktop.png' })
  console.log(desk.output())
})
