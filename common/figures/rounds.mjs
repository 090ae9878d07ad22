// The rounds of a block: which threads of which warps add, which warps diverge, and which banks the lanes access, for
// the trees of rungs 1 to 3 of chapter 03. The rules are those of its source files; expand_test.mjs compares them
// with the tests' counts.
import { colour, drawing, range, rect, text } from './svg.mjs'

const lanes = 32
const banks = 32

// For each tree: the word that thread t takes as its left operand in a round (undefined if it does not add), and the
// distance between such words.
const trees = {
  interleaved: {
    title: 'interleaved',
    left: (t, round) => (t % (2 << round) === 0 ? t : undefined),
    apart: (round) => 2 << round,
  },
  without_divergence: {
    title: 'without divergence',
    left: (t, round, threads) => ((2 << round) * t < threads ? (2 << round) * t : undefined),
    apart: (round) => 2 << round,
  },
  sequential: {
    title: 'sequential',
    left: (t, round, threads) => (t < threads >> (round + 1) ? t : undefined),
    apart: () => 1,
  },
}

// For each round and warp, the number of lanes that add.
export function adding_lanes(tree, threads) {
  return range(Math.log2(threads)).map((round) =>
    range(threads / lanes).map((warp) => range(lanes).filter((lane) => trees[tree].left(warp * lanes + lane, round, threads) !== undefined).length),
  )
}

const diverges = (adding) => adding > 0 && adding < lanes
export const divergent_warps = (tree, threads) => adding_lanes(tree, threads).map((warps) => warps.filter(diverges).length)

// The left operands of a warp's lanes in a round, by bank.
function words_by_bank(tree, warp, round, threads) {
  const words = range(banks).map(() => [])
  for (const lane of range(lanes)) {
    const word = trees[tree].left(warp * lanes + lane, round, threads)
    if (word !== undefined) words[word % banks].push(lane)
  }
  return words
}

// The bank conflicts of a round, over all warps: each of two loads and a store takes as many wavefronts as its
// fullest bank has words, and all but the first are conflicts.
export function bank_conflicts(tree, round, threads) {
  const most = (warp) => Math.max(1, ...words_by_bank(tree, warp, round, threads).map((bank) => bank.length))
  return range(threads / lanes).reduce((sum, warp) => sum + 3 * (most(warp) - 1), 0)
}

const fill_of = { adds: colour.blue, waits: colour.orange_pale, idle: colour.idle }

function key(x, y, entries) {
  return entries.map(([fill, words, at]) => [
    rect(x + at, y, 22, 22, fill, { stroke: colour.line, stroke_width: 1 }),
    text(x + at + 32, y + 11, words, { anchor: 'start', size: 20 }),
  ])
}

// All threads of a small block, lane by lane, one row for each round.
function working_threads({ tree = 'interleaved', threads = 128 } = {}) {
  const count = Number(threads)
  const warps = count / lanes
  const rounds = Math.log2(count)
  const divergent = divergent_warps(tree, count)
  const [x0, y0, height, pitch, gap] = [112, 44, 28, 36, 12]
  const width = (1040 - (warps - 1) * gap - x0) / count
  const x = (t) => x0 + t * width + Math.floor(t / lanes) * gap
  return drawing(
    1140,
    y0 + rounds * pitch + 48,
    `${trees[tree].title}, a block of ${count} threads: divergent warps in rounds 1 to ${rounds}: ${divergent.join(', ')}`,
    text(8, 16, `${count} threads`, { anchor: 'start', size: 20 }),
    range(warps).map((warp) => text(x(warp * lanes) + (lanes * width) / 2, 16, `warp ${warp}`, { size: 20, bold: true })),
    text(1140, 16, 'diverge', { anchor: 'end', size: 20, bold: true, fill: colour.orange }),
    range(rounds).map((round) => {
      const y = y0 + round * pitch
      return [
        text(x0 - 16, y + height / 2, `round ${round + 1}`, { anchor: 'end', size: 20 }),
        range(count).map((t) => {
          const warp = Math.floor(t / lanes)
          const adds = trees[tree].left(t, round, count) !== undefined
          const state = adds ? 'adds' : diverges(adding_lanes(tree, count)[round][warp]) ? 'waits' : 'idle'
          return rect(x(t).toFixed(1), y, (width - 0.8).toFixed(1), height, fill_of[state])
        }),
        text(1140, y + height / 2, String(divergent[round]), { anchor: 'end', size: 24, bold: true, fill: divergent[round] > 0 ? colour.orange : colour.good }),
      ]
    }),
    key(x0, y0 + rounds * pitch + 16, [
      [fill_of.adds, 'adds', 0],
      [fill_of.waits, 'waits for lanes of its warp that add', 130],
      [fill_of.idle, 'its whole warp has nothing to add', 550],
    ]),
  )
}

// All warps of a block of 1024, one row for each round: all lanes of a warp add, it diverges, or it has nothing to
// do.
function divergent_warps_of_rounds({ first = 'interleaved', second = 'sequential', threads = 1024 } = {}) {
  const count = Number(threads)
  const rounds = Math.log2(count)
  const [y0, side, pitch] = [74, 13.5, 36]
  const panel = (x, tree) => {
    const adding = adding_lanes(tree, count)
    const divergent = divergent_warps(tree, count)
    const right = x + (count / lanes) * side
    return [
      text(x, 16, trees[tree].title, { anchor: 'start', size: 23, bold: true }),
      text(right + 66, 44, 'diverge', { anchor: 'end', size: 19, bold: true, fill: colour.orange }),
      text(x, 48, `${count / lanes} warps`, { anchor: 'start', size: 19 }),
      adding.map((warps, round) => [
        warps.map((lanes_adding, warp) =>
          rect(x + warp * side, y0 + round * pitch, side - 1.5, 28, lanes_adding === lanes ? colour.blue : lanes_adding > 0 ? colour.orange : colour.idle),
        ),
        text(right + 38, y0 + round * pitch + 14, String(divergent[round]), { size: 24, bold: true, fill: divergent[round] > 0 ? colour.orange : colour.good }),
      ]),
    ]
  }
  return drawing(
    1140,
    y0 + rounds * pitch + 44,
    `divergent warps of ${count / lanes} in rounds 1 to ${rounds}: ${divergent_warps(first, count).join(', ')} (${trees[first].title}), ${divergent_warps(second, count).join(', ')} (${trees[second].title})`,
    range(rounds).map((round) => text(100, y0 + round * pitch + 14, `round ${round + 1}`, { anchor: 'end', size: 19 })),
    panel(112, first),
    panel(640, second),
    key(112, y0 + rounds * pitch + 14, [
      [colour.blue, 'all of its lanes add', 0],
      [colour.orange, 'some add, the others wait', 270],
      [colour.idle, 'nothing to add', 600],
    ]),
  )
}

// The first warp's left operands in a round, stacked on their banks: the number of words in a stack is the number of
// wavefronts. One panel for each "tree:round", rounds from 1.
function banks_of_rounds({ panels = 'without_divergence:1 without_divergence:2 without_divergence:3', threads = 1024 } = {}) {
  const count = Number(threads)
  const [bar, gap, word, x0] = [10.6, 30, 20, 28]
  const panel_width = banks * bar
  const shown = panels.split(' ').map((panel) => {
    const [tree, round] = panel.split(':')
    const words = words_by_bank(tree, 0, Number(round) - 1, count)
    return { tree, round, words, wavefronts: Math.max(...words.map((bank) => bank.length)) }
  })
  const tallest = Math.max(4, ...shown.map(({ wavefronts }) => wavefronts))
  const floor = 64 + tallest * word
  return drawing(
    1140,
    floor + 62,
    `words that a warp asks of one bank: ${shown.map(({ tree, round, wavefronts }) => `${trees[tree].title}, round ${round}: ${wavefronts}`).join('; ')}`,
    shown.map(({ tree, round, words, wavefronts }, k) => {
      const x = x0 + k * (panel_width + gap)
      const fill = wavefronts > 1 ? colour.orange : colour.blue
      return [
        text(x, 14, `${trees[tree].title}, round ${round}`, { anchor: 'start', size: 20, bold: true }),
        text(x, 40, `${words.flat().length} lanes add, words ${trees[tree].apart(round - 1)} apart`, { anchor: 'start', size: 18 }),
        words.map((bank, b) => [
          rect(x + b * bar, floor + 4, bar - 2, 12, colour.line),
          bank.map((lane, level) => rect(x + b * bar, floor - (level + 1) * word, bar - 2, word - 2, fill)),
        ]),
        text(x, floor + 34, 'bank 0', { anchor: 'start', size: 18 }),
        text(x + panel_width, floor + 34, 'bank 31', { anchor: 'end', size: 18 }),
        text(x + panel_width / 2, floor + 36, `${wavefronts} wavefront${wavefronts > 1 ? 's' : ''}`, { size: 22, bold: true, fill: wavefronts > 1 ? colour.bad : colour.good }),
      ]
    }),
  )
}

export { banks_of_rounds, divergent_warps_of_rounds, working_threads }
