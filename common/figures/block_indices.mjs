// Which element of C belongs to which thread of which block, and what a thread reads for it. The ideas are those of Li,
// Ranka and Sahni's figures 1.10, 1.11, 1.16 and 1.17.
import { array, arrow, colour, drawing, ink_on, range, rect, text } from './svg.mjs'

const edge = { stroke: colour.white, stroke_width: 1.5 }
const frame = (x, y, width, height, stroke = colour.ink, stroke_width = 2.5) => rect(x, y, width, height, 'none', { stroke, stroke_width })

// C of 16 × 16 elements for blocks of (4, 2) threads: a tile for each block, numbered x, y; one block's threads beside it.
export function tiles_of_blocks({ block = '3,2' } = {}) {
  const [across, down, count] = [4, 2, 16]
  const [bx, by] = block.split(',').map(Number)
  const [side, x, y] = [27, 40, 44]
  const tile = { width: across * side, height: down * side }
  const [zx, zy, zoom] = [620, 150, 112]
  const chosen = { x: x + bx * tile.width, y: y + by * tile.height }
  return drawing(
    1120,
    y + count * side + 16,
    `a matrix of 16 by 16 elements in tiles of 2 rows and 4 columns, one for each block of 4 by 2 threads; block (${bx}, ${by}) and its threads are drawn larger`,
    text(x, 18, 'C: 16 × 16 elements, 4 × 8 blocks', { anchor: 'start', size: 24 }),
    range(count).map((row) => range(count).map((col) => rect(x + col * side, y + row * side, side, side, array.C.pale, edge))),
    rect(chosen.x, chosen.y, tile.width, tile.height, array.C.strong),
    range(count / down).map((v) =>
      range(count / across).map((u) => [
        frame(x + u * tile.width, y + v * tile.height, tile.width, tile.height, colour.ink, 1.5),
        text(x + (u + 0.5) * tile.width, y + (v + 0.5) * tile.height, `${u}, ${v}`, { size: 22, fill: u === bx && v === by ? colour.white : colour.ink }),
      ]),
    ),
    arrow(chosen.x + tile.width + 6, chosen.y + tile.height / 2, zx - 14, zy + zoom, colour.ink_soft, { stroke_width: 2 }),
    text(zx, 40, `block (${bx}, ${by}): blockIdx.x = ${bx}, blockIdx.y = ${by}`, { anchor: 'start', size: 24 }),
    text(zx, 84, 'its threads: threadIdx.x, threadIdx.y', { anchor: 'start', size: 24 }),
    range(down).map((ty) =>
      range(across).map((tx) => [
        rect(zx + tx * zoom, zy + ty * zoom, zoom, zoom, array.C.strong, { stroke: colour.white, stroke_width: 3 }),
        text(zx + (tx + 0.5) * zoom, zy + ty * zoom + 40, `${tx}, ${ty}`, { size: 28, fill: colour.white, bold: true }),
        text(zx + (tx + 0.5) * zoom, zy + ty * zoom + 80, `C[${by * down + ty}][${bx * across + tx}]`, { size: 18, fill: colour.white, mono: true }),
      ]),
    ),
    text(zx, zy + 2 * zoom + 36, `row = blockIdx.y * ${down} + threadIdx.y`, { anchor: 'start', size: 22, mono: true }),
    text(zx, zy + 2 * zoom + 72, `col = blockIdx.x * ${across} + threadIdx.x`, { anchor: 'start', size: 22, mono: true }),
  )
}

// A at the left of C and B above it, all of `count` × `count` elements.
function three({ count, side, x, y, gap }) {
  const size = count * side
  const at = { A: [x, y + size + gap], B: [x + size + gap, y], C: [x + size + gap, y + size + gap] }
  const cell = (name, row, col, fill) => rect(at[name][0] + col * side, at[name][1] + row * side, side, side, fill, edge)
  return {
    at,
    size,
    cell,
    drawn: Object.entries(at).map(([name, [left, top]]) => [
      range(count).map((row) => range(count).map((col) => cell(name, row, col, array[name].pale))),
      name === 'B' ? text(left + size + 22, top + 18, name, { size: 28, bold: true }) : text(left - 22, top + 18, name, { size: 28, bold: true }),
    ]),
  }
}

// What one thread does, in a matrix of 8 × 8 and blocks of (4, 2): its element, and the row and the column that it reads.
export function thread_of_block() {
  const [across, down] = [4, 2]
  const [bx, by, tx, ty] = [1, 2, 2, 1]
  const [row, col] = [by * down + ty, bx * across + tx]
  const m = three({ count: 8, side: 28, x: 50, y: 10, gap: 44 })
  const side = 28
  const words = (y, content, more = {}) => text(600, y, content, { anchor: 'start', size: 24, ...more })
  return drawing(
    1130,
    m.at.C[1] + m.size + 10,
    `thread (${tx}, ${ty}) of block (${bx}, ${by}) computes C[${row}][${col}] from row ${row} of A and column ${col} of B`,
    m.drawn,
    range(8).map((k) => [m.cell('A', row, k, array.A.strong), m.cell('B', k, col, array.B.strong)]),
    range(4).map((v) => range(2).map((u) => frame(m.at.C[0] + u * across * side, m.at.C[1] + v * down * side, across * side, down * side, colour.ink_soft, u === bx && v === by ? 0 : 1.5))),
    m.cell('C', row, col, array.C.strong),
    frame(m.at.C[0] + bx * across * side, m.at.C[1] + by * down * side, across * side, down * side, colour.ink, 4),
    words(40, 'blocks of (4, 2) threads, a grid of (2, 4)'),
    words(100, `block (${bx}, ${by}), the black frame`, { bold: true }),
    words(140, `thread (${tx}, ${ty}) in it, the dark element`, { bold: true, fill: array.C.strong }),
    words(210, `row = ${by} · ${down} + ${ty} = ${row}`, { mono: true, size: 22 }),
    words(246, `col = ${bx} · ${across} + ${tx} = ${col}`, { mono: true, size: 22 }),
    words(316, `It reads row ${row} of A, A[${row}][0] to A[${row}][7],`, { fill: array.A.strong }),
    words(352, `and column ${col} of B, B[0][${col}] to B[7][${col}],`, { fill: array.B.strong }),
    words(388, 'a pair for each step of k.'),
    words(450, 'All that a thread knows is its two indices.'),
  )
}

// A block of (4, 8) threads with two neighbours of C each: a tile of 8 × 8.
export function pairs_of_threads() {
  const [across, down, side, x, y] = [4, 8, 56, 40, 44]
  return drawing(
    1100,
    y + down * side + 10,
    'a block of 4 by 8 threads computes a tile of 8 by 8 elements: each thread has two neighbours in a row',
    text(x, 18, 'a tile of C, and the threads x, y of a (4, 8) block', { anchor: 'start', size: 24 }),
    range(down).map((ty) =>
      range(across).map((tx) => {
        const mine = (tx === 0 && ty === 0) || (tx === 3 && ty === 7)
        const fill = mine ? array.C.strong : array.C.pale
        return [
          rect(x + 2 * tx * side, y + ty * side, 2 * side - 4, side - 4, fill),
          [0, side - 14].map((d) => rect(x + (2 * tx + 1) * side - 3, y + ty * side + d, 2, 10, colour.white)),
          text(x + (2 * tx + 1) * side - 2, y + (ty + 0.5) * side - 2, `${tx}, ${ty}`, { size: 22, fill: ink_on(fill) }),
        ]
      }),
    ),
    text(560, 90, 'thread (0, 0): C[0][0] and C[0][1]', { anchor: 'start', size: 26, fill: array.C.strong, bold: true }),
    text(560, 136, 'thread (3, 7): C[7][6] and C[7][7]', { anchor: 'start', size: 26, fill: array.C.strong, bold: true }),
    text(560, 220, 'row = blockIdx.y * 8 + threadIdx.y', { anchor: 'start', size: 22, mono: true }),
    text(560, 256, 'col = (blockIdx.x * 4 + threadIdx.x) * 2', { anchor: 'start', size: 22, mono: true }),
    text(560, 340, '32 threads for 64 elements', { anchor: 'start', size: 26 }),
  )
}

// What a thread with two elements of C reads, in packs: four of A at a time, two of B, two of C.
export function packs_of_pair() {
  const [count, side] = [8, 30]
  const [row, col] = [5, 2]
  const m = three({ count, side, x: 50, y: 10, gap: 44 })
  const pack = (name, r, c, width) => frame(m.at[name][0] + c * side + 1, m.at[name][1] + r * side + 2, width * side - 2, side - 4, colour.ink, 3)
  const words = (y, content, more = {}) => text(640, y, content, { anchor: 'start', size: 24, ...more })
  return drawing(
    1130,
    m.at.C[1] + m.size + 10,
    'for two neighbours of C a thread reads a row of A in packs of four and two columns of B in packs of two, and writes one pack of two',
    m.drawn,
    range(count).map((k) => [m.cell('A', row, k, array.A.strong), range(2).map((e) => m.cell('B', k, col + e, array.B.strong)), pack('B', k, col, 2)]),
    range(2).map((p) => pack('A', row, 4 * p, 4)),
    range(2).map((e) => m.cell('C', row, col + e, array.C.strong)),
    pack('C', row, col, 2),
    words(60, 'one thread, 8 steps of k; a frame is a load', { bold: true }),
    words(140, 'A: 2 float4, four neighbours in a row', { fill: array.A.strong }),
    words(190, 'B: 8 float2, two neighbours in each row', { fill: array.B.strong }),
    words(240, 'C: 1 float2', { fill: array.C.strong }),
    words(320, '10 loads for 16 products', { bold: true }),
    words(370, 'rung 1 takes 16 loads for 8 products'),
  )
}
