// Journeys of two legs: a map, the same as a matrix, and what becomes of it when journeys are put together again.
import { arrow, colour, drawing, element, ink_on, line, range, rect, text } from './svg.mjs'

const none = Infinity
const places = ['i', 'A', 'B', 'C', 'D', 'j']
const [from, to] = [0, 5]

// Lengths of the roads, the same in both directions.
const roads = [
  ['i', 'A', 5],
  ['i', 'B', 2],
  ['i', 'C', 3],
  ['i', 'D', 1],
  ['i', 'j', 8],
  ['A', 'B', 4],
  ['A', 'j', 4],
  ['B', 'j', 7],
  ['C', 'D', 1],
  ['C', 'j', 2],
]

export const town = () => {
  const d = places.map((_, i) => places.map((_, j) => (i === j ? 0 : none)))
  for (const [a, b, length] of roads) {
    const [i, j] = [places.indexOf(a), places.indexOf(b)]
    d[i][j] = d[j][i] = length
  }
  return d
}

// r[i][j] = min over k of d[i][k] + d[k][j].
export const min_plus = (d) => d.map((row) => d.map((_, j) => Math.min(...row.map((length, k) => length + d[k][j]))))

const says = (length) => (length === none ? '∞' : String(length))

// The journeys from i to j that change once at most: [{ over, first, second, length }].
export const journeys = () => {
  const d = town()
  return places.map((over, k) => ({ over, first: d[from][k], second: d[k][to], length: d[from][k] + d[k][to] }))
}

const spot = { i: [70, 265], A: [250, 85], B: [330, 200], C: [360, 335], D: [180, 420], j: [590, 255] }

const road = (a, b, length, stroke, width) => {
  const [[x1, y1], [x2, y2]] = [spot[a], spot[b]]
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2]
  return [
    line(x1, y1, x2, y2, stroke, { stroke_width: width, stroke_linecap: 'round' }),
    element('circle', { cx: x, cy: y, r: 16, fill: '#ffffff' }),
    text(x, y, String(length), { size: 22, bold: width > 5, fill: stroke === colour.line ? colour.ink : stroke }),
  ]
}

// A map, and every journey from i to j with one change on it.
export function two_legs() {
  const all = journeys()
  const least = Math.min(...all.map(({ length }) => length))
  const best = all.find(({ length }) => length === least)
  const is_best = (a, b) => (a === 'i' && b === best.over) || (a === best.over && b === 'j')
  const plain = roads.filter(([a, b]) => !is_best(a, b))
  const x = 720
  const column = [x, x + 190, x + 265, x + 330, x + 400]
  return drawing(
    1150,
    480,
    `a map of six places; the best journey from i to j with one change goes over ${best.over} and is ${least} long`,
    element('path', { d: 'M0 120 C160 160 140 20 300 0 H0 z', fill: '#eaf3ea' }),
    element('path', { d: 'M660 480 C560 380 470 460 430 480 z', fill: '#eaf3ea' }),
    element('path', { d: 'M470 0 C420 120 470 170 450 260 S520 400 470 480', fill: 'none', stroke: '#dcebf7', stroke_width: 34 }),
    // The direct road goes around.
    element('path', { d: `M${spot.i} C140 -50 520 -40 ${spot.j}`, fill: 'none', stroke: colour.line, stroke_width: 4 }),
    element('circle', { cx: 335, cy: 28, r: 16, fill: '#ffffff' }),
    text(335, 28, '8', { size: 22 }),
    plain.filter(([a, b]) => a !== 'i' || b !== 'j').map(([a, b, length]) => road(a, b, length, colour.line, 4)),
    road('i', best.over, best.first, colour.row, 9),
    road(best.over, 'j', best.second, colour.column, 9),
    places.map((name) => [
      element('circle', { cx: spot[name][0], cy: spot[name][1], r: 25, fill: name === 'i' || name === 'j' ? colour.ink : '#ffffff', stroke: colour.ink, stroke_width: 3 }),
      text(...spot[name], name, { size: 26, bold: true, fill: name === 'i' || name === 'j' ? '#ffffff' : colour.ink }),
    ]),
    text(x, 40, 'from i to j, changing once', { size: 26, anchor: 'start', bold: true }),
    all.map(({ over, first, second, length }, k) => {
      const y = 100 + k * 52
      const wins = over === best.over
      const stays = over === 'i' || over === 'j'
      return [
        wins ? rect(x - 14, y - 24, 430, 48, '#e3f1e6') : '',
        text(column[0], y, stays ? `over ${over}: directly` : `over ${over}`, { size: 24, anchor: 'start', bold: wins }),
        text(column[1], y, says(first), { size: 26, fill: colour.row, bold: wins }),
        text((column[1] + column[2]) / 2, y, '+', { size: 24 }),
        text(column[2], y, says(second), { size: 26, fill: colour.column, bold: wins }),
        text(column[3], y, '=', { size: 24 }),
        text(column[4], y, says(length), { size: 26, bold: wins, fill: wins ? colour.good : colour.ink, anchor: 'end' }),
      ]
    }),
    text(x, 440, `the smallest: r[i][j] = ${least}`, { size: 26, anchor: 'start', bold: true, fill: colour.good }),
  )
}

// A matrix of lengths with names beside it; fill(i, j) is a cell's colour.
function lengths(x, y, side, d, fill, { names = true } = {}) {
  return [
    d.map((row, i) =>
      row.map((length, j) => [
        rect(x + j * side, y + i * side, side, side, fill(i, j), { stroke: '#ffffff', stroke_width: 2 }),
        text(x + (j + 0.5) * side, y + (i + 0.5) * side, says(length), { size: side * 0.46, fill: ink_on(fill(i, j)) }),
      ]),
    ),
    names ? places.map((name, k) => [text(x - 18, y + (k + 0.5) * side, name, { size: 20, bold: true }), text(x + (k + 0.5) * side, y - 16, name, { size: 20, bold: true })]) : '',
  ]
}

// The same map as a matrix: row i and column j of it meet in one element of r.
export function legs_as_matrix() {
  const d = town()
  const r = min_plus(d)
  const side = 56
  const y = 70
  const sums = journeys()
  return drawing(
    1150,
    480,
    'an element of r is the smallest sum of an element of row i and the element of column j of the same place',
    text(60 + 3 * side, 20, 'd, the lengths of the roads', { size: 24, bold: true }),
    lengths(60, y, side, d, (i, j) => (i === from && j === to ? colour.ink : i === from ? colour.row : j === to ? colour.column : colour.idle_pale)),
    arrow(420, y + 3 * side, 480, y + 3 * side),
    text(570, 20, 'k by k', { size: 24, bold: true }),
    sums.map(({ over, first, second, length }, k) => [
      text(510, y + (k + 0.5) * side, over, { size: 20, bold: true }),
      text(545, y + (k + 0.5) * side, says(first), { size: 26, fill: colour.row, bold: true }),
      text(575, y + (k + 0.5) * side, '+', { size: 24 }),
      text(605, y + (k + 0.5) * side, says(second), { size: 26, fill: colour.column, bold: true }),
      text(660, y + (k + 0.5) * side, says(length), { size: 26, bold: length === r[from][to], fill: length === r[from][to] ? colour.good : colour.ink }),
    ]),
    arrow(700, y + 3 * side, 760, y + 3 * side),
    text(800 + 3 * side, 20, 'r, the best journeys of two legs', { size: 24, bold: true }),
    lengths(800, y, side, r, (i, j) => (i === from && j === to ? colour.good : colour.idle_pale)),
    text(575, 450, 'n³ sums, and as many minima, on n² numbers', { size: 26, bold: true }),
  )
}

// d, r and what comes of r in the same way; what became shorter is marked.
export function squaring() {
  const steps = [town()]
  while (steps.length < 3) steps.push(min_plus(steps.at(-1)))
  const side = 46
  const y = 100
  const x = (k) => 50 + k * 390
  const titles = ['roads', 'at most two roads', 'at most four roads']
  return drawing(
    1150,
    460,
    'each product doubles how many roads a journey may have',
    steps.map((d, k) => [
      text(x(k) + 3 * side, 36, titles[k], { size: 26, bold: true }),
      lengths(x(k), y, side, d, (i, j) => (k > 0 && d[i][j] < steps[k - 1][i][j] ? (i === from && j === to ? colour.good : '#bfe0c6') : colour.idle_pale)),
      k > 0 ? arrow(x(k) - 90, y + 3 * side, x(k) - 40, y + 3 * side) : '',
    ]),
    text(575, 420, `from i to j: ${steps.map((d) => says(d[from][to])).join(', then ')}; green is what became shorter`, { size: 26 }),
  )
}

// A round of Floyd and Warshall's way in blocks: its three phases, on tiles × tiles tiles.
export function floyd_warshall_phases({ tiles = 6, round = 2 } = {}) {
  const [count, own] = [Number(tiles), Number(round)]
  const side = 46
  const y = 60
  const x = (k) => 30 + k * 385
  const done = '#bfe0c6'
  const names = ['1: the own tile', '2: beside, above and below', '3: all others']
  const words = ['needs itself', 'need the own tile, and themselves', 'each needs one beside and one above or below']
  const is_cross = (i, j) => i === own || j === own
  const fill = (phase, i, j) => {
    const at = i === own && j === own ? 0 : is_cross(i, j) ? 1 : 2
    if (at === phase) return [colour.ink, colour.row, colour.column][phase]
    return at < phase ? done : colour.idle_pale
  }
  // One tile of the last phase, and the two that it needs.
  const [i, j] = [count - 1, count - 2]
  const middle = (k) => (k + 0.5) * side
  return drawing(
    1150,
    440,
    'a round: first the tile on the diagonal, then its row and column of tiles, then all others',
    range(3).map((phase) => [
      text(x(phase) + (count * side) / 2, 24, names[phase], { size: 24, bold: true }),
      range(count).map((row) =>
        range(count).map((col) => rect(x(phase) + col * side, y + row * side, side, side, fill(phase, row, col), { stroke: '#ffffff', stroke_width: 2 })),
      ),
      text(x(phase) + (count * side) / 2, y + count * side + 28, words[phase], { size: 19 }),
    ]),
    arrow(x(1) + middle(own) + 18, y + middle(own), x(1) + middle(count - 1), y + middle(own), colour.ink),
    arrow(x(1) + middle(own), y + middle(own) + 18, x(1) + middle(own), y + middle(count - 1), colour.ink),
    rect(x(2) + j * side + 3, y + i * side + 3, side - 6, side - 6, 'none', { stroke: colour.ink, stroke_width: 4 }),
    arrow(x(2) + middle(own), y + middle(i), x(2) + j * side, y + middle(i), colour.ink),
    arrow(x(2) + middle(j), y + middle(own), x(2) + middle(j), y + i * side, colour.ink),
    text(575, 414, `round ${own + 1} of ${count}: journeys may change in its places as well; green is finished for this round`, { size: 22 }),
  )
}
