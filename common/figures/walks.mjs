// Where the elements of a matrix lie in memory, and what the lanes of a small warp read there, step by step. The ideas
// are those of Kirk and Hwu's figures 5.1 and 5.3 to 5.5.
import { array, arrow, bracket, colour, drawing, range, rect, text } from './svg.mjs'

const n = 4 // rows and columns; the warps have as many lanes

const cell = (x, y, side, fill, words, letters, size = side * 0.38) => [
  rect(x, y, side, side, fill, { stroke: colour.white, stroke_width: 2 }),
  text(x + side / 2, y + side / 2, words, { size, fill: letters, mono: true }),
]

// A matrix of 4 × 4, and the same 16 elements one after the other in memory.
export function linear_order() {
  const fills = [array.in.strong, array.in.light, colour.blue_lighter, array.in.pale]
  const letters = (row) => (row < 2 ? colour.white : colour.ink)
  const [side, x, top, y, cols] = [64, 30, 44, 380, 4]
  const at = (i) => x + i * side
  const one = (left, upper, row, col) => cell(left, upper, side, fills[row], `${row},${col}`, letters(row), 22)
  const [above, below] = [1, 1 + cols]
  return drawing(
    1090,
    y + side + 96,
    'a matrix of four rows and four columns, and its elements in memory: row 0, row 1, row 2, row 3; an element and the one below it lie four places apart',
    text(x, 16, 'as we draw it: row, column', { anchor: 'start', size: 24 }),
    range(n).map((row) => range(cols).map((col) => one(x + col * side, top + row * side, row, col))),
    [above, below].map((i) => rect(x + (i % cols) * side + 3, top + Math.floor(i / cols) * side + 3, side - 6, side - 6, 'none', { stroke: colour.orange, stroke_width: 5 })),
    text(400, top + 60, 'Element (row, col) is number row · 4 + col.', { anchor: 'start', size: 26 }),
    text(400, top + 118, 'Beside each other: 1 apart.', { anchor: 'start', size: 26 }),
    text(400, top + 158, 'Below each other: 4 apart, the length of a row.', { anchor: 'start', size: 26, fill: colour.orange }),
    text(x, y - 48, 'as it lies in memory', { anchor: 'start', size: 24 }),
    range(n * cols).map((i) => [one(at(i), y, Math.floor(i / cols), i % cols), text(at(i) + side / 2, y + side + 20, String(i), { size: 20, fill: colour.ink_soft })]),
    [above, below].map((i) => rect(at(i) + 3, y + 3, side - 6, side - 6, 'none', { stroke: colour.orange, stroke_width: 5 })),
    bracket(at(above) + side / 2, y + side + 36, cols * side, -18, '4 apart', colour.orange, 22),
  )
}

// What lane t reads in step k: down column t of B, or along row t of A.
const ways = {
  down: { name: 'B', element: 'B[k][t]', place: (k, lane) => k * n + lane, words: 'neighbours: one piece of memory', good: true },
  along: { name: 'A', element: 'A[t][k]', place: (k, lane) => lane * n + k, words: 'a row apart: four pieces', good: false },
}

// Four lanes that walk down the columns of a matrix, or along its rows: what they read in the first steps.
export function walk({ way = 'down' } = {}) {
  const { name, element: expression, place, words, good } = ways[way]
  const { strong, pale } = array[name]
  const [side, x, top] = [56, 60, 74]
  const [mx, unit, my] = [440, 44, 96]
  const strip = (k) => {
    const y = my + k * 112
    const of = range(n * n).map((i) => range(n).find((lane) => place(k, lane) === i))
    return [
      text(mx, y - 20, `k = ${k}`, { anchor: 'start', size: 22, mono: true }),
      range(n * n).map((i) => cell(mx + i * unit, y, unit, of[i] === undefined ? colour.idle_pale : strong, of[i] === undefined ? '' : `t${of[i]}`, colour.white, 19)),
      text(mx + 16 * unit, y - 20, words, { anchor: 'end', size: 22, bold: true, fill: good ? colour.good : colour.bad }),
    ]
  }
  const down = way === 'down'
  return drawing(
    1160,
    360,
    `four lanes walk ${down ? 'down the columns' : 'along the rows'} of ${name}: in each step they read ${good ? 'four neighbours' : 'four elements that lie a row apart'}`,
    text(x - 40, 18, `lane t reads ${expression}, k = 0, 1, …`, { anchor: 'start', size: 24 }),
    range(n).map((row) => range(n).map((col) => rect(x + col * side, top + row * side, side, side, pale, { stroke: colour.white, stroke_width: 2 }))),
    range(n).map((lane) => {
      const middle = (lane + 0.5) * side
      return down
        ? [text(x + middle, top - 20, `t${lane}`, { size: 22, mono: true, fill: strong }), arrow(x + middle, top + 12, x + middle, top + n * side - 16, strong)]
        : [text(x - 24, top + middle, `t${lane}`, { size: 22, mono: true, fill: strong }), arrow(x + 12, top + middle, x + n * side - 16, top + middle, strong)]
    }),
    text(x + (n * side) / 2, top + n * side + 26, name, { size: 26, bold: true }),
    text(mx, 18, 'in memory, row after row', { anchor: 'start', size: 24 }),
    range(2).map(strip),
    range(n).map((row) => bracket(mx + row * n * unit + 2, my + 112 + unit + 10, n * unit - 4, -12, `row ${row}`, colour.ink_soft, 20)),
  )
}

// A factor that lies column by column, as the lanes use it and as a block brings it: loaded along memory, turned in
// shared memory.
export function turned_corner() {
  const { strong, pale } = array.B
  const [side, top] = [50, 112]
  const size = n * side
  const grid = (x, strong_at, label) =>
    range(n).map((row) => range(n).map((col) => cell(x + col * side, top + row * side, side, strong_at(row, col) ? strong : pale, strong_at(row, col) ? label(row, col) : '', colour.white, 20)))
  const [a, b, c] = [20, 420, 820]
  const memory = (x) => [
    text(x + size + 14, top - 18, 'order in memory', { anchor: 'start', size: 19, fill: colour.ink_soft }),
    range(n).map((col) => arrow(x + (col + 0.5) * side, top - 32, x + (col + 0.5) * side, top - 8, colour.ink_soft, { stroke_width: 2.5 })),
  ]
  return drawing(
    1140,
    top + size + 88,
    'lanes that read a row of a column-major matrix read four pieces of memory; a block loads it down the columns, in one piece, and transposes it in shared memory',
    text(a, 18, 'simple: as it is used', { anchor: 'start', size: 24, bold: true }),
    grid(a, (row) => row === 1, (_, col) => `t${col}`),
    memory(a),
    text(a, top + size + 30, 'a row: four pieces', { anchor: 'start', size: 22, bold: true, fill: colour.bad }),
    text(b, 18, 'turned: loaded as it lies', { anchor: 'start', size: 24, bold: true }),
    text(b, 46, 'global memory', { anchor: 'start', size: 20 }),
    grid(b, (_, col) => col === 1, (row) => `t${row}`),
    memory(b),
    text(b, top + size + 30, 'a column: one piece', { anchor: 'start', size: 22, bold: true, fill: colour.good }),
    arrow(b + size + 24, top + size / 2, c - 24, top + size / 2, strong),
    text(c, 18, 'and used as needed', { anchor: 'start', size: 24, bold: true }),
    text(c, 46, 'shared memory', { anchor: 'start', size: 20 }),
    grid(c, (row) => row === 1, (_, col) => `t${col}`),
    rect(c - 3, top - 3, size + 6, size + 6, 'none', { stroke: colour.ink, stroke_width: 2.5 }),
    text(c, top + size + 30, 'any order, if the', { anchor: 'start', size: 22 }),
    text(c, top + size + 58, 'banks differ', { anchor: 'start', size: 22 }),
  )
}
