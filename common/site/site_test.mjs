// The built site in a browser, opened from its folder: every page loads cleanly, fits a phone and leads to the next one; no link is
// dead; hints are folded; the search finds. BROWSER_TEST_NEEDS (common/make/site.mk) builds the site first.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { address, overhang } from '../node/browser.mjs'

const site = 'build/site'
const exercise = 'exercises/02-transpose/1-uncoalesced-side/README'
const read = (page) => readFileSync(join(site, page), 'utf8')
const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1])
const attributes = (html, name) => all(html, new RegExp(`\\s${name}="([^"]*)"`, 'g')).map((value) => value.replaceAll('&amp;', '&'))
const markdown = (page) => readFileSync(page.replace(/\.html$/, '.md'), 'utf8')

// The pages that index.html leads to, with their HTML. A deck is left to the tests of slides/.
function pages_of_site() {
  const pages = new Map([['index.html', read('index.html')]])
  for (const [page, html] of pages)
    for (const link of attributes(html, 'href')) {
      const target = normalize(join(dirname(page), decodeURI(link.split('#')[0].split('?')[0])))
      if (!/^\w+:/.test(link) && target.endsWith('.html') && !/^(slides\/\d|patterns\/)/.test(target) && existsSync(join(site, target)) && !pages.has(target)) pages.set(target, read(target))
    }
  return pages
}

export default async ({ test, open, pictures }) => {
  const pages = pages_of_site()

  await test('every link leads to a file of the site, and to a place on it', () => {
    const places = new Map()
    const places_of = (page) => places.get(page) ?? places.set(page, new Set(attributes(read(page), 'id'))).get(page)
    const dead = []
    for (const [page, html] of pages)
      for (const link of [...attributes(html, 'href'), ...attributes(html, 'src')]) {
        const [path, place] = link.split('#')
        if (/^(https?|data):/.test(path)) continue
        const target = path === '' ? page : normalize(join(dirname(page), decodeURI(path.split('?')[0])))
        if (target.startsWith('..') || !existsSync(join(site, target)) || (place && target.endsWith('.html') && !places_of(target).has(decodeURIComponent(place)))) dead.push(`${page}: ${link}`)
      }
    assert.deepEqual(dead, [])
    assert.ok(pages.size > 300, `${pages.size} pages`)
  })

  await test('headings have the places that they have on GitHub', () => {
    const places = attributes(read('chapters/02-transpose/README.html'), 'id')
    for (const place of ['shared-memory-a-place-to-exchange-elements', '0--copy-what-a-good-access-looks-like']) assert.ok(places.includes(place), place)
  })

  // The course as a reader goes through it who follows "Next".
  const course = []
  await test('"Next" leads through all pages, "Previous" back; each loads cleanly and fits a phone', async () => {
    const page = await open(`${site}/index.html`, { width: 'phone' })
    const faults = []
    for (let before = ''; ; ) {
      const here = normalize(fileURLToPath(page.url().split('#')[0])).split(`${site}/`)[1]
      if (course.includes(here)) assert.fail(`${here} comes twice`)
      course.push(here)
      if ((await overhang(page)) > 0) faults.push(`${here} is ${await overhang(page)} pixels too wide`)
      const link = (name) => page.evaluate((name) => document.querySelector(`a.${name}-page`)?.href ?? '', name)
      const previous = (await link('prev')).split(`${site}/`)[1] ?? ''
      if (course.length > 1 && previous !== before && !(before === 'index.html' && previous === 'README.html')) faults.push(`${here} goes back to ${previous}, not to ${before}`)
      const next = await link('next')
      if (!next) break
      before = here
      await page.goto(next)
    }
    assert.deepEqual(faults, [])
    const unread = [...pages.keys()].filter((page) => !['README.html', 'search.html'].includes(page) && existsSync(page.replace(/\.html$/, '.md')) && !course.includes(page))
    assert.deepEqual(unread, [])
  })

  await test('chapters come in their order, each followed by its pages, an exercise after a page that sends the reader there', () => {
    const chapters = readdirSync('chapters').filter((name) => /^\d/.test(name)).sort()
    assert.deepEqual(course.map((page) => page.match(/^chapters\/(\d.*)\/README/)?.[1]).filter(Boolean), chapters)
    let lesson = ''
    for (const page of course) {
      const [folder, chapter] = page.split('/')
      if (folder === 'chapters') lesson = page
      if (folder !== 'exercises' || !/^\d/.test(chapter)) continue
      assert.equal(lesson.split('/')[1], chapter, page)
      assert.ok(markdown(lesson).includes(page.replace(/\.html$/, '.md')), `${lesson} does not send to ${page}`)
    }
    for (const chapter of chapters)
      for (const name of readdirSync(join('exercises', chapter)).filter((name) => /^\d/.test(name))) assert.ok(course.includes(`exercises/${chapter}/${name}/README.html`), name)
  })

  await test('an exercise has all its hints, folded', async () => {
    for (const page of course.filter((page) => /^exercises\/\d/.test(page))) {
      const hints = readFileSync(join(dirname(page), 'hints.md'), 'utf8').match(/^## /gm)
      assert.equal(read(page).split('<details class="hint">').length - 1, hints.length, page)
    }
    const page = await open(`${site}/${exercise}.html`)
    const hint = page.locator('details.hint').first()
    assert.equal(await hint.locator('p').isVisible(), false)
    await hint.locator('summary').click()
    assert.equal(await hint.locator('p').first().isVisible(), true)
  })

  await test('a search finds the page and shows the words around what it found', async () => {
    const page = await open(`${site}/index.html`)
    await page.locator('input[name=q]').fill('bank conflict')
    await page.keyboard.press('Enter')
    const hit = page.locator('#search-results li', { has: page.locator('a', { hasText: 'Banks: why the second kernel is still slow' }) })
    await hit.first().waitFor()
    assert.match((await hit.first().locator('mark').textContent()).toLowerCase(), /^bank conflict$/)
    await hit.first().locator('a').click()
    await page.locator('h1', { hasText: 'Banks' }).waitFor()
  })

  await test('a file is shown with its lines, which have addresses, and leads to what it includes', async () => {
    const page = await open(`${site}/chapters/02-transpose/1_naive.cu.html`)
    const lines = readFileSync('chapters/02-transpose/1_naive.cu', 'utf8').split('\n')
    assert.equal(await page.locator('.linenos').count(), lines.length - 1)
    const text = await page.evaluate(() => document.querySelector('#L5').closest('pre').textContent.split('\n')[4])
    assert.equal(text.replace(/^\s*\d+ ?/, ''), lines[4])
    await page.locator('a', { hasText: 'tile_grid.cuh' }).first().click()
    assert.equal(await page.locator('h1').textContent(), 'common/cuda/tile_grid.cuh')
  })

  await test('code that a lesson quotes has the numbers of its file', () => {
    const lines = readFileSync('chapters/02-transpose/1_naive.cu', 'utf8').split('\n')
    const number = lines.findIndex((line) => line.includes('out[col * rows + row] = in')) + 1
    const quoted = read('chapters/02-transpose/README.html').split('id="1--naive')[1].split('</pre>')[0]
    assert.deepEqual(all(quoted, /class="linenos">\s*(\d+)</g).map(Number), [number - 2, number - 1, number])
  })

  await test('on a phone a wide drawing scrolls, so that its letters can be read, and a plot fits', async () => {
    const page = await open(`${site}/chapters/02-transpose/dram.html`, { width: 'phone' })
    const box_of = (page) => page.locator('img[src*="one-bank"]').locator('xpath=..')
    assert.ok((await page.locator('img[src*="one-bank"]').boundingBox()).width > 600)
    assert.deepEqual(await box_of(page).evaluate((box) => [box.scrollWidth > box.clientWidth, box.tabIndex]), [true, 0])
    const plots = await open(`${site}/chapters/02-transpose/cache-hints.html`, { width: 'phone' })
    assert.ok((await plots.locator('img[src*="ladder-rates"]').first().boundingBox()).width < 390)
    const wide = await open(`${site}/chapters/02-transpose/dram.html`)
    assert.deepEqual(await box_of(wide).evaluate((box) => [box.scrollWidth > box.clientWidth, box.tabIndex]), [false, -1])
  })

  await test('on a phone the first picture shows its column beside its row', async () => {
    const page = await open(`${site}/index.html`, { width: 'phone' })
    assert.ok((await page.locator('img[src*="column-then-row"]').boundingBox()).width < 390)
  })

  await test('in a table a number and its unit stay on one line', () => {
    const cells = all(read('chapters/02-transpose/dram.html'), /<td[^>]*>(.*?)<\/td>/gs).join('\n')
    assert.match(cells, /\d\u00a0%/)
    assert.doesNotMatch(cells, /\d (%|GB\/s)/)
  })

  await test('solutions and the pages for instructors are no part of the site', () => {
    assert.deepEqual([...pages.keys()].filter((page) => /solutions|teaching/.test(page)), [])
    for (const folder of ['solutions', 'teaching']) assert.equal(existsSync(join(site, folder)), false)
  })

  await test('each chapter leads to its deck', async () => {
    for (const page of course.filter((page) => /^chapters\/\d.*README/.test(page))) assert.ok(read(page).includes(`href="../../slides/${page.split('/')[1]}.html"`), page)
    const page = await open(`${site}/chapters/02-transpose/README.html`)
    await page.locator('a', { hasText: 'Slides of this chapter' }).click()
    await page.locator('section').first().waitFor()
  })

  await test('a section about a rung ends with a page of what the rung accesses', async () => {
    const made = readdirSync('build/patterns', { recursive: true }).filter((file) => file.endsWith('.html'))
    const lessons = course.filter((page) => page.startsWith('chapters/')).map(read).join('')
    assert.deepEqual(made.filter((pattern) => !lessons.includes(`/patterns/${pattern}"`)), [])
    const page = await open(`${site}/chapters/02-transpose/README.html`, { width: 'phone' })
    await page.locator('.pattern a', { hasText: '1_naive.cu' }).click()
    await page.locator('h1').first().waitFor()
    assert.equal(await overhang(page), 0)
    const section = read('chapters/02-transpose/README.html').split('id="1--naive')[1].split('</section>')[0]
    assert.match(section, /<p class="pattern">[^]*<\/p>\s*<details class="pattern">[^]*<\/details>\s*$/)
  })

  await test('other ladders have such pages, too', () => {
    const made = new Set(readdirSync('build/patterns', { recursive: true }).map((file) => String(file)))
    const rungs = ['01-first-kernel/grey', '03-reduction/more/histogram', '03-reduction/more/scan', '05-shortcuts/more/padding'].flatMap((folder) => readdirSync(join('chapters', folder)).filter((name) => /^\d+_.*\.cu$/.test(name)).map((name) => `${folder}/${name.replace('.cu', '.html')}`))
    assert.ok(rungs.length > 10, `${rungs.length} rungs`)
    assert.deepEqual(rungs.filter((rung) => !made.has(rung)), [])
  })

  for (const width of ['wide', 'phone'])
    await test(`what a rung accesses is shown in the lesson when the reader unfolds it, and not loaded before: ${width}`, async () => {
      const page = await open(`${site}/chapters/02-transpose/README.html`, { width })
      const loaded = () => page.frames().filter((frame) => frame.url().includes('/patterns/'))
      const folded = page.locator('details.pattern').first()
      await folded.locator('summary').scrollIntoViewIfNeeded()
      await page.waitForTimeout(300)
      assert.equal(loaded().length, 0)
      await folded.locator('summary').click()
      const inside = folded.frameLocator('iframe')
      await inside.locator('h1').first().waitFor()
      assert.equal(loaded().length, 1)
      const step = () => inside.locator('input[type=range]').first().inputValue()
      const before = await step()
      await inside.locator('input[type=range]').first().press('ArrowRight')
      assert.notEqual(await step(), before)
      assert.equal(await loaded()[0].evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0)
      assert.equal(await overhang(page), 0)
    })

  await test('no page tells where the checkout lies', () => {
    const pages_with_patterns = [...pages, ...readdirSync('build/patterns', { recursive: true }).filter((file) => file.endsWith('.html')).map((file) => [file, readFileSync(join('build/patterns', file), 'utf8')])]
    assert.deepEqual(pages_with_patterns.filter(([, html]) => html.includes(process.cwd())).map(([page]) => page), [])
  })

  await test('the button changes to dark colours and back', async () => {
    const page = await open(`${site}/index.html`)
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await background()
    await page.locator('.theme-toggle-content button').click()
    assert.notEqual(await background(), light)
    await page.locator('.theme-toggle-content button').click()
    assert.equal(await background(), light)
  })

  await test('on paper answers are open, hints are not', async () => {
    const page = await open(`${site}/chapters/02-transpose/README.html`)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    assert.equal(await page.locator('details:not(.pattern):not([open])').count(), 0)
    assert.equal(await page.locator('details.pattern[open]').count(), 0)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    assert.equal(await page.locator('details[open]').count(), 0)
    const hints = await open(`${site}/${exercise}.html`, { print: true })
    await hints.evaluate(() => dispatchEvent(new Event('beforeprint')))
    assert.equal(await hints.locator('details.hint[open]').count(), 0)
  })

  // All answers and hints, and the first pattern.
  const unfolded = (page) =>
    page.evaluate(() => {
      for (const part of [...document.querySelectorAll('details:not(.pattern)'), document.querySelector('details.pattern')]) part?.setAttribute('open', '')
    })
  await pictures('site-index', `${site}/index.html`)
  await pictures('site-lesson', `${site}/chapters/02-transpose/README.html`, unfolded)
  await pictures('site-exercise', `${site}/${exercise}.html`, unfolded)
  await pictures('site-glossary', `${site}/GLOSSARY.html`)
  await pictures('site-file', `${site}/chapters/02-transpose/1_naive.cu.html`)
  await pictures('site-pattern', `${site}/patterns/02-transpose/1_naive.html`)
  await pictures('site-deck', `${site}/slides/02-transpose.html`)
  await pictures('site-search', address(`${site}/search.html`) + '?q=bank+conflict', (page) => page.locator('#search-results li mark').first().waitFor())
}
