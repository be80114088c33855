// npm run contact-sheet [-- MOCKUPS]: puts each mock-up beside our own screenshot of the same screen, for a pair of eyes.
// MOCKUPS is a folder of PNG files (../shared/design/mock unless given); ours are in test-results/screens. A screenshot
// belongs to the mock-up whose name, without the number, it begins with. Writes test-results/contact-sheet.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from './lib/machine.mjs'
import { root } from './lib/packages.mjs'

const mockups = resolve(process.argv[2] ?? join(root, '..', 'shared', 'design', 'mock'))
const screens = join(root, 'test-results', 'screens')
const target = join(root, 'test-results', 'contact-sheet')

const pictures = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.png'))
        .sort()
    : []
const plain = (name) => name.replace(/^\d+-/, '').replace(/\.png$/, '')
const theme = (name) => name.match(/-(dark|light)\b/)?.[1] ?? null

/** Pairs each of our screens with the mock-up whose name is the longest beginning of its own, theme apart. */
function pairs(drawn, ours) {
  const bare = (name) => plain(name).replace(/-(dark|light)\b/, '')
  return ours.map((name) => {
    const fits = drawn.filter((mock) => bare(name).startsWith(bare(mock)))
    const same = fits.filter((mock) => theme(mock) === theme(name) || theme(mock) === null)
    const longest = (list) => [...list].sort((a, b) => bare(b).length - bare(a).length)[0]
    return { name, mock: longest(same) ?? longest(fits) ?? null }
  })
}

const figure = (title, file) =>
  `<figure><figcaption>${title}</figcaption>${file ? `<img src="${pathToFileURL(file).href}" alt="">` : '<p>none</p>'}</figure>`

const row = ({ name, mock }) =>
  `<section><h2>${plain(name)}</h2>${figure(mock ?? 'no mock-up', mock && join(mockups, mock))}${figure(name, join(screens, name))}</section>`

const page = (rows) => `<!doctype html><meta charset="utf-8"><title>Contact sheet</title>
<style>body{font:14px sans-serif;margin:16px;background:#888}section{display:flex;flex-wrap:wrap;gap:16px;margin-bottom:24px}
h2{width:100%;margin:0}figure{margin:0}img{width:1280px;display:block}</style>${rows.join('\n')}`

const ours = pictures(screens)
if (ours.length === 0) {
  console.error(`There are no screenshots in ${screens}. Run npm test first.`)
  process.exit(1)
}
const found = pairs(pictures(mockups), ours)
mkdirSync(target, { recursive: true })
writeFileSync(join(target, 'index.html'), page(found.map(row)))

const program = await chromium()
if (program === null) console.error('There is no Chromium here, so there is only the page.')
else {
  const { chromium: driver } = await import('@playwright/test')
  const browser = await driver.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] })
  const view = await browser.newPage({ viewport: { width: 2640, height: 900 } })
  await view.goto(pathToFileURL(join(target, 'index.html')).href)
  const sections = await view.locator('section').all()
  for (const [index, section] of sections.entries())
    await section.screenshot({ path: join(target, `${plain(found[index].name)}.png`) })
  await browser.close()
}
console.log(`${found.length} screens, ${found.filter(({ mock }) => mock === null).length} without a mock-up: ${target}`)
