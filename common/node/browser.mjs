// Runs tests in a real browser, Debian's chromium, driven by Playwright. Each file exports one function, which calls `test` for
// every behaviour:
//
//     export default async ({ test, open, pictures }) => {
//       await test('the page has a title', async () => {
//         const page = await open('build/site/index.html')
//         assert.equal(await page.title(), 'Learn CUDA')
//       })
//     }
//
// usage: CHROME=/usr/bin/chromium node common/node/browser.mjs [--only WORDS] FILE_test.mjs...   in the repository's root
//
// A test fails if it throws, and if a page that it opened printed an error or asked for anything but files. The last line is
// "N passed, N failed"; the exit code is 1 if any failed, 77 (skipped) without a browser.
import { createRequire } from 'node:module'
import { mkdirSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const widths = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }
const here = (scheme) => ['file:', 'data:', 'blob:', 'about:'].includes(scheme)

const package_of = (name) => createRequire(resolve('build/node/package.json'))(name)

// The browser of CHROME; more: options of Playwright's launch.
export function launch(more = {}) {
  return package_of('playwright-core').chromium.launch({ executablePath: process.env.CHROME, args: quiet, ...more })
}

// An address for a file in the repository: 'build/site/index.html#part'.
export const address = (path) => (/^[a-z]+:/.test(path) ? path : pathToFileURL(resolve(path.split('#')[0])).href + (path.includes('#') ? `#${path.split('#')[1]}` : ''))

// Opens a page: at a desktop's or a phone's width, light or dark, to be touched or not. `complaints` receives what went wrong on it.
async function open_in(browser, path, { width = 'wide', dark = false, print = false } = {}, complaints = []) {
  const phone = width === 'phone'
  const context = await browser.newContext({
    viewport: widths[width],
    deviceScaleFactor: phone ? 2 : 1,
    hasTouch: phone,
    isMobile: phone,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && complaints.push(`the console says: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(`a script failed: ${error.message}`))
  page.on('request', (request) => here(new URL(request.url()).protocol) || complaints.push(`a request left the machine: ${request.url()}`))
  page.on('requestfailed', (request) => complaints.push(`a request failed: ${request.url()}`))
  if (print) await page.emulateMedia({ media: 'print' })
  await page.goto(address(path))
  await page.evaluate(() => document.fonts.ready)
  return page
}

// What axe finds serious or critical on a page, as sentences. (It would ask for the style sheets, which no page of a folder may.)
export async function barriers(page) {
  await page.addScriptTag({ path: resolve('build/node/node_modules/axe-core/axe.min.js') })
  const violations = await page.evaluate(() => window.axe.run({ preload: false }).then((found) => found.violations))
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} (${node.failureSummary.split('\n').slice(1).join(' ').trim()})`).join('; ')}`)
}

// By how many pixels a page is wider than its window.
export const overhang = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

export class Suite {
  constructor(browser, { only = '', say = console.log } = {}) {
    Object.assign(this, { browser, only, say, passed: 0, failed: 0, complaints: [], contexts: [] })
    this.test = this.test.bind(this)
    this.open = this.open.bind(this)
    this.pictures = this.pictures.bind(this)
  }

  // Runs `body`; the pages that it opened are closed afterwards.
  async test(name, body) {
    if (!name.includes(this.only)) return
    this.complaints = []
    try {
      await body()
    } catch (error) {
      this.complaints.unshift(error.stack ?? String(error))
    }
    for (const context of this.contexts.splice(0)) await context.close()
    if (this.complaints.length === 0) {
      ++this.passed
      return
    }
    this.fail(name, this.complaints.join('\n        '))
  }

  fail(name, why) {
    ++this.failed
    this.say(`FAILED  ${name}\n        ${why.stack ?? why}`)
  }

  // options: width 'wide' or 'phone', dark, print.
  async open(path, options = {}) {
    const page = await open_in(this.browser, path, options, this.complaints)
    this.contexts.push(page.context())
    return page
  }

  // Tests of a page wide and at a phone's width, light and dark: axe finds nothing serious, and nothing must be scrolled sideways.
  // The four pictures build/screenshots/NAME-{wide,phone}-{light,dark}.png are for a person to look at. `prepare` gets the page first.
  async pictures(name, path, prepare = async () => {}) {
    mkdirSync('build/screenshots', { recursive: true })
    for (const width of ['wide', 'phone'])
      for (const dark of [false, true])
        await this.test(`${name}: ${width}, ${dark ? 'dark' : 'light'}`, async () => {
          const page = await this.open(path, { width, dark })
          await prepare(page, { width, dark })
          await page.screenshot({ path: `build/screenshots/${name}-${width}-${dark ? 'dark' : 'light'}.png`, fullPage: true })
          this.complaints.push(...(await barriers(page)))
          const over = await overhang(page)
          if (over > 0) this.complaints.push(`the page is ${over} pixels wider than the window`)
        })
  }
}

async function main(words) {
  const only = words[0] === '--only' ? words.splice(0, 2)[1] : ''
  if (!process.env.CHROME) {
    console.log('tests in a browser need chromium, which make test-browser installs')
    return 77
  }
  const browser = await launch()
  const suite = new Suite(browser, { only })
  try {
    for (const file of words) {
      const before = suite.passed + suite.failed
      try {
        const { default: tests } = await import(pathToFileURL(resolve(file)).href)
        await tests(suite)
      } catch (error) {
        suite.fail(`${file}, outside of its tests`, error)
      }
      if (!only && suite.passed + suite.failed === before) suite.fail(file, 'the file has no test')
    }
  } finally {
    await browser.close()
  }
  console.log(`${suite.passed} passed, ${suite.failed} failed`)
  return suite.failed > 0 || suite.passed === 0 ? 1 : 0
}

// Without a top-level await: tests import this module, too, and would wait for it to end.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  main(process.argv.slice(2)).then(
    (code) => (process.exitCode = code),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
