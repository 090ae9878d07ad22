// Writes figures as SVG beside a lesson's script chapters/NN-name/figures/draw.mjs, or says which ones are out of
// date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { colour, rect } from './svg.mjs'

// On a page, a drawing is a card: it brings its own fonts and a white ground with a margin, so that it can be read on a
// light page and on a dark one.
const style = '<style>.sans{font-family:Helvetica,Arial,sans-serif}.mono{font-family:Menlo,Consolas,monospace}</style>'
const margin = 16
export function card(svg) {
  const [, width, height] = svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/).map(Number)
  const [wide, tall] = [width + 2 * margin, height + 2 * margin]
  const ground = rect(-margin, -margin, wide, tall, colour.white, { rx: 14 })
  return `${svg
    .replace(/viewBox=.*? height="[\d.]+"/, `viewBox="${-margin} ${-margin} ${wide} ${tall}" width="${wide}" height="${tall}"`)
    .replace('<defs>', `${style}${ground}<defs>`)
    .replace(/><\/(rect|line|path|circle)>/g, '/>')
    .replaceAll('><', '>\n<')}\n`
}

// The text of a file that a figure is drawn from, relative to the script's folder; empty if there is no such
// file.
export function read_beside(script_url, name) {
  const file = join(dirname(fileURLToPath(script_url)), name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

// `figures` are drawings by name. With the argument --check it writes nothing, and the exit code is 1 if a figure is
// out of date.
export function draw(script_url, figures) {
  const script = fileURLToPath(script_url)
  let stale = 0
  for (const [name, svg] of Object.entries(figures)) {
    const file = join(dirname(script), `${name}.svg`)
    if (!process.argv.includes('--check')) writeFileSync(file, card(svg))
    else if (!existsSync(file) || readFileSync(file, 'utf8') !== card(svg)) {
      console.log(`${name}.svg is not up to date: node ${relative(process.cwd(), script)} draws it anew.`)
      stale = 1
    }
  }
  process.exit(stale)
}
