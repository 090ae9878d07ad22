// Products of matrices: the elements that each result needs, and how often each is loaded.
import { array, arrow, colour, drawing, line, range, rect, text } from './svg.mjs'

const frame = { stroke: colour.ink, stroke_width: 2.5 }

// A, B and C side by side: A to the left of C, B above it, so that a row and a column cross in their element.
function three_matrices({ side, x = 40, y = 20, gap = 30 }) {
  const a = { x, y: y + side + gap }
  const b = { x: x + side + gap, y }
  const c = { x: x + side + gap, y: y + side + gap }
  return {
    a,
    b,
    c,
    side,
    drawn: [
      [a, 'A'],
      [b, 'B'],
      [c, 'C'],
    ].map(([at, name]) => [
      rect(at.x, at.y, side, side, colour.idle_pale, frame),
      text(at.x + 20, at.y + 24, name, { size: 26, bold: true }),
    ]),
  }
}

// One element of C: a row of A, a column of B.
export function product_element() {
  const m = three_matrices({ side: 220 })
  const thin = 20
  return drawing(
    1150,
    520,
    'an element of C is a row of A times a column of B',
    m.drawn,
    rect(m.a.x, m.a.y + 100, m.side, thin, array.A.strong),
    rect(m.b.x + 140, m.b.y, thin, m.side, array.B.strong),
    rect(m.c.x + 140, m.c.y + 100, thin, thin, array.C.strong),
    text(560, 90, 'n products for each element of C:', { size: 26, anchor: 'start' }),
    text(560, 130, '2 n³ operations in all', { size: 26, anchor: 'start', bold: true }),
    text(560, 210, '3 n² elements in all:', { size: 26, anchor: 'start' }),
    text(560, 250, 'each could be used n times', { size: 26, anchor: 'start', bold: true }),
    text(560, 350, 'This row is needed for a whole row of C,', { size: 26, anchor: 'start', fill: array.A.strong }),
    text(560, 390, 'this column for a whole column.', { size: 26, anchor: 'start', fill: array.B.strong }),
  )
}

// The elements of A and B that a warp reads in one step of k, in a block with that many threads across: 32, 16 or 1.
export function warp_of_block({ across = 32 } = {}) {
  const wide = Number(across)
  const down = 32 / wide
  const m = three_matrices({ side: 220 })
  const cell = 220 / 32
  const step = 20
  const sectors_a = down
  const sectors_b = Math.max(1, wide / 8)
  return drawing(
    1150,
    520,
    `a warp of ${wide} by ${down} threads asks for ${sectors_a} sectors of A and ${sectors_b} of B in each step`,
    m.drawn,
    rect(m.c.x, m.c.y, wide * cell, down * cell, array.C.strong),
    rect(m.b.x, m.b.y + step * cell, wide * cell, cell, array.B.strong),
    rect(m.a.x + step * cell, m.a.y, cell, down * cell, array.A.strong),
    text(560, 90, `a warp has ${wide} ${wide === 1 ? 'column' : 'columns'} and ${down} ${down === 1 ? 'row' : 'rows'} of C`, { size: 26, anchor: 'start' }),
    text(560, 170, `B: ${wide} ${wide === 1 ? 'element' : 'neighbours'}, ${sectors_b} ${sectors_b === 1 ? 'sector' : 'sectors'}`, { size: 26, anchor: 'start', fill: array.B.strong }),
    text(560, 230, `A: ${down} ${down === 1 ? 'row' : 'rows'}, ${sectors_a} ${sectors_a === 1 ? 'sector' : 'sectors'}`, { size: 26, anchor: 'start', fill: array.A.strong }),
    text(560, 310, `${sectors_a + sectors_b} sectors for 32 multiplications`, { size: 30, anchor: 'start', bold: true }),
  )
}

// A tile of C, and the pairs of tiles of A and B that it is computed from. tiles: of C for the block.
export function product_tiles({ tiles = 1 } = {}) {
  const count = Number(tiles)
  const m = three_matrices({ side: 240, y: 10, gap: 24 })
  const tile = 40
  const across = (at, y, wide, fill) => range(6).map((k) => rect(at.x + k * tile, y, tile, tile, k === wide ? fill : 'none', { stroke: fill, stroke_width: 1.5 }))
  const blocks = range(count)
  const words = {
    1: ['1 tile of A and 1 of B', 'for the 16 × 16 threads together'],
    2: ['1 tile of A, 2 of B: 3 in place of 4', 'a quarter of the loads is saved'],
    4: ['1 tile of A, 4 of B: 5 in place of 8', 'three eighths of the loads are saved'],
  }[count]
  return drawing(
    1150,
    530,
    `a block with ${count} tiles of C goes along a row of tiles of A and down ${count} columns of tiles of B`,
    m.drawn,
    across(m.a, m.a.y + 2 * tile, 1, array.A.strong),
    blocks.map((k) =>
      range(6).map((step) =>
        rect(m.b.x + (1 + k) * tile, m.b.y + step * tile, tile, tile, step === 1 ? array.B.strong : 'none', { stroke: array.B.strong, stroke_width: 1.5 }),
      ),
    ),
    blocks.map((k) => rect(m.c.x + (1 + k) * tile, m.c.y + 2 * tile, tile, tile, array.C.strong, { stroke: colour.white, stroke_width: 1.5 })),
    arrow(m.a.x + 2 * tile + 8, m.a.y + 2.5 * tile, m.a.x + 4 * tile, m.a.y + 2.5 * tile, array.A.strong),
    arrow(m.b.x + 1.5 * tile, m.b.y + 2 * tile + 8, m.b.x + 1.5 * tile, m.b.y + 4 * tile, array.B.strong),
    text(600, 110, 'in each step', { size: 26, anchor: 'start' }),
    text(600, 156, words[0], { size: 26, anchor: 'start', bold: true }),
    text(600, 202, words[1], { size: 26, anchor: 'start' }),
    text(600, 320, 'Load, wait for each other, multiply,', { size: 26, anchor: 'start' }),
    text(600, 360, 'wait for each other, next step.', { size: 26, anchor: 'start' }),
  )
}

// A thread's elements of the result, and the elements that one step of k reads for them: a column of 16, or a square
// of 8 × 8.
export function register_tile({ rows = 8, cols = 8, factors = 'A B', work = 'products', kept = 'sums' } = {}) {
  const [down, wide] = [Number(rows), Number(cols)]
  const [a, b] = factors.split(' ')
  const cell = down > 8 ? 25 : 48
  const x = 120
  const y = 70
  return drawing(
    1150,
    Math.max(360, y + down * cell + 20),
    `${down} elements of ${a} and ${wide} of ${b} make ${down * wide} ${work}`,
    range(down).map((k) => rect(x - 50, y + k * cell, cell, cell, array[a].strong, { stroke: colour.white, stroke_width: 1.5 })),
    range(wide).map((k) => rect(x + k * cell, y - 50, cell, cell, array[b].strong, { stroke: colour.white, stroke_width: 1.5 })),
    range(down).map((i) => range(wide).map((j) => rect(x + j * cell, y + i * cell, cell, cell, array.C.strong, { stroke: colour.white, stroke_width: 1.5 }))),
    text(560, 110, `load ${down} ${down === 1 ? 'element' : 'elements'} of ${a} and ${wide} of ${b}`, { size: 28, anchor: 'start' }),
    text(560, 160, `compute ${down * wide} ${work}`, { size: 28, anchor: 'start' }),
    text(560, 250, `${(down * wide / (down + wide)).toFixed(2).replace(/\.?0+$/, '')} ${work} for each element loaded`, { size: 30, anchor: 'start', bold: true }),
    text(560, 330, `keep ${down * wide} ${kept} in registers`, { size: 28, anchor: 'start' }),
  )
}

// The banks of a warp of 16 × 2 threads that stores a transposed tile of 16 × 16 words: thread (x, y) to word row · x
// + y, with rows of 16 + padding words.
export function turned_store({ padding = 0 } = {}) {
  const row = 16 + Number(padding)
  const banks = range(32).map(() => [])
  range(32).forEach((lane) => banks[(row * (lane % 16) + Math.floor(lane / 16)) % 32].push(lane))
  const most = Math.max(...banks.map((lanes) => lanes.length))
  const side = 33
  const x = 40
  const y = 66 + 33 * most
  return drawing(
    1150,
    y + 84,
    `rows of ${row} words: at most ${most} lanes meet in a bank`,
    text(x, 30, `rows of ${row} words: thread (x, y) stores word ${row} x + y`, { size: 26, anchor: 'start' }),
    banks.map((lanes, bank) => [
      rect(x + bank * side, y, side - 3, 26, colour.idle),
      text(x + bank * side + side / 2 - 1.5, y + 13, String(bank), { size: 18 }),
      lanes.map((lane, k) => [
        rect(x + bank * side, y - 34 - k * 33, side - 3, 30, lane < 16 ? colour.blue : colour.orange),
        text(x + bank * side + side / 2 - 1.5, y - 19 - k * 33, String(lane % 16), { size: 18, fill: colour.white }),
      ]),
    ]),
    text(x, y + 56, 'banks; above them the x of the threads', { size: 22, anchor: 'start' }),
    rect(x + 560, y + 44, 24, 24, colour.blue),
    text(x + 594, y + 56, 'y = 0', { size: 22, anchor: 'start' }),
    rect(x + 690, y + 44, 24, 24, colour.orange),
    text(x + 724, y + 56, 'y = 1', { size: 22, anchor: 'start' }),
    text(x + 1060, 30, `${most} ${most === 1 ? 'wavefront' : 'wavefronts'}`, { size: 30, anchor: 'end', bold: true, fill: most === 1 ? colour.good : colour.bad }),
  )
}

// A block's loads and computation over time, with one buffer and with two.
export function buffers_over_time({ work = 'multiply' } = {}) {
  const unit = 104
  const x = 180
  const bar = (column, y, width, fill, label) => [
    rect(x + column * unit, y, width * unit - 4, 46, fill),
    text(x + (column + width / 2) * unit - 2, y + 23, label, { size: 19, fill: colour.white }),
  ]
  return drawing(
    1150,
    430,
    `with one buffer a block loads and works (${work}) in turn; with two it loads the next while it works`,
    text(x - 14, 63, 'one buffer', { size: 24, anchor: 'end' }),
    range(3).map((k) => [bar(3 * k, 40, 2, colour.orange, `load ${k}`), bar(3 * k + 2, 40, 1, colour.blue, `${work} ${k}`)]),
    range(6).map((k) => line(x + (Math.floor(k / 2) * 3 + (k % 2 === 0 ? 2 : 3)) * unit - 2, 30, x + (Math.floor(k / 2) * 3 + (k % 2 === 0 ? 2 : 3)) * unit - 2, 96, colour.ink, { stroke_width: 3 })),
    text(x - 14, 233, 'two buffers', { size: 24, anchor: 'end' }),
    range(4).map((k) => bar(2 * k, 190, 2, colour.orange, `load ${k}`)),
    range(4).map((k) => bar(2 * k + 2, 240, 1, colour.blue, `${work} ${k}`)),
    range(4).map((k) => line(x + (2 * k + 2) * unit - 2, 180, x + (2 * k + 2) * unit - 2, 296, colour.ink, { stroke_width: 3 })),
    text(x, 350, 'Black lines are barriers. While a block waits, others may work, if there are any.', { size: 24, anchor: 'start' }),
  )
}
