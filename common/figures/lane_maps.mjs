// The accesses of a warp's lanes in the min-plus product: the sectors, the used part of each, and the elements of a
// thread.
import { array, colour, drawing, element, line, range, rect, text } from './svg.mjs'

const lanes = range(32)
const floats_of_sector = 8

// The element that lane n of the first warp reads in the first step, by rung; rows have `stride` floats.
const stride = 64 * 17 // any multiple of 8
const at = (row, col) => row * stride + col
const blocks = { wide: (lane) => [lane % 16, Math.floor(lane / 16)], small: (lane) => [lane % 8, Math.floor(lane / 8)] }

const in_rung = {
  naive: { xy: blocks.wide, accesses: [['d[i][k]', (x) => at(x, 0)], ['d[k][j]', (x, y) => at(0, y)], ['r[i][j]', (x, y) => at(x, y)]] },
  coalesced: { xy: blocks.wide, accesses: [['d[i][k]', (x, y) => at(y, 0)], ['d[k][j]', (x) => at(0, x)], ['r[i][j]', (x, y) => at(y, x)]] },
  interleaved: { xy: blocks.small, accesses: [['t[k][i]', (x) => at(0, x)], ['d[k][j]', (x, y) => at(0, y)], ['r[i][j]', (x, y) => at(x, y)]] },
  together: { xy: blocks.small, accesses: [['t[k][i]', (x) => at(0, 8 * x)], ['d[k][j]', (x, y) => at(0, 8 * y)], ['r[i][j]', (x, y) => at(8 * x, 8 * y)]] },
  swapped: { xy: blocks.small, accesses: [['t[k][i]', (x, y) => at(0, y)], ['d[k][j]', (x) => at(0, x)], ['r[i][j]', (x, y) => at(y, x)]] },
  row_per_block: { xy: (lane) => [lane], loads: 1, accesses: [['d[i][j]', (x) => at(0, x)], ['copy[i][j]', (x) => at(0, x)], ['t[j][i]', (x) => at(x, 0)]] },
}

// {name, sectors}: for each access, the sectors of its request, as lists of the floats used in each.
export function sectors_of(rung) {
  const { xy, accesses } = in_rung[rung]
  return accesses.map(([name, place]) => {
    const sectors = new Map()
    for (const lane of lanes) {
      const element = place(...xy(lane))
      const sector = Math.floor(element / floats_of_sector)
      sectors.set(sector, (sectors.get(sector) ?? new Set()).add(element % floats_of_sector))
    }
    return { name, sectors: [...sectors.values()].map((wanted) => [...wanted].sort()) }
  })
}

// d[i][k] is the first factor, for which later rungs read t.
const fill_of = (name) => (name === 'd[i][k]' ? array.t : name.startsWith('copy') ? array.d : array[name[0]]).strong

// The sectors of each access of a rung's warp, and the part of them that is used.
export function lane_sectors({ rung = 'naive' } = {}) {
  const accesses = sectors_of(rung)
  const cell = 12
  const pitch = floats_of_sector * cell + 8
  const in_line = 8
  const [x, tall] = [180, 46]
  const { loads = 2 } = in_rung[rung]
  const fill = (k) => fill_of(accesses[k].name)
  const lines = accesses.map(({ sectors }) => Math.ceil(sectors.length / in_line))
  const tops = lines.map((_, k) => 10 + lines.slice(0, k).reduce((sum, count) => sum + Math.max(2, count) * tall + 26, 0))
  const most = tops.at(-1) + Math.max(2, lines.at(-1)) * tall
  const right = x + in_line * pitch + 10
  return drawing(
    1200,
    most + 50,
    `sectors of a request: ${accesses.map(({ name, sectors }) => `${name} ${sectors.length}`).join(', ')}`,
    accesses.map(({ name, sectors }, k) => [
      text(x - 16, tops[k] + 14, name, { size: 24, mono: true, anchor: 'end', fill: fill(k) }),
      text(x - 16, tops[k] + 40, k < loads ? 'load' : 'store', { size: 18, anchor: 'end' }),
      sectors.map((wanted, s) =>
        range(floats_of_sector).map((e) =>
          rect(x + (s % in_line) * pitch + e * cell, tops[k] + Math.floor(s / in_line) * tall, cell - 1, 36, wanted.includes(e) ? fill(k) : colour.idle),
        ),
      ),
      text(right, tops[k] + 16, `${sectors.length} ${sectors.length === 1 ? 'sector' : 'sectors'}`, { size: 26, bold: true, anchor: 'start', fill: sectors.length > 4 ? colour.bad : colour.good }),
      text(right, tops[k] + 48, `${4 * sectors.flat().length} of ${32 * sectors.length} bytes`, { size: 20, anchor: 'start' }),
    ]),
    range(3).map((k) => rect(x + k * (cell + 2), most + 26, cell, 18, fill(k))),
    text(x + 54, most + 35, 'a float that is wanted', { size: 19, anchor: 'start' }),
    rect(x + 380, most + 26, cell, 18, colour.idle),
    text(x + 402, most + 35, 'comes or goes with it, unused', { size: 19, anchor: 'start' }),
  )
}

// The elements of a 64 × 64 tile that one of 8 × 8 threads has, and a warp in one step: neighbours, or 8 apart.
const spread = { together: (thread, step) => 8 * thread + step, interleaved: (thread, step) => thread + 8 * step }

function tile_of(x, y, mapping) {
  const cell = 6.2
  const place = spread[mapping]
  const of_warp = lanes.map((lane) => [place(lane % 8, 0), place(Math.floor(lane / 8), 0)])
  const of_thread = range(8).flatMap((a) => range(8).map((b) => [place(0, a), place(0, b)]))
  const dots = (cells, fill) => cells.map(([i, j]) => rect(x + j * cell, y + i * cell, cell - 1, cell - 1, fill))
  const size = 64 * cell
  return [
    rect(x, y, size, size, colour.idle_pale),
    range(9).map((k) => [line(x + 8 * k * cell, y, x + 8 * k * cell, y + size, colour.white, { stroke_width: 1.5 }), line(x, y + 8 * k * cell, x + size, y + 8 * k * cell, colour.white, { stroke_width: 1.5 })]),
    dots(of_warp, colour.blue),
    dots(of_thread, colour.orange),
  ]
}

export function thread_elements() {
  return drawing(
    1150,
    490,
    'a thread has 8 by 8 elements of a tile of 64 by 64: beside each other, or 8 apart',
    text(230, 18, 'beside each other', { size: 24, bold: true }),
    tile_of(32, 44, 'together'),
    text(650, 18, '8 apart', { size: 24, bold: true }),
    tile_of(452, 44, 'interleaved'),
    rect(880, 80, 22, 22, colour.orange),
    text(914, 91, 'the first thread:', { size: 22, anchor: 'start' }),
    text(914, 121, 'all its 64 elements', { size: 22, anchor: 'start' }),
    rect(880, 190, 22, 22, colour.blue),
    text(914, 201, 'the first warp:', { size: 22, anchor: 'start' }),
    text(914, 231, 'one element of each', { size: 22, anchor: 'start' }),
    text(914, 261, 'of its 32 lanes', { size: 22, anchor: 'start' }),
    text(880, 340, 'The same tile,', { size: 22, anchor: 'start' }),
    text(880, 372, 'as many loads,', { size: 22, anchor: 'start' }),
    text(880, 404, 'the same work.', { size: 22, anchor: 'start' }),
    text(32, 466, 'j →, i ↓; d[i][k] of 8 rows i is a piece of a column of d, or of a row of t', { size: 20, anchor: 'start', fill: colour.ink_soft }),
  )
}

// The banks that 8 lanes access when they read a row of 64 floats in shared memory: 8 floats apart, or a float4 each.
export function second_leg_banks({ vectors = 'no' } = {}) {
  const wide = vectors === 'yes'
  const words = range(8).flatMap((lane) => (wide ? range(4).map((e) => ({ lane, word: 4 * lane + e })) : [{ lane, word: 8 * lane }]))
  const banks = range(32).map((bank) => words.filter(({ word }) => word % 32 === bank))
  const most = Math.max(...banks.map((met) => met.length))
  const side = 34
  const x = 30
  const y = 60 + 40 * most
  const fills = [colour.blue_dark, colour.blue, colour.blue_light, colour.blue_lighter, colour.orange_dark, colour.orange, colour.orange_light, colour.orange_lighter]
  return drawing(
    1150,
    y + 80,
    `8 lanes meet with at most ${most} in a bank`,
    text(x, 22, wide ? 'lane x reads words 4 x … 4 x + 3 at once' : 'lane x reads word 8 x + b; here b = 0', { size: 26, anchor: 'start' }),
    text(x + 32 * side, 22, most === 1 ? 'no conflict' : `${most} wavefronts`, { size: 30, bold: true, anchor: 'end', fill: most === 1 ? colour.good : colour.bad }),
    banks.map((met, bank) => [
      rect(x + bank * side, y, side - 3, 26, colour.idle),
      text(x + bank * side + side / 2 - 1.5, y + 13, String(bank), { size: 18 }),
      met.map(({ lane }, k) => [
        rect(x + bank * side, y - 40 - k * 40, side - 3, 36, fills[lane]),
        text(x + bank * side + side / 2 - 1.5, y - 22 - k * 40, String(lane), { size: 20, fill: [2, 3, 6, 7].includes(lane) ? colour.ink : colour.white }),
      ]),
    ]),
    text(x, y + 60, 'banks of shared memory; above them the x of the 8 lanes of a row of threads', { size: 22, anchor: 'start' }),
  )
}

// Positions of lanes in a warp's tile in 04.13 and 05.6, in Z order: lanes n and n ^ 1 share a row, n and n ^ 2 a column.
export const place_of_lane = (lane) => ({
  row: ((lane >> 1) & 1) | ((lane >> 2) & 2),
  col: (lane & 1) | ((lane >> 1) & 2) | ((lane >> 2) & 4),
})

// The lanes of a warp in its tile, along the Z; beside the first square of four, which operands they share.
export function lanes_in_warp({ factors = 't d' } = {}) {
  const [a, b] = factors.split(' ')
  const side = 74
  const [x, y] = [76, 88]
  const quarter = [colour.idle_pale, colour.idle, colour.idle, colour.idle_pale]
  const middle = (lane) => {
    const { row, col } = place_of_lane(lane)
    return [x + (col + 0.5) * side, y + (row + 0.5) * side]
  }
  const words = (at, content, more = {}) => text(720, at, content, { size: 24, anchor: 'start', ...more })
  return drawing(
    1150,
    410,
    'the lanes of a warp in its tile of 4 by 8, in Z order: in each square of four, two lanes share a row and two a column',
    text(x, 20, 'a warp: 4 × 8 lanes', { size: 24, anchor: 'start' }),
    range(8).map((col) => rect(x + col * side + 3, y - 22, side - 8, 14, array[b].strong)),
    range(4).map((row) => rect(x - 22, y + row * side + 3, 14, side - 8, array[a].strong)),
    lanes.map((lane) => {
      const { row, col } = place_of_lane(lane)
      return rect(x + col * side, y + row * side, side - 2, side - 2, quarter[lane >> 3])
    }),
    element('path', { d: lanes.map((lane) => `${lane === 0 ? 'M' : 'L'}${middle(lane).join(' ')}`).join(' '), fill: 'none', stroke: colour.line, stroke_width: 3, stroke_linejoin: 'round' }),
    lanes.map((lane) => {
      const [cx, cy] = middle(lane)
      return [rect(cx - 19, cy - 16, 38, 32, quarter[lane >> 3], { rx: 10 }), text(cx, cy, String(lane), { size: 25, bold: lane < 4 })]
    }),
    rect(x + 1, y + 1, 2 * side - 4, 2 * side - 4, 'none', { stroke: colour.ink, stroke_width: 3 }),
    words(70, 'The numbers go along a Z,', { bold: true }),
    words(104, 'and along a Z of Zs.', { bold: true }),
    words(164, `Lanes 0 and 1 read the same of ${a},`, { fill: array[a].strong }),
    words(198, `lanes 0 and 2 the same of ${b}.`, { fill: array[b].strong }),
    words(258, 'Light and dark are quarters of the warp.'),
    words(292, 'Two of them share a wavefront,'),
    words(326, 'so 16 bytes a lane take 2, not 4.'),
  )
}
