// How blocks and lanes synchronise, over time: a second launch or a ticket, and what a lane reads if it does not wait
// for another.
import { arrow, colour, drawing, line, range, rect, text } from './svg.mjs'

// Time goes to the right. `blocks` are [begin, end] of each block's own share; the last to finish is not the last in
// number.
const blocks = [
  [0, 300],
  [0, 345],
  [0, 420],
  [0, 320],
]

const bar = (x, y, width, words, fill, letters = colour.white) => [rect(x, y, width, 34, fill), text(x + width / 2, y + 17, words, { size: 19, fill: letters })]

// Above, two launches; below, one: the block that draws the last ticket does the second launch's work.
function last_block() {
  const [x0, pitch] = [120, 42]
  const ready = Math.max(...blocks.map(([, end]) => end))
  const tickets = blocks.map(([, end]) => blocks.filter(([, other]) => other < end).length)
  const shares = (y) => blocks.map(([begin, end], k) => [
    text(x0 - 14, y + k * pitch + 17, `block ${k}`, { anchor: 'end', size: 20 }),
    bar(x0 + begin, y + k * pitch, end - begin, 'its share', colour.blue),
    bar(x0 + end + 2, y + k * pitch, 76, 'result', colour.ink),
  ])
  const [above, below] = [44, 292]
  const second = x0 + ready + 80 + 250
  const idle_from = x0 + ready + 80
  return drawing(
    1140,
    below + 4 * pitch + 30,
    'two launches leave the GPU empty in between; in a single one the block with the last ticket combines the results',
    text(8, 16, 'two launches', { anchor: 'start', size: 22, bold: true }),
    shares(above),
    rect(idle_from + 4, above, 238, 4 * pitch - 8, colour.orange_pale),
    text(idle_from + 123, above + 62, 'empty: the first', { size: 19 }),
    text(idle_from + 123, above + 88, 'has to end, the', { size: 19 }),
    text(idle_from + 123, above + 114, 'second to start', { size: 19 }),
    bar(second, above, 190, 'all results', colour.good),
    text(second + 95, above + pitch + 14, 'one block,', { size: 19 }),
    text(second + 95, above + pitch + 40, 'a launch of its own', { size: 19 }),
    line(8, below - 56, 1132, below - 56, colour.idle),
    text(8, below - 28, 'a single launch', { anchor: 'start', size: 22, bold: true }),
    shares(below),
    blocks.map(([, end], k) => {
      const x = x0 + end + 80
      const last = tickets[k] === blocks.length - 1
      return [
        bar(x, below + k * pitch, 92, `ticket ${tickets[k]}`, last ? colour.good : colour.idle, last ? colour.white : colour.ink),
        last
          ? bar(x + 94, below + k * pitch, 190, 'all results', colour.good)
          : text(x + 104, below + k * pitch + 17, 'done', { anchor: 'start', size: 19 }),
      ]
    }),
    text(x0 + ready + 80 + 300, below + 2 * pitch + 17, `the last of ${blocks.length}`, { anchor: 'start', size: 20, fill: colour.good, bold: true }),
  )
}

// The first step of the clever loop for lanes 0 and 16: p[t] = p[t] + p[t + 16], in lockstep and with lane 16 ahead.
// Time goes down.
function clever_orders() {
  const [first, other] = [3, 5] // p[0], p[16]
  const beyond = 7 // p[32]
  const step = 40
  const scene = (x, title, steps, sum, good) => {
    const fill = good ? colour.good : colour.bad
    return [
      text(x, 60, title, { anchor: 'start', size: 23, bold: true }),
      text(x + 125, 92, 'lane 0', { size: 21, bold: true }),
      text(x + 385, 92, 'lane 16', { size: 21, bold: true }),
      steps.map(([lane, words, writes], k) => {
        const [left, y] = [x + (lane === 0 ? 0 : 260), 112 + k * step]
        return [
          rect(left, y, 250, step - 6, writes ? colour.orange : colour.blue_pale),
          text(left + 14, y + (step - 6) / 2, words, { anchor: 'start', size: 20, mono: true, fill: writes ? colour.white : colour.ink }),
        ]
      }),
      text(x, 112 + steps.length * step + 30, `p[0] is ${sum}${good ? '' : `, and should be ${first + other}`}`, { anchor: 'start', size: 25, bold: true, fill }),
    ]
  }
  const reads_0 = [0, `p[0] → ${first}`, false]
  const stores_16 = [16, `${other + beyond} → p[16]`, true]
  const reads_16 = [
    [16, `p[16] → ${other}`, false],
    [16, `p[32] → ${beyond}`, false],
  ]
  const in_step = [reads_0, reads_16[0], [0, `p[16] → ${other}`, false], reads_16[1], [0, `${first + other} → p[0]`, true], stores_16]
  const ahead = [...reads_16, stores_16, reads_0, [0, `p[16] → ${other + beyond}`, false], [0, `${first + other + beyond} → p[0]`, true]]
  return drawing(
    1140,
    400,
    `if lane 16 writes before lane 0 has read, lane 0 adds ${beyond} too many`,
    text(20, 16, `before: p[0] = ${first}, p[16] = ${other}, p[32] = ${beyond}; time goes down`, { anchor: 'start', size: 20 }),
    scene(20, 'in step', in_step, first + other, true),
    scene(600, 'lane 16 ahead', ahead, first + other + beyond, false),
    line(565, 48, 565, 386, colour.idle),
  )
}

// A block's work over time, and the data that memory brings it: a tree for every two elements of a thread, or one for
// many. Not to scale.
function asking_blocks() {
  const [x0, end, height] = [190, 1130, 34]
  const [ask, wait, answer, tree] = [12, 70, 24, 170]
  const scene = (y, title, words, asks, trees_between) => {
    const pieces = []
    let x = x0
    let answered = 0
    while (x + asks * ask + wait + answer * asks + tree <= end) {
      pieces.push(range(asks).map((k) => rect(x + k * ask, y, ask - 3, height, colour.ink)))
      x += asks * ask + wait
      pieces.push(rect(x, y + height + 8, asks * answer, height, colour.blue))
      answered += asks
      x += asks * answer
      if (trees_between) {
        pieces.push(rect(x, y, tree, height, colour.orange), text(x + tree / 2, y + height / 2, 'the tree', { size: 19, fill: colour.white }))
        x += tree
      }
    }
    if (!trees_between) pieces.push(rect(x, y, tree, height, colour.orange), text(x + tree / 2, y + height / 2, 'the tree', { size: 19, fill: colour.white }))
    return [
      text(8, y - 26, title, { anchor: 'start', size: 22, bold: true }),
      text(x0 - 14, y + height / 2, 'a block', { anchor: 'end', size: 20 }),
      text(x0 - 14, y + height * 1.5 + 8, 'memory brings', { anchor: 'end', size: 20 }),
      rect(x0, y, end - x0, height, colour.idle_pale),
      rect(x0, y + height + 8, end - x0, height, colour.idle_pale),
      pieces,
      text(x0, y + 2 * height + 36, words(answered), { anchor: 'start', size: 20 }),
    ]
  }
  return drawing(
    1140,
    356,
    'a tree for every two loads leaves the memory idle most of the time; a tree at the end of many does not',
    scene(50, 'a tree for every two elements of a thread', (count) => `${count} loads answered`, 2, true),
    scene(230, 'one tree for all elements of a thread, four loads at a time', (count) => `${count} loads answered`, 4, false),
  )
}

// A scan of eight tiles: in three phases, or in one pass, where a tile looks back at the results of earlier tiles.
function scan_ways() {
  const [x0, side, gap, height] = [250, 96, 8, 40]
  const tiles = range(8)
  const x = (tile) => x0 + tile * (side + gap)
  const row = (y, words, fill, label, letters) => [
    text(x0 - 20, y + height / 2, words, { anchor: 'end', size: 20 }),
    tiles.map((tile) => [rect(x(tile), y, side, height, fill(tile)), text(x(tile) + side / 2, y + height / 2, label(tile), { size: 18, fill: letters(tile) })]),
  ]
  const white = () => colour.white
  const knows = ['all', 'all', 'all', 'sum', 'sum', 'sum', 'nothing', 'nothing']
  const fill_of = { all: colour.good, sum: colour.blue, nothing: colour.idle }
  const [looking, y] = [5, 290]
  const arc = (tile) => arrow(x(looking) + side / 2, y + height + 14 + (looking - tile) * 10, x(tile) + side / 2, y + height + 14 + (looking - tile) * 10, colour.ink, { stroke_width: 2.5 })
  return drawing(
    1140,
    y + height + 92,
    'a scan in three phases reads and writes every tile twice; in one pass a tile looks back until it finds one that knows everything',
    text(8, 16, 'three phases', { anchor: 'start', size: 22, bold: true }),
    row(40, '1  scan each tile', () => colour.blue, () => 'in, out', white),
    text(x0 - 20, 116, '2  scan their sums', { anchor: 'end', size: 20 }),
    rect(x(0), 96, 180, height, colour.ink),
    text(x(0) + 90, 96 + height / 2, '8 numbers', { size: 18, fill: colour.white }),
    row(152, '3  add what is before', (tile) => (tile === 0 ? colour.idle : colour.blue), (tile) => (tile === 0 ? '' : 'in, out'), white),
    text(8, 250, 'one pass', { anchor: 'start', size: 22, bold: true }),
    text(x(0), 250, 'what the tiles have told so far', { anchor: 'start', size: 20 }),
    row(y, 'scan, and look back', (tile) => fill_of[knows[tile]], (tile) => ({ all: 'up to me', sum: 'my sum', nothing: 'nothing' })[knows[tile]], (tile) => (knows[tile] === 'nothing' ? colour.ink : colour.white)),
    [4, 3, 2].map(arc),
    text(x(looking) + side / 2 + 12, y + height + 50, `tile ${looking} looks back as far as tile 2`, { anchor: 'start', size: 20 }),
  )
}

export { asking_blocks, clever_orders, last_block, scan_ways }
