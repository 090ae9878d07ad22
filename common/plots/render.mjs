// Turns charts into SVG with Vega-Lite and writes them beside a lesson's script chapters/NN-name/figures/plots.mjs, or says which are out
// of date. The bytes depend on the chart alone: not on fonts, clocks or the order of drawing.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mono, paint, width_of } from './look.mjs'

const packages = fileURLToPath(new URL('../../build/node/package.json', import.meta.url))
export const can_draw = existsSync(join(dirname(packages), 'installed'))

// What a drawing stands for. A committed plot carries it, so that a machine without Vega can tell whether the results, the page or the
// look have changed since. Numbers are rounded: the last bits of a logarithm are the machine's own.
const rounded = (key, value) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value)
export const fingerprint = (spec) => createHash('sha256').update(JSON.stringify(spec, rounded)).digest('hex').slice(0, 16)
export const fingerprint_in = (svg) => /<!-- drawn from (\w+) -->/.exec(svg)?.[1]

const escaped = (words) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export async function svg_of(spec) {
  const require = createRequire(packages)
  const vega = require('vega')
  const { compile } = require('vega-lite')
  vega.textMetrics.canvas(false)
  vega.textMetrics.width = (item, text) => width_of(String(text ?? item.text ?? ''), item.fontSize, item.font === mono)
  vega.resetSVGClipId?.()
  const view = new vega.View(vega.parse(compile(spec).spec), { renderer: 'none' })
  const drawn = await view.toSVG()
  const body = drawn.slice(drawn.indexOf('<rect'), drawn.lastIndexOf('</svg>'))
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(drawn)
  const { alt } = spec.usermeta
  const frame = `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${paint.card}" stroke="${paint.grid}"/>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(alt)}">\n` +
    `<!-- drawn from ${fingerprint(spec)} -->\n` +
    frame +
    tidy(body) +
    '</svg>\n'
  )
}

// Without Vega's own background, with short coordinates and a line for each element.
const tidy = (body) =>
  body
    .replace(/^<rect[^>]*\/?>(<\/rect>)?/, '')
    .replaceAll(/ (?:class|role|aria-[\w-]+)="[^"]*"/g, '')
    .replaceAll(/="[^"]*"/g, (value) => value.replaceAll(/-?\d+\.\d{3,}/g, (number) => String(Math.round(Number(number) * 100) / 100)))
    .replaceAll('><', '>\n<')

// The pages beside the script's folder, and README at the top, show a plot with its message as the alternative text.
function pages_of(script) {
  const folder = dirname(dirname(script))
  const names = readdirSync(folder).filter((name) => name.endsWith('.md')).sort()
  return [...names.map((name) => join(folder, name)), fileURLToPath(new URL('../../README.md', import.meta.url))]
}

// The text of a page in which every plot of that name has this message.
export function with_alt(page, path, alt) {
  const place = new RegExp(`!\\[[^\\]]*\\]\\(${path.replaceAll('.', '\\.')}\\)`, 'g')
  return page.replace(place, `![${alt}](${path})`)
}

// `plots` are charts by name. With the argument --check it writes nothing, and the exit code is 1 if a plot or what a page says of it is
// out of date.
export async function plot(script_url, plots) {
  const script = fileURLToPath(script_url)
  const top = fileURLToPath(new URL('../..', import.meta.url))
  const check = process.argv.includes('--check')
  const complain = (file) => {
    console.log(`${relative(top, file)} is not up to date: make plots writes it anew.`)
    process.exitCode = 1
  }
  for (const [name, spec] of Object.entries(plots)) {
    const file = join(dirname(script), `${name}.svg`)
    const committed = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (!check) writeFileSync(file, await svg_of(spec))
    else if (can_draw ? committed !== (await svg_of(spec)) : fingerprint_in(committed) !== fingerprint(spec)) complain(file)
    for (const page of pages_of(script)) {
      const text = readFileSync(page, 'utf8')
      const fresh = with_alt(text, relative(dirname(page), file), spec.usermeta.alt)
      if (fresh === text) continue
      if (check) complain(page)
      else writeFileSync(page, fresh)
    }
  }
}
