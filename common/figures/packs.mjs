// Who loads which pack: the elements that lanes load with one vectorised instruction, and the sectors or banks that
// these are in.
import { array, bracket, colour, drawing, ink_on, line, range, rect, text } from './svg.mjs'

const two = [array.in.strong, array.in.light] // of neighbouring lanes

// Eight lanes, a float each and a float4 each; sectors=yes: above the sectors that they ask for.
export function packs_of_lanes({ sectors = 'no' } = {}) {
  const [lanes, floats, sector, side, x] = [8, 32, 8, 33, 60]
  const scene = (y, title, wide) => [
    text(x, y, title, { anchor: 'start', size: 24, bold: true }),
    rect(x + lanes * wide * side, y + 24, (floats - lanes * wide) * side, 44, colour.idle_pale),
    range(lanes).map((lane) => rect(x + lane * wide * side, y + 24, wide * side - 2, 44, two[lane % 2])),
    range(floats).map((k) => rect(x + k * side - 2, y + 58, 2, 10, colour.white)),
    range(lanes).map((lane) => text(x + (lane + 0.5) * wide * side, y + 46, wide === 1 ? lane : `lane ${lane}`, { size: wide === 1 ? 20 : 22, fill: ink_on(two[lane % 2]) })),
    range(sectors === 'yes' ? floats / sector : 0).map((k) => {
      const asked = k * sector < lanes * wide
      return bracket(x + k * sector * side + 2, y + 76, sector * side - 4, -12, asked ? 'a sector' : 'not asked for', asked ? colour.blue : colour.line, 20)
    }),
  ]
  return drawing(
    x + floats * side + 40,
    sectors === 'yes' ? 300 : 228,
    'eight lanes with a float each load 8 neighbours; with a float4 each they load 32, and every lane has four neighbours',
    scene(16, 'float: a load of eight lanes', 1),
    scene(sectors === 'yes' ? 172 : 136, 'float4: four neighbours for each lane', 4),
  )
}

// Four lanes with three packs of 16 bytes each, one behind the other: the first load of each takes half of a sector.
export function three_packs_a_lane() {
  const [lanes, wide, x, y] = [4, 88, 50, 84]
  const sectors = (lanes * 3) / 2
  return drawing(
    x + lanes * 3 * wide + 40,
    200,
    'each lane has three packs a, b and c of 16 bytes, one behind the other; a sector is two packs',
    text(x, 18, '16 pixels for each lane, three packs of 16 bytes; dark: the load of a', { anchor: 'start', size: 22 }),
    range(lanes * 3).map((k) => {
      const fill = k % 3 === 0 ? array.in.strong : array.in.pale
      return [rect(x + k * wide, y, wide - 3, 50, fill), text(x + (k + 0.5) * wide - 1, y + 25, 'abc'[k % 3], { size: 24, fill: ink_on(fill), mono: true })]
    }),
    range(lanes).map((lane) => [text(x + (lane * 3 + 1.5) * wide, y - 18, `lane ${lane}`, { size: 20, fill: colour.ink_soft }), lane > 0 ? line(x + lane * 3 * wide - 1.5, y - 26, x + lane * 3 * wide - 1.5, y + 60, colour.ink, { stroke_width: 2 }) : '']),
    range(sectors).map((k) => bracket(x + k * 2 * wide + 2, y + 60, 2 * wide - 6, -14, `sector ${k}`, colour.ink_soft, 20)),
  )
}

// A tile of 64 × 64 for 16 × 16 threads with 4 × 4 elements each: the packs of one thread, and those of a warp's first load.
export function packs_of_tile() {
  const [count, side, x, y] = [16, 26, 60, 50]
  const row = side / 4
  const [tx, ty] = [5, 1]
  const [zx, zy, zoom] = [620, 96, 62]
  return drawing(
    1130,
    y + count * side + 20,
    'a tile of 64 by 64 elements; each of 16 by 16 threads has 4 by 4 of them, in four packs; the first load of a warp takes row 0 and row 4 of the tile',
    text(x, 18, 'in: a tile of 64 × 64, a square for each thread', { anchor: 'start', size: 24 }),
    range(count).map((r) => range(count).map((c) => rect(x + c * side, y + r * side, side, side, r < 2 ? array.in.pale : colour.idle_pale, { stroke: colour.white, stroke_width: 1.5 }))),
    range(2).map((r) => range(count).map((c) => rect(x + c * side + 1, y + r * side + 1, side - 2, row, array.in.strong))),
    rect(x + tx * side, y + ty * side, side, side, 'none', { stroke: colour.orange, stroke_width: 4 }),
    text(x - 8, y + side, 'warp', { anchor: 'end', size: 19 }),
    line(x + (tx + 1) * side + 2, y + ty * side, zx - 6, zy, colour.line, { stroke_dasharray: '6 5' }),
    line(x + (tx + 1) * side + 2, y + (ty + 1) * side, zx - 6, zy + 4 * zoom, colour.line, { stroke_dasharray: '6 5' }),
    text(zx, 40, `thread (${tx}, ${ty}): four float4`, { anchor: 'start', size: 24, bold: true }),
    range(4).map((r) => {
      const fill = r === 0 ? array.in.strong : array.in.pale
      return [
        rect(zx, zy + r * zoom, 4 * zoom - 4, zoom - 6, fill),
        range(3).map((c) => line(zx + (c + 1) * zoom - 2, zy + r * zoom, zx + (c + 1) * zoom - 2, zy + (r + 1) * zoom - 6, colour.white, { stroke_width: 1.5 })),
        text(zx + 4 * zoom + 14, zy + (r + 0.5) * zoom - 3, `${'abcd'[r]}: row ${4 * ty + r}`, { anchor: 'start', size: 22, mono: true }),
      ]
    }),
    rect(zx - 4, zy - 4, 4 * zoom + 4, 4 * zoom + 2, 'none', { stroke: colour.orange, stroke_width: 4 }),
    text(zx, zy + 4 * zoom + 40, 'dark: the load of a, in 32 lanes,', { anchor: 'start', size: 22, fill: array.in.strong }),
    text(zx, zy + 4 * zoom + 70, 'is 64 floats of row 0 and 64 of row 4', { anchor: 'start', size: 22, fill: array.in.strong }),
  )
}

// The columns of a tile of 128, four at a time, with the x of the thread that has them: as eight neighbours, or as two
// runs of four. Framed: what the first eight lanes read with their first float4.
export function runs_of_columns() {
  const [packs, side, x] = [32, 33, 40]
  const groups = packs / 4 // 32 banks are 8 packs wide
  const scene = (y, title, thread_of, verdict, good) => {
    const first = (p) => thread_of(p) < 8 && range(p).every((q) => thread_of(q) !== thread_of(p))
    return [
      text(x, y, title, { anchor: 'start', size: 24, bold: true }),
      text(x + packs * side, y, verdict, { anchor: 'end', size: 22, bold: true, fill: good ? colour.good : colour.bad }),
      range(packs).map((p) => {
        const fill = first(p) ? array.B.strong : array.B.pale
        return [rect(x + p * side, y + 22, side - 2, 44, fill), text(x + (p + 0.5) * side - 1, y + 44, thread_of(p), { size: 18, fill: ink_on(fill), bold: first(p) })]
      }),
      range(packs / groups).map((k) => bracket(x + k * groups * side + 1, y + 72, groups * side - 4, -12, 'the 32 banks', colour.ink_soft, 18)),
    ]
  }
  return drawing(
    x + packs * side + 40,
    296,
    'the columns of a tile, four at a time, with the x of their thread: with eight neighbours for a thread the first eight lanes read every second pack, which are half of the banks twice; with two runs of four they read eight packs one after the other, every bank once',
    scene(16, '8 neighbours for a thread', (p) => Math.floor(p / 2), 'half of the banks, twice', false),
    scene(170, 'two runs of 4, 64 columns apart', (p) => p % 16, 'every bank once', true),
  )
}
