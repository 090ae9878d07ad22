// How a product is divided among blocks, warps and lanes: in chapters/04-matmul/13_warp_tiled.cu, and with tiles half
// as wide in chapters/05-shortcuts/6_warp_tiled.cu.
import { array, colour, drawing, line, range, rect, text } from './svg.mjs'

// The numbers that both share.
const lanes = { rows: 4, cols: 8 }
const runs = { rows: 4, cols: 2 } // of a lane, each of four neighbours

const grid = (x, y, width, height, cols, rows, stroke = colour.white, stroke_width = 2) => [
  range(cols + 1).map((k) => line(x + (k * width) / cols, y, x + (k * width) / cols, y + height, stroke, { stroke_width })),
  range(rows + 1).map((k) => line(x, y + (k * height) / rows, x + width, y + (k * height) / rows, stroke, { stroke_width })),
]

// Lines from the corners of a magnified part to those of its drawing.
const magnified = (from, to) => [
  line(from.x + from.width, from.y, to.x, to.y, colour.line, { stroke_dasharray: '6 5' }),
  line(from.x + from.width, from.y + from.height, to.x, to.y + to.height, colour.line, { stroke_dasharray: '6 5' }),
]

// The result, a block's tile, a warp's square, a lane's elements; beside each the strips of both factors that it
// reads.
export function warp_tiles({ wide = 256, factors = 'A B', result = 'C' } = {}) {
  const [a, b] = factors.split(' ')
  const warps = { rows: 2, cols: Number(wide) / 64 }
  const y = 90
  const strip = 16
  const c = { x: 36, y, width: 240, height: 240 }
  const block = { x: 346, y: y + 30, width: 70 * warps.cols, height: 140 }
  const warp = { x: 700, y, width: 256, height: 256 }
  const lane = { x: 1040, y, width: 104, height: 208 }
  const strips = (of, words_a, words_b) => [
    rect(of.x - strip - 4, of.y, strip, of.height, array[a].strong),
    rect(of.x, of.y - strip - 4, of.width, strip, array[b].strong),
    text(of.x + of.width / 2, of.y - strip - 18, words_b, { size: 17, fill: array[b].strong }),
    text(of.x - strip - 8, of.y + of.height + 16, words_a, { size: 17, fill: array[a].strong, anchor: 'start' }),
  ]
  const title = (of, words, below) => [
    text(of.x + of.width / 2, 24, words, { size: 22, bold: true }),
    text(of.x + of.width / 2, 400, below, { size: 18 }),
  ]
  const one_block = { x: c.x + 60, y: c.y + 90, width: 15 * warps.cols, height: 30 }
  const one_warp = { x: block.x + block.width / warps.cols, y: block.y, width: block.width / warps.cols, height: block.height / warps.rows }
  // Lane 0's runs in the square: four rows and four columns each; the runs of the other lanes lie between them.
  const unit = warp.width / (lanes.cols * runs.cols * 4)
  const of_lane_0 = range(runs.rows).map((r) =>
    range(runs.cols).map((k) => rect(warp.x + k * lanes.cols * 4 * unit, warp.y + r * lanes.rows * 4 * unit, 4 * unit, 4 * unit, array[result].strong)),
  )
  return drawing(
    1190,
    430,
    `${result} is divided into tiles of 128 by ${wide} for blocks, these into squares of 64 by 64 for warps, these into 16 by 8 elements for each lane`,
    title(c, result, 'global memory'),
    rect(c.x, c.y, c.width, c.height, colour.idle_pale),
    grid(c.x, c.y, c.width, c.height, 16 / warps.cols, 8),
    rect(one_block.x, one_block.y, one_block.width, one_block.height, array[result].strong),
    magnified(one_block, block),

    title(block, `a block: 128 × ${wide}`, 'tiles in shared memory'),
    strips(block, `128 of ${a}`, `${wide} of ${b}, for each k`),
    rect(block.x, block.y, block.width, block.height, colour.idle),
    rect(one_warp.x, one_warp.y, one_warp.width, one_warp.height, array[result].strong),
    grid(block.x, block.y, block.width, block.height, warps.cols, warps.rows),
    magnified(one_warp, warp),

    title(warp, 'a warp: 64 × 64', '64 + 64 floats from shared memory'),
    strips(warp, `64 of ${a}`, `64 of ${b}`),
    rect(warp.x, warp.y, warp.width, warp.height, colour.idle),
    grid(warp.x, warp.y, warp.width, warp.height, lanes.cols * runs.cols, lanes.rows * runs.rows, colour.white, 1),
    of_lane_0,
    line(warp.x + warp.width / 2, warp.y, warp.x + warp.width / 2, warp.y + warp.height, colour.ink, { stroke_width: 1.5 }),
    range(3).map((r) => line(warp.x, warp.y + ((r + 1) * warp.height) / 4, warp.x + warp.width, warp.y + ((r + 1) * warp.height) / 4, colour.ink, { stroke_width: 1.5 })),

    title(lane, 'a lane: 16 × 8', 'registers'),
    strips(lane, `16 of ${a}`, `8 of ${b}`),
    rect(lane.x, lane.y, lane.width, lane.height, array[result].strong),
    grid(lane.x, lane.y, lane.width, lane.height, 8, 16, colour.white, 1),
  )
}
