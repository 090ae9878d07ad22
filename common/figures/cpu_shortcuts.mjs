// The ideas of the CPU's ladder of chapter 05: reading along rows, chains, reuse in registers, prefetching.
import { array, arrow, colour, drawing, line, range, rect, text } from './svg.mjs'

// The second edge in each step of k: down a column of d, and along a row of its transpose. A cache line has 16
// floats.
export function reading_lines() {
  const cell = 13
  const pitch = 30
  const x = [40, 640]
  const y = 80
  const steps = 8
  const cache_line = (x0, y0, fill) => range(16).map((e) => rect(x0 + e * cell, y0, cell - 1, 20, fill(e)))
  return drawing(
    1150,
    430,
    'eight steps down a column take eight cache lines, eight steps along a row take half of one',
    text(x[0], 20, 'down a column of d', { size: 24, anchor: 'start', bold: true, fill: array.d.strong }),
    text(x[0], 50, 'd[k][j], k = 0, 1, …', { size: 20, anchor: 'start', mono: true }),
    range(steps).map((k) => [
      cache_line(x[0], y + k * pitch, () => colour.idle_pale),
      cache_line(x[0] + 16 * cell + 8, y + k * pitch, (e) => (e === 5 ? array.d.strong : colour.idle)),
    ]),
    arrow(x[0] + 21.5 * cell + 8, y + 4, x[0] + 21.5 * cell + 8, y + steps * pitch + 8, colour.ink),
    text(x[0], y + steps * pitch + 36, 'a line for each step', { size: 24, anchor: 'start', bold: true }),
    text(x[0], y + steps * pitch + 70, '4 of its 64 bytes are used', { size: 22, anchor: 'start' }),
    text(x[1], 20, 'along a row of its transpose', { size: 24, anchor: 'start', bold: true, fill: array.t.strong }),
    text(x[1], 50, 't[j][k], k = 0, 1, …', { size: 20, anchor: 'start', mono: true }),
    range(steps).map((k) => [
      cache_line(x[1], y + k * pitch, (e) => (k === 3 ? (e < steps ? array.t.strong : array.t.pale) : colour.idle_pale)),
      cache_line(x[1] + 16 * cell + 8, y + k * pitch, () => colour.idle_pale),
    ]),
    arrow(x[1] + 4, y + 3 * pitch + 10, x[1] + 8 * cell + 12, y + 3 * pitch + 10, colour.ink),
    text(x[1], y + steps * pitch + 36, 'a line for 16 steps', { size: 24, anchor: 'start', bold: true }),
    text(x[1], y + steps * pitch + 70, 'and the next is fetched before it is asked for', { size: 22, anchor: 'start' }),
  )
}

// Minima over time: one chain, in which each waits for the one before, and four chains.
export function chains_over_time() {
  const unit = 50
  const x = 175
  const fills = [colour.blue, colour.orange, colour.blue_light, colour.orange_light]
  const step = (chain, start, y, label) => [
    rect(x + start * unit, y, 4 * unit - 4, 34, fills[chain]),
    text(x + (start + 2) * unit - 2, y + 17, label, { size: 19, fill: colour.white }),
  ]
  return drawing(
    1150,
    400,
    'one chain of minima does one at a time; four chains keep four in flight',
    text(x - 16, 47, 'one chain', { size: 24, anchor: 'end', bold: true }),
    range(4).map((k) => step(0, 4 * k, 30, `min, k = ${k}`)),
    text(x + 16 * unit + 12, 47, '4 minima', { size: 26, bold: true, anchor: 'start' }),
    line(20, 100, 1130, 100, colour.idle),
    text(x - 16, 205, 'four chains', { size: 24, anchor: 'end', bold: true }),
    range(4).map((chain) => range(Math.floor((16 - chain) / 4)).map((k) => step(chain, chain + 4 * k, 124 + chain * 44, `min, k = ${4 * k + chain}`))),
    text(x + 16 * unit + 12, 205, '13 minima', { size: 26, bold: true, anchor: 'start' }),
    arrow(x, 330, x + 16 * unit, 330, colour.ink),
    text(x + 8 * unit, 358, 'time: each minimum waits for the one before it in its chain', { size: 22 }),
  )
}

// The vectors that a step of k loads, and the relaxations that they serve.
export function reuse_in_registers() {
  const tile = (x, rows, cols, side, title, loads) => {
    const y = 100
    return [
      text(x, 20, title, { size: 22, anchor: 'start', mono: true, bold: true }),
      range(rows).map((k) => rect(x, y + k * side, side - 8, side - 3, colour.orange)),
      range(cols).map((k) => rect(x + (k + 1) * side, y - side, side - 3, side - 8, colour.blue)),
      range(rows).map((i) => range(cols).map((j) => rect(x + (j + 1) * side, y + i * side, side - 3, side - 3, array.r.strong))),
      text(x, 408, `${loads} loads`, { size: 24, anchor: 'start' }),
      text(x, 442, `${rows * cols} ${rows * cols === 1 ? 'relaxation' : 'relaxations'}`, { size: 24, anchor: 'start' }),
      text(x, 480, `${(loads / (rows * cols)).toFixed(2).replace(/\.?0+$/, '')} loads for each`, { size: 24, anchor: 'start', bold: true }),
    ]
  }
  return drawing(
    1150,
    500,
    'a tile of r in registers: 2 loads for one relaxation, 6 for 9, 14 for 24',
    tile(60, 1, 1, 44, 'vectors', 2),
    tile(400, 3, 3, 44, 'register_reuse', 6),
    tile(780, 12, 2, 24, 'more_reuse', 14),
    text(925, 130, 'vectors along j:', { size: 20, anchor: 'start' }),
    text(925, 160, '2 vectors of d[k][j],', { size: 20, anchor: 'start', fill: colour.blue }),
    text(925, 190, '12 single d[i][k]', { size: 20, anchor: 'start', fill: colour.orange }),
    text(925, 230, '(with AVX-512)', { size: 20, anchor: 'start' }),
  )
}

// Rows of d as more_reuse reads them, and the line that is prefetched meanwhile; beside it, blocks that stay in a
// cache.
export function ahead_and_in_blocks() {
  const cell = 15
  const y = 70
  const x = 40
  const side = 260
  const bx = 640
  const block = (left, top, width, height, fill) => rect(left, top, width, height, fill, { stroke: colour.ink, stroke_width: 2 })
  return drawing(
    1150,
    430,
    'prefetch asks for the row eight steps ahead; blocks keep a copied part of d in the second-level cache',
    text(x, 24, 'prefetch: asked for in time', { size: 24, anchor: 'start', bold: true }),
    range(12).map((k) => range(24).map((e) => rect(x + e * cell, y + k * 24, cell - 1, 19, k === 2 && e >= 8 && e < 12 ? colour.blue : k === 10 && e >= 8 && e < 12 ? colour.good : colour.idle_pale))),
    text(x + 24 * cell + 12, y + 2 * 24 + 10, 'row k: used now', { size: 20, anchor: 'start', fill: colour.blue }),
    text(x + 24 * cell + 12, y + 10 * 24 + 10, 'k + 8: asked for', { size: 20, anchor: 'start', fill: colour.good }),
    arrow(x + 10 * cell, y + 3 * 24, x + 10 * cell, y + 10 * 24 - 6, colour.ink),
    text(x, 400, 'the next line is a whole row further on', { size: 20, anchor: 'start' }),
    text(bx, 24, 'cache_blocked: stays near', { size: 24, anchor: 'start', bold: true }),
    [0, 1].map((k) => rect(bx + k * 256, y, 220, side, colour.idle_pale)),
    block(bx, y + 60, 80, 120, colour.orange_pale),
    block(bx + 256, y + 0, 220, 80, colour.blue_pale),
    range(3).map((k) => rect(bx + 256 + k * 24 + 3, y + 3, 18, 74, k === 0 ? colour.blue : colour.blue_lighter)),
    range(4).map((k) => rect(bx + 3, y + 63 + k * 29, 74, 24, k === 0 ? colour.orange : colour.orange_light)),
    text(bx + 8, y + side - 20, 'd[i][k]', { size: 20, anchor: 'start', mono: true }),
    text(bx + 264, y + side - 20, 'd[k][j]', { size: 20, anchor: 'start', mono: true }),
    text(bx, 368, 'the framed parts are copied, each in', { size: 20, anchor: 'start' }),
    text(bx, 400, 'the order in which it is read, again and again', { size: 20, anchor: 'start' }),
  )
}
