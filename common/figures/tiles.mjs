// Shared memory: the tile, its banks with and without padding, blocks in registers, the swizzle.
import { array, arrow, bracket, cells, colour, drawing, ink_on, range, rect, shade, text } from './svg.mjs'

const banks = 32

// A matrix with one tile marked; `strip` is the row or column of it that a warp accesses.
function matrix_with_tile(x, y, size, tile_x, tile_y, fills, strip) {
  const side = size / 4
  const at = { x: x + tile_x * side, y: y + tile_y * side }
  const thin = side / 5
  const strips = {
    row: rect(at.x, at.y + thin, side, thin, fills.strong),
    column: rect(at.x + thin, at.y, thin, side, fills.strong),
  }
  return [
    rect(x, y, size, size, colour.idle_pale),
    range(5).map((k) => [
      rect(x + k * side - 1, y, 2, size, colour.white),
      rect(x, y + k * side - 1, size, 2, colour.white),
    ]),
    rect(at.x, at.y, side, side, fills.pale),
    strips[strip],
    rect(at.x, at.y, side, side, 'none', { stroke: colour.ink, stroke_width: 2.5 }),
  ]
}

// in, the tile in shared memory, out: rows on both global sides, the column in between.
function tile() {
  const size = 280
  const y = 70
  const tile_x = 470
  const tile_side = 180
  const thin = tile_side / 5
  const tile_y = y + 50
  return drawing(
    1150,
    440,
    'a tile is read by rows, turned in shared memory, and written by rows',
    text(150, 28, 'in, global memory', { size: 24 }),
    matrix_with_tile(10, y, size, 2, 1, array.in, 'row'),
    arrow(300, 210, tile_x - 14, 210, colour.blue),
    text(380, 180, 'by rows', { size: 22, fill: colour.blue, bold: true }),
    text(tile_x + tile_side / 2, 28, 'tile, shared memory', { size: 24 }),
    rect(tile_x, tile_y, tile_side, tile_side, colour.idle_pale, { stroke: colour.ink, stroke_width: 2.5 }),
    rect(tile_x, tile_y + thin, tile_side, thin, array.in.strong),
    rect(tile_x + thin, tile_y, thin, tile_side, array.out.strong),
    text(tile_x + tile_side / 2, tile_y + tile_side + 34, 'a row goes in,', { size: 22, fill: colour.blue, bold: true }),
    text(tile_x + tile_side / 2, tile_y + tile_side + 64, 'a column comes out', { size: 22, fill: array.out.strong, bold: true }),
    arrow(tile_x + tile_side + 14, 210, 850, 210, array.out.strong),
    text(752, 180, 'by rows', { size: 22, fill: array.out.strong, bold: true }),
    text(1000, 28, 'out, global memory', { size: 24 }),
    matrix_with_tile(860, y, size, 1, 2, array.out, 'row'),
    text(150, 390, 'tile (1, 2)', { size: 22 }),
    text(1000, 390, 'tile (2, 1)', { size: 22 }),
  )
}

// The most words of column `col` that lie in one bank, for a tile whose element (y, x) lies at word place(y, x).
function wavefronts(place, col) {
  const words = new Array(banks).fill(0)
  for (let y = 0; y < 32; ++y) ++words[place(y, col) % banks]
  return { words, most: Math.max(...words) }
}

// A 32 × 32 tile, each element shaded by its bank, the column that a warp reads in orange, and the words that each
// bank delivers for it. `padding` floats a row, or swizzle=yes.
function tile_banks({ padding = 0, swizzle = 'no', column = 5 } = {}) {
  const [pad, col] = [Number(padding), Number(column)]
  const place = swizzle === 'yes' ? (y, x) => y * 32 + (x ^ y) : (y, x) => y * (32 + pad) + x
  const side = 13
  const [x0, y0] = [20, 40]
  const { words, most } = wavefronts(place, col)
  const in_place = new Map()
  for (let y = 0; y < 32; ++y) for (let x = 0; x < 32; ++x) in_place.set(place(y, x), { x, y })
  const width = 32 + pad
  const grid = range(32).map((y) =>
    range(width).map((k) => {
      const stored = in_place.get(y * width + k)
      const chosen = stored?.x === col
      const fill = stored ? (chosen ? colour.orange : shade(((y * width + k) % banks) / banks)) : colour.white
      return rect(x0 + k * side, y0 + y * side, side, side, fill, {
        stroke: stored ? colour.white : colour.line,
        stroke_width: stored ? 0.6 : 0.8,
      })
    }),
  )
  const chart_x = x0 + 34 * side + 70
  const bar = 19
  const chart_y = 330
  const tallest = 270
  const bars = range(banks).map((bank) => {
    const height = (words[bank] / 32) * tallest
    return [
      rect(chart_x + bank * bar, chart_y - tallest, bar - 3, tallest, colour.idle_pale),
      height ? rect(chart_x + bank * bar, chart_y - Math.max(height, 8), bar - 3, Math.max(height, 8), colour.orange) : '',
      rect(chart_x + bank * bar, chart_y + 4, bar - 3, 12, shade(bank / banks)),
    ]
  })
  const right = chart_x + banks * bar
  return drawing(
    1150,
    470,
    `the column of a tile lies in banks so that reading it takes ${most} wavefronts`,
    text(x0, 16, 'shared memory, shaded by bank', { anchor: 'start', size: 22 }),
    grid,
    text(chart_x, 16, 'words of the orange column in each bank', { anchor: 'start', size: 22, fill: colour.orange }),
    bars,
    text(chart_x, chart_y + 36, 'bank 0', { anchor: 'start', size: 20 }),
    text(right, chart_y + 36, 'bank 31', { anchor: 'end', size: 20 }),
    text(chart_x, chart_y + 96, `${most} wavefront${most === 1 ? '' : 's'}`, {
      anchor: 'start',
      size: 44,
      bold: true,
      fill: most === 1 ? colour.good : colour.bad,
    }),
  )
}

// Four float4 of four rows become four float4 of four columns in one thread's registers.
function register_block() {
  const side = 62
  const y = 60
  const names = ['x', 'y', 'z', 'w']
  const rows = ['a', 'b', 'c', 'd']
  const block = (x, name_at, by_row) =>
    range(4).flatMap((r) =>
      range(4).map((c) => {
        const fill = by_row ? array.in.strong : [colour.green, colour.green_light, colour.green_dark, colour.green_pale][r]
        return [
          rect(x + c * side, y + r * (side + 10), side, side, fill, { stroke: colour.white, stroke_width: 2 }),
          text(x + (c + 0.5) * side, y + r * (side + 10) + side / 2, name_at(r, c), { size: 24, fill: ink_on(fill), mono: true }),
        ]
      }),
    )
  return drawing(
    1150,
    380,
    'a thread turns a block of four by four in its registers',
    text(170 + 2 * side, 22, 'four loads of float4', { size: 24, fill: colour.blue, bold: true }),
    block(170, (r, c) => `${rows[r]}.${names[c]}`, true),
    rows.map((name, r) => text(150, y + r * (side + 10) + side / 2, name, { anchor: 'end', size: 26, mono: true, fill: colour.blue })),
    arrow(450, y + 140, 690, y + 140, colour.ink),
    text(570, y + 104, 'turned in', { size: 24 }),
    text(570, y + 176, 'registers', { size: 24 }),
    text(720 + 2 * side, 22, 'four stores of float4', { size: 24, fill: array.out.strong, bold: true }),
    block(720, (r, c) => `${rows[c]}.${names[r]}`, false),
  )
}

// 32 lanes with 16 bytes each: a quarter of the warp fills the banks once.
function quarter_warps() {
  const side = 34
  const x = 30
  const fills = [colour.blue, colour.orange, colour.blue_light, colour.orange_light]
  return drawing(
    1150,
    380,
    'eight lanes of 16 bytes fill the 32 banks; a warp takes four wavefronts',
    text(x, 16, '32 lanes, a float4 each: 512 bytes', { anchor: 'start', size: 24 }),
    cells(x, 40, 32, side, (k) => fills[k >> 3], String),
    range(4).map((quarter) => {
      const y = 120 + quarter * 52
      return [
        range(8).map((k) => [
          rect(x + k * 4 * side + 2, y, 4 * side - 4, side, fills[quarter]),
          text(x + (k * 4 + 2) * side, y + side / 2, `lane ${quarter * 8 + k}`, { size: 20, fill: ink_on(fills[quarter]) }),
        ]),
      ]
    }),
    bracket(x, 330, 32 * side, -14, '32 banks of 4 bytes, 4 wavefronts', colour.ink, 22),
  )
}

// Row r of the tile keeps the float4 of column y at position y ^ r, so that a column uses every position once.
function swizzle({ column = 3, count = 8 } = {}) {
  const [col, n] = [Number(column), Number(count)]
  const side = 50
  const y0 = 60
  const grid = (x, title, name_at) => [
    text(x + (n * side) / 2, 22, title, { size: 22 }),
    range(n).map((r) =>
      range(n).map((k) => {
        const name = name_at(r, k)
        const fill = name === col ? colour.orange : shade((k / n) * 0.55)
        return [
          rect(x + k * side, y0 + r * side, side, side, fill, { stroke: colour.white, stroke_width: 2 }),
          text(x + (k + 0.5) * side, y0 + (r + 0.5) * side, String(name), { size: 24, fill: ink_on(fill) }),
        ]
      }),
    ),
  ]
  return drawing(
    1150,
    480,
    'without the swizzle a column lies in one place of every row; with it in eight different places',
    grid(130, 'float4 y of a row at place y', (r, k) => k),
    grid(710, 'float4 y of row r at place y ^ (r / 4)', (r, k) => k ^ r),
    arrow(545, y0 + 300, 610, y0 + 300),
    text(577, y0 + 268, 'xor', { size: 22 }),
    [120, 700].map((x) => range(n).map((r) => text(x, y0 + (r + 0.5) * side, `r / 4 = ${r}`, { anchor: 'end', size: 18 }))),
  )
}

export { quarter_warps, register_block, swizzle, tile, tile_banks }
