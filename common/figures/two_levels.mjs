// A block's tree in two levels, as gpu::block_reduce (common/cuda/block_reduce.cuh) makes it: shuffles in each warp, a
// barrier, and shuffles among the warps' results.
import { array, arrow, colour, drawing, line, range, rect, text } from './svg.mjs'

// warps: of the block; the chapter's kernels have 8.
export function block_reduce_levels({ warps = 8 } = {}) {
  const count = Number(warps)
  const [x, wide, gap] = [170, 108, 12]
  const at = (warp) => x + warp * (wide + gap)
  const lanes = 16 // drawn; a warp has 32
  const lane = wide / lanes
  const [values, partial, barrier, second, end] = [60, 196, 262, 322, 456]
  const row = (y, words, below = '') => [text(x - 20, y, words, { anchor: 'end', size: 21 }), below && text(x - 20, y + 26, below, { anchor: 'end', size: 18, fill: colour.ink_soft })]
  // A triangle for a tree of shuffles.
  const tree = (left, top, width, to, bottom, stroke) => [line(left, top, to, bottom, stroke), line(left + width, top, to, bottom, stroke), arrow(left + width / 2 + (to - left - width / 2) * 0.2, top + 6, to, bottom - 4, stroke, { stroke_width: 2.5 })]
  const right = at(count - 1) + wide
  return drawing(
    right + 40,
    end + 50,
    `the tree of a block of ${count} warps: each warp reduces its 32 values with five shuffles, lane 0 stores one result in shared memory, and after a barrier the first warp reduces the ${count} results`,
    row(values + 17, 'a value a thread'),
    range(count).map((warp) => [
      text(at(warp) + wide / 2, 20, `warp ${warp}`, { size: 21, bold: true }),
      range(lanes).map((k) => rect(at(warp) + k * lane, values, lane - 1.5, 34, array.in.strong)),
      tree(at(warp), values + 40, wide, at(warp) + 16, partial - 6, array.in.strong),
      rect(at(warp), partial, 32, 34, array.in.light),
    ]),
    row(values + 88, 'five shuffles', 'in every warp'),
    row(partial + 10, 'lane 0 stores', 'of_warp[warp]'),
    line(20, barrier, right, barrier, colour.bad, { stroke_width: 4 }),
    text(x - 20, barrier + 20, 'the only barrier', { anchor: 'end', size: 20, bold: true, fill: colour.bad }),
    row(second + 10, 'warp 0 loads', 'lane k: of_warp[k]'),
    range(count).map((warp) => [
      arrow(at(warp) + 16, partial + 40, at(0) + warp * 34 + 16, second - 6, colour.line, { stroke_width: 2 }),
      rect(at(0) + warp * 34, second, 32, 34, array.in.light),
    ]),
    range(4).map((k) => rect(at(0) + (count + k) * 34, second, 32, 34, colour.idle)),
    text(at(0) + (count + 4) * 34 + 12, second + 17, '… the other lanes take the identity, 0', { anchor: 'start', size: 20 }),
    tree(at(0), second + 40, 12 * 34, at(0) + 17, end - 6, array.in.strong),
    row(second + 88, 'five shuffles', 'in warp 0'),
    rect(at(0), end, 34, 34, array.sum.strong),
    text(at(0) + 48, end + 17, 'thread 0 has the sum', { anchor: 'start', size: 22, bold: true, fill: array.sum.strong }),
  )
}
