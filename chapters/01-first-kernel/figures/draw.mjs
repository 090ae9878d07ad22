// Draws the figures of the lesson as SVG beside this file, out of the functions that the decks use too.
//
// usage: node chapters/01-first-kernel/figures/draw.mjs [--check]      --check: says which are not up to date, exit code 1
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cpu_and_gpu } from '../../../slides/figures/machines.mjs'
import * as warps from '../../../slides/figures/warps.mjs'

const folder = dirname(fileURLToPath(import.meta.url))
const measured = join(folder, '../results/latency/h200.csv')
const figures = {
  'cpu-and-gpu': cpu_and_gpu(),
  'block-48': warps.block_warps({ shape: '48' }),
  'block-8x8': warps.block_warps({ shape: '8x8' }),
  'block-4x8x2': warps.block_warps({ shape: '4x8x2' }),
  'parting-lanes': warps.parting_lanes(),
  'picture-76x62': warps.picture_edge({ picture: '76x62' }),
  'picture-200x150': warps.picture_edge({ picture: '200x150', lens: 'yes' }),
  'hidden-waiting': warps.hidden_waiting(),
  'latency-curve': warps.latency_curve({ csv: existsSync(measured) ? readFileSync(measured, 'utf8') : '' }),
}

// On a page of its own a drawing brings its letters and its paper, whatever colours the reader has chosen.
const style = '<style>.sans{font-family:Helvetica,Arial,sans-serif}.mono{font-family:Menlo,Consolas,monospace}</style>'
const alone = (svg) => svg.replace('<defs>', `${style}<rect width="100%" height="100%" fill="#ffffff"/><defs>`).replaceAll('><', '>\n<') + '\n'

let stale = 0
for (const [name, svg] of Object.entries(figures)) {
  const file = join(folder, `${name}.svg`)
  if (!process.argv.includes('--check')) writeFileSync(file, alone(svg))
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== alone(svg)) {
    console.log(`${name}.svg is not up to date: node chapters/01-first-kernel/figures/draw.mjs draws it anew.`)
    stale = 1
  }
}
process.exit(stale)
