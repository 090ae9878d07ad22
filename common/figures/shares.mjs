// Who takes which element: two loads a thread, pieces of an array, and the counters of a histogram.
import { arrow, cells, colour, drawing, range, rect, text } from './svg.mjs'

// A block of four threads with a load for each, and with two: who loads what, and who adds in which round.
function first_add_while_loading() {
  const [threads, side] = [4, 52]
  const [y_in, y_partial, y_round] = [74, 190, 262]
  const panel = (x, title, loads) => {
    const elements = threads * loads
    const left = x + (loads === 1 ? 0 : (elements - threads) * side * 0.5)
    const centre = (k) => left + (k + 0.5) * side
    const adds = (t, row) => (row === 0 ? loads === 2 : t < threads >> row)
    const rows = ['load', 'round 1', 'round 2']
    return [
      text(x, 16, title, { anchor: 'start', size: 22, bold: true }),
      text(x, y_in - 22, `the section: ${elements} elements`, { anchor: 'start', size: 19 }),
      cells(x, y_in, elements, side, () => colour.blue_pale, (k) => k),
      range(elements).map((k) => arrow(x + (k + 0.5) * side, y_in + side + 4, centre(k % threads) + (loads === 1 ? 0 : k < threads ? -6 : 6), y_partial - 6, k < threads ? colour.blue : colour.orange)),
      rows.map((name, row) => {
        const y = row === 0 ? y_partial : y_round + (row - 1) * 62
        return [
          cells(left, y, threads, side, (t) => (adds(t, row) ? colour.blue : colour.idle), (t) => (adds(t, row) ? '+' : '')),
          text(left + threads * side + 14, y + side / 2, row === 0 ? (loads === 1 ? 'loads' : 'loads and adds') : name, { anchor: 'start', size: 19 }),
        ]
      }),
      range(threads).map((t) => text(centre(t), y_round + 142, `t = ${t}`, { size: 17 })),
    ]
  }
  return drawing(
    1000,
    446,
    'four threads: with one load each, two of them never add; with two loads each, all four add, and the section is twice as long',
    panel(20, 'sequential', 1),
    panel(480, 'first_add_while_loading', 2),
    rect(20, 422, 20, 20, colour.blue),
    text(50, 432, 'adds', { anchor: 'start', size: 19 }),
    rect(130, 422, 20, 20, colour.idle),
    text(160, 432, 'does not add', { anchor: 'start', size: 19 }),
  )
}

// Which block takes which tile of an array, on GPUs that run two and three blocks at once, and in pieces.
function pieces() {
  const [x0, side, pitch] = [300, 46, 82]
  const tiles = 'abcdefgh'.split('')
  const fills = [colour.blue, colour.orange, colour.good, colour.ink]
  const rows = [
    { words: ['rung 7, a GPU that', 'runs 2 blocks'], block: (k) => k % 2 },
    { words: ['rung 7, a GPU that', 'runs 3 blocks'], block: (k) => k % 3 },
    { words: ['rung 8,', 'any GPU'], block: (k) => k >> 1 },
  ]
  const sum = (block) =>
    range(1 + Math.max(...range(8).map(block))).map((b) => `(${tiles.filter((_, k) => block(k) === b).join('+')})`).join(' + ')
  return drawing(
    1140,
    60 + rows.length * pitch,
    'in rung 7 the number of blocks decides which tiles are added first, in rung 8 the array does',
    text(x0, 16, 'eight tiles of the array; the number is the block that takes a tile', { anchor: 'start', size: 20 }),
    rows.map(({ words, block }, row) => {
      const y = 44 + row * pitch
      return [
        words.map((word, k) => text(20, y + 12 + 24 * k, word, { anchor: 'start', size: 20, bold: true })),
        cells(x0, y, 8, side, (k) => fills[block(k)], (k) => tiles[k]),
        range(8).map((k) => text(x0 + (k + 0.5) * side, y + side + 14, block(k), { size: 18 })),
        text(x0 + 8 * side + 30, y + side / 2, sum(block), { anchor: 'start', size: 21, mono: true }),
      ]
    }),
  )
}

// Where the threads of two blocks count: in one set of counters, in one for each block.
function histogram_counters() {
  const [side, y_block, y_own, y_global] = [26, 60, 150, 270]
  const blocks = (x) => range(2).map((b) => [
    rect(x + b * 260, y_block, 220, 40, colour.blue),
    text(x + b * 260 + 110, y_block + 20, `threads of block ${b}`, { size: 19, fill: colour.white }),
  ])
  const counters = (x, y, fill, words) => [
    cells(x, y, 8, side, () => fill),
    text(x + 8 * side + 12, y + side / 2, words, { anchor: 'start', size: 18 }),
  ]
  const down = (x, from, to, into) => range(6).map((k) => arrow(x + 20 + k * 36, from, into(k), to, colour.orange, { stroke_width: 2 }))
  const [left, right] = [20, 620]
  return drawing(
    1200,
    318,
    'all threads add to 256 counters in global memory, or those of a block to its own in shared memory, which are added to the 256 once',
    text(left, 18, '1 atomics', { anchor: 'start', size: 22, bold: true }),
    blocks(left),
    range(2).map((b) => down(left + b * 260, y_block + 44, y_global - 8, (k) => left + 140 + ((k * 3 + b * 2) % 8 + 0.5) * side)),
    counters(left + 140, y_global, colour.green, 'global memory'),
    text(right, 18, '2 privatised, 3 packs', { anchor: 'start', size: 22, bold: true }),
    blocks(right),
    range(2).map((b) => [
      down(right + b * 260, y_block + 44, y_own - 8, (k) => right + b * 260 + ((k * 3 + b * 2) % 8 + 0.5) * side),
      cells(right + b * 260, y_own, 8, side, () => colour.green_light),
      arrow(right + b * 260 + 104, y_own + side + 6, right + 140 + 104 + (b ? 30 : -30), y_global - 8, colour.green),
    ]),
    text(right + 234, y_own + side + 26, 'shared memory', { size: 18 }),
    text(right + 380, y_own + 86, 'once, at the end', { anchor: 'start', size: 18 }),
    counters(right + 140, y_global, colour.green, 'global memory'),
  )
}

// Eight lanes and eight banks in place of 32: the counters that the lanes want, one copy for all and a copy for each lane.
function histogram_banks() {
  const bytes = [5, 13, 2, 21, 8, 29, 14, 11]
  const [side, y] = [38, 100]
  const banks = (x) => range(8).map((k) => text(x + (k + 0.5) * side, y - 16, k, { size: 17 }))
  const turns = Math.max(...range(8).map((bank) => bytes.filter((byte) => byte % 8 === bank).length))
  const one = (x) => [
    text(x, 16, '3 packs: counter v in bank v mod 8', { anchor: 'start', size: 22, bold: true }),
    text(x, 48, `lanes 0 to 7 have the bytes ${bytes.join(', ')}`, { anchor: 'start', size: 18 }),
    text(x - 14, y - 16, 'bank', { anchor: 'end', size: 17 }),
    banks(x),
    range(4).map((row) => cells(x, y + row * side, 8, side, (k) => (bytes.includes(row * 8 + k) ? colour.orange : colour.idle_pale), (k) => row * 8 + k)),
    text(x, y + 4 * side + 26, `bank 5 has four of the counters: ${turns} turns`, { anchor: 'start', size: 20, fill: colour.bad, bold: true }),
  ]
  const sorted = [...bytes].sort((a, b) => a - b)
  const each = (x) => [
    text(x, 16, '4 replicated: lane k’s copies in bank k', { anchor: 'start', size: 22, bold: true }),
    text(x, 48, 'the copies of the eight counters that are wanted', { anchor: 'start', size: 18 }),
    text(x - 14, y - 16, 'bank', { anchor: 'end', size: 17 }),
    banks(x),
    sorted.map((byte, row) => [
      text(x - 14, y + (row + 0.5) * side, `of ${byte}`, { anchor: 'end', size: 17 }),
      cells(x, y + row * side, 8, side, (k) => (bytes[k] === byte ? colour.blue : colour.idle_pale), (k) => (bytes[k] === byte ? byte : '')),
    ]),
    text(x, y + 8 * side + 26, 'each lane has a bank of its own: 1 turn', { anchor: 'start', size: 20, fill: colour.good, bold: true }),
  ]
  return drawing(1180, y + 8 * side + 44, 'counters that several lanes want may lie in one bank; with a copy for each lane they never do', one(80), each(660))
}

export { first_add_while_loading, histogram_banks, histogram_counters, pieces }
