// Checks that nothing on a deck's slides is cut off: opens its HTML in the browser named by CHROME and measures.
//
// usage: node slides/fit.mjs DECK.html STAMP      STAMP is written if all is well; exit code 1 if not
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { writeFileSync } from 'node:fs'

const require = createRequire(resolve('build/node/package.json'))
const { chromium } = require('playwright-core')

// Runs in the page. What lies on a slide must keep off its edges and off the page number, what is written in a figure must
// lie inside of it. One sentence for each slide that does not fit.
function overflows() {
  const [edge, foot] = [24, 44]
  const complaints = []
  document.querySelectorAll('foreignObject > section').forEach((section, index) => {
    const frame = section.getBoundingClientRect()
    const scale = frame.width / 1280
    let worst = { by: 1, sentence: '' }
    const note = (by, what, side) => {
      if (by / scale > worst.by) worst = { by: by / scale, sentence: `${what} goes ${Math.ceil(by / scale)} units over the ${side}` }
    }
    const compare = (inner, outer, what, margin, bottom) => {
      note(inner.bottom - outer.bottom + bottom * scale, what, 'bottom')
      note(inner.right - outer.right + margin * scale, what, 'right edge')
      note(outer.left - inner.left + margin * scale, what, 'left edge')
      note(outer.top - inner.top + margin * scale, what, 'top')
    }
    for (const part of section.querySelectorAll('*')) {
      if (part.closest('defs') || part.tagName === 'FOOTER' || part.closest('mjx-container')) continue
      const box = part.getBoundingClientRect()
      if (box.width === 0 || box.height === 0) continue
      const what = `"${part.textContent.trim().slice(0, 40)}" (${part.tagName.toLowerCase()})`
      const figure = part.parentElement.closest('svg')
      if (figure && section.contains(figure)) compare(box, figure.getBoundingClientRect(), what, 0, 0)
      else compare(box, frame, what, edge, foot)
    }
    const title = section.querySelector('h1')?.textContent ?? ''
    if (worst.sentence) complaints.push(`slide ${index + 1}, "${title}": ${worst.sentence}`)
  })
  return complaints
}

const [deck, stamp] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: process.env.CHROME, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  await page.goto(`file://${resolve(deck)}`)
  await page.emulateMedia({ media: 'print' }) // shows all slides at once
  await page.evaluate(() => document.fonts.ready)
  const complaints = await page.evaluate(overflows)
  if (complaints.length > 0) {
    console.error(`${deck} has slides on which something does not fit:\n${complaints.join('\n')}`)
    process.exitCode = 1
  } else {
    writeFileSync(stamp, 'every slide fits\n')
  }
} finally {
  await browser.close()
}
