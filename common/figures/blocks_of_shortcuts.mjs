// The ideas for blocks in chapter 05: padded factors, a slab in shared memory, tiles for multiprocessors, a divided
// k.
import { array, arrow, colour, drawing, ink_on, line, range, rect, text } from './svg.mjs'

// A block's slab: 8 ks of 64 columns of t and of d, loaded once and read by all its threads.
export function shared_slab() {
  const [unit, deep] = [3.4, 8]
  const wide = 64 * unit
  const tall = deep * 6
  const factor = (x, y, name, fill, pale) => [
    rect(x, y, 300, 150, colour.idle_pale),
    rect(x + 56, y, wide, 150, pale),
    rect(x + 56, y + 40, wide, tall, fill),
    text(x + 24, y + 22, name, { size: 28, bold: true }),
    text(x + 56 + wide / 2, y + 40 + tall / 2, '8 ks, 64 columns', { size: 20, fill: colour.white }),
  ]
  const slab = (x, y, name, fill) => [
    rect(x, y, wide, tall, fill),
    range(deep - 1).map((k) => rect(x, y + (k + 1) * 6 - 0.5, wide, 1, colour.white)),
    text(x + wide / 2, y + tall + 20, name, { size: 22, mono: true }),
  ]
  const [gx, gy, side] = [870, 120, 26]
  return drawing(
    1150,
    450,
    'a block brings a slab of t and one of d to shared memory, and each of its 8 by 8 threads reads parts of both',
    text(190, 18, 'global memory', { size: 22, bold: true }),
    factor(40, 50, 't', colour.orange, colour.orange_pale),
    factor(40, 240, 'd', colour.blue, colour.blue_pale),
    arrow(350, 115, 450, 140, colour.orange),
    arrow(350, 305, 450, 290, colour.blue),
    text(400, 90, 'once', { size: 22, bold: true }),
    text(400, 345, 'once', { size: 22, bold: true }),
    text(580, 18, 'shared memory', { size: 22, bold: true }),
    rect(456, 70, 256, 320, 'none', { stroke: colour.line, stroke_width: 2, rx: 10 }),
    slab(475, 115, 'to_k', colour.orange),
    slab(475, 265, 'from_k', colour.blue),
    arrow(722, 140, gx - 16, gy + 2.5 * side, colour.orange),
    arrow(722, 290, gx + 20, gy + 8 * side + 40, colour.blue),
    text(gx + 4 * side, 18, '64 threads', { size: 22, bold: true }),
    range(8).map((y) => range(8).map((x) => rect(gx + x * side, gy + y * side, side - 2, side - 2, x === 5 && y === 2 ? colour.ink : y === 2 ? colour.orange_pale : x === 5 ? colour.blue_pale : colour.idle))),
    text(gx + 4 * side, 66, 'a row of threads reads', { size: 20 }),
    text(gx + 4 * side, 92, 'the same 8 of to_k', { size: 20, fill: colour.orange }),
    text(gx + 4 * side, gy + 8 * side + 62, 'a column of threads', { size: 20 }),
    text(gx + 4 * side, gy + 8 * side + 88, 'the same 8 of from_k', { size: 20, fill: colour.blue }),
  )
}

// The multiprocessors of a GPU, and how many of them have a tile of r to compute, for square tiles of n × n results.
export function busy_multiprocessors({ n = 1000, sides = '64 128', count = 132 } = {}) {
  const side = 34
  const across = 12
  return drawing(
    1150,
    470,
    `how many of ${count} multiprocessors have a tile when r is cut into tiles of ${sides.replace(' ', ' or ')}`,
    sides.split(' ').map((tile, k) => {
      const tiles = Math.ceil(n / Number(tile)) ** 2
      const x = 40 + k * 580
      return [
        text(x, 20, `tiles of ${tile} × ${tile}: ${tiles}`, { size: 26, anchor: 'start', bold: true }),
        range(Number(count)).map((at) => rect(x + (at % across) * side, 56 + Math.floor(at / across) * side, side - 4, side - 4, at < tiles ? colour.blue : colour.idle)),
        text(x, 56 + Math.ceil(count / across) * side + 24, `${Math.min(tiles, count)} of ${count} multiprocessors have one`, { size: 24, anchor: 'start' }),
      ]
    }),
  )
}

// What rungs from the second on read instead of d: a padded copy and its transpose, both with extra infinite rows and
// columns.
export function padded_buffer() {
  const size = 170
  const inner = 130
  const part = (x, label, words, strip) => [
    rect(x, 40, size, size, colour.idle),
    rect(x, 40, inner, inner, array[label].pale),
    strip === 'row' ? rect(x, 40 + 40, inner, 12, array[label].strong) : rect(x + 40, 40, 12, inner, array[label].strong),
    text(x + inner / 2, 40 + inner / 2 + 20, label, { size: 26, bold: true }),
    text(x + inner + 20, 40 + size - 20, '∞', { size: 24 }),
    text(x + size / 2, 16, words, { size: 20 }),
  ]
  return drawing(
    1150,
    220,
    'a padded copy of d and its transpose t, one behind the other in a buffer',
    rect(40, 40, inner, inner, colour.blue_pale),
    rect(40, 80, inner, 12, colour.blue),
    text(40 + inner / 2, 40 + inner / 2 + 20, 'd', { size: 26, bold: true }),
    text(40 + inner / 2, 16, 'n × n', { size: 20 }),
    arrow(190, 105, 270, 105),
    part(300, 'd', 'nn × nn', 'row'),
    part(490, 't', 'nn × nn', 'column'),
    text(720, 80, 'grey: no edge', { size: 22, anchor: 'start' }),
    text(720, 112, 'a row of d is a column of t', { size: 22, anchor: 'start' }),
  )
}

// A tile of r whose values of k are divided among blocks: each reads its part of t and of d, rows k of 64 neighbours, and all
// combine their minima in one tile.
export function divided_ks() {
  const count = 4
  const gap = 100 // from block to block
  const of_t = [colour.orange, colour.orange_light, colour.orange_dark, colour.orange_lighter]
  const of_d = [colour.blue, colour.blue_light, colour.blue_dark, colour.blue_lighter]
  const strip = (x, words, shades) => [
    text(x + 75, 14, words, { size: 22 }),
    range(count).map((part) => [
      rect(x, 36 + part * gap, 150, gap - 2, shades[part]),
      text(x + 75, 85 + part * gap, `part ${part}`, { size: 20, fill: ink_on(shades[part]) }),
    ]),
  ]
  return drawing(
    1150,
    470,
    `${count} blocks share a tile of r: each has a part of the values of k`,
    text(18, 235, 'k', { size: 22 }),
    arrow(42, 44, 42, 430, colour.ink),
    strip(70, 't: 64 columns i', of_t),
    strip(260, 'd: 64 columns j', of_d),
    range(count).map((k) => [
      arrow(430, 85 + k * gap, 520, 85 + k * gap, colour.ink),
      rect(540, 45 + k * gap, 40, 80, of_t[k]),
      rect(590, 45 + k * gap, 40, 80, of_d[k]),
      rect(546, 69 + k * gap, 78, 32, colour.white, { rx: 6 }),
      text(585, 85 + k * gap, `block ${k}`, { size: 21 }),
      arrow(648, 85 + k * gap, 808, 190 + k * 20, colour.ink),
    ]),
    rect(830, 170, 100, 100, array.r.strong),
    text(880, 220, 'r', { size: 34, bold: true, fill: colour.white }),
    text(920, 300, 'the smallest of the four', { size: 22 }),
    text(585, 450, 'each finds the best paths over its own part', { size: 22 }),
  )
}

// Rows of an n × n result in memory: where they belong, and where the padded stride puts them. Widths are not to
// scale.
export function wrong_stride() {
  const [x, wide, gap, tall] = [180, 150, 22, 44]
  const rows = 6
  const end = x + rows * wide
  const row = (y, k, start, fill) => [rect(start, y, wide - 3, tall, fill), text(start + wide / 2, y + tall / 2, `row ${k}`, { size: 20, fill: colour.white })]
  return drawing(
    1190,
    210,
    'with the padded stride every row of r lands further to the right than it should, and the last ones outside',
    text(x - 16, 32, 'n * i + j', { size: 22, anchor: 'end', mono: true }),
    range(rows).map((k) => row(10, k, x + k * wide, array.r.strong)),
    text(x - 16, 112, 'nn * i + j', { size: 22, anchor: 'end', mono: true }),
    rect(x, 90, rows * wide - 3, tall, colour.idle),
    range(rows).map((k) => row(90, k, x + k * (wide + gap), k < rows - 1 ? colour.orange : colour.bad)),
    line(end, 0, end, 160, colour.ink, { stroke_width: 3, stroke_dasharray: '7 6' }),
    text(end, 182, 'the end of r', { size: 21 }),
    text(x, 182, 'grey: never written', { size: 21, anchor: 'start' }),
  )
}
