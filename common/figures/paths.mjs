// Paths of two edges, on the map of chapters/05-shortcuts/maps/town.gr: the map, the same as a matrix, and the
// products of products.
import { arrow, colour, drawing, element, ink_on, line, range, rect, text } from './svg.mjs'

// {names, d} of a map in the DIMACS format whose comments name the vertices: "c 1 harbour, 2 market". d[i][j] is
// infinite if there is no edge.
export function town_of(map) {
  const names = [...map.matchAll(/^c 1 .*$/gm)].flatMap(([words]) => words.slice(2).split(', ').map((name) => name.replace(/^\d+ /, '')))
  const d = names.map((_, i) => names.map((_, j) => (i === j ? 0 : Infinity)))
  for (const [, from, to, length] of map.matchAll(/^a (\d+) (\d+) (\d+)$/gm)) d[from - 1][to - 1] = Number(length)
  return { names, d }
}

// r[i][j] = min over k of d[i][k] + d[k][j].
export const min_plus = (d) => d.map((row) => d.map((_, j) => Math.min(...row.map((length, k) => length + d[k][j]))))

const says = (length) => (length === Infinity ? '∞' : String(length))
const [from, to] = [0, 3] // the path in the chapter's first sentences

// The paths with at most one vertex on the way: [{ over, first, second, length }].
export const paths = ({ names, d }) =>
  names.map((over, k) => ({ over, first: d[from][k], second: d[k][to], length: d[from][k] + d[k][to] }))

const spots = [
  [80, 300],
  [225, 195],
  [400, 305],
  [590, 190],
  [350, 92],
  [480, 430],
]

// An edge between two vertices and its length; both lengths if they differ by direction.
function edge(a, b, there, back, stroke, width) {
  const [[x1, y1], [x2, y2]] = [spots[a], spots[b]]
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2]
  const words = there === back ? says(there) : `${says(there)} / ${says(back)}`
  return [
    line(x1, y1, x2, y2, stroke, { stroke_width: width, stroke_linecap: 'round' }),
    rect(x - 10 - 5 * words.length, y - 15, 20 + 10 * words.length, 30, colour.white, { rx: 15 }),
    text(x, y, words, { size: 22, bold: width > 5, fill: stroke === colour.line ? colour.ink : stroke }),
  ]
}

// The map, and every path over one vertex. csv: the map's text.
export function two_legs({ csv }) {
  const town = town_of(csv)
  const { names, d } = town
  const all = paths(town)
  const least = Math.min(...all.map(({ length }) => length))
  const best = all.findIndex(({ length }) => length === least)
  const edges = names.flatMap((_, i) => names.map((_, j) => [i, j])).filter(([i, j]) => i < j && d[i][j] < Infinity)
  const is_direct = ([i, j]) => i === from && j === to
  const is_best = ([i, j]) => [[from, best], [best, to]].some(([a, b]) => Math.min(a, b) === i && Math.max(a, b) === j)
  const x = 720
  const column = [x, x + 236, x + 278, x + 320, x + 353, x + 406]
  return drawing(
    1150,
    480,
    `a map of ${names.length} stops; the best path from the ${names[from]} to the ${names[to]} with one change goes over the ${names[best]} and takes ${least}`,
    element('path', { d: 'M0 180 C90 250 30 400 130 480 H0 z', fill: '#dcebf7' }),
    element('path', { d: 'M560 480 C590 380 640 420 660 330 V480 z', fill: '#eaf3ea' }),
    element('path', { d: 'M0 0 H250 C200 70 90 40 0 110 z', fill: '#eaf3ea' }),
    // The direct line goes around.
    element('path', { d: `M${spots[from]} C90 -45 560 -45 ${spots[to]}`, fill: 'none', stroke: colour.line, stroke_width: 4 }),
    rect(304, 12, 44, 32, colour.white, { rx: 15 }),
    text(326, 28, says(d[from][to]), { size: 22 }),
    edges.filter((pair) => !is_direct(pair) && !is_best(pair)).map(([i, j]) => edge(i, j, d[i][j], d[j][i], colour.line, 4)),
    edge(from, best, d[from][best], d[from][best], colour.orange, 9),
    edge(best, to, d[best][to], d[best][to], colour.blue, 9),
    names.map((name, k) => {
      const [px, py] = spots[k]
      const end = k === from || k === to
      const width = 26 + 12 * name.length
      return [rect(px - width / 2, py - 21, width, 42, end ? colour.ink : colour.white, { rx: 21, stroke: colour.ink, stroke_width: 2.5 }), text(px, py, name, { size: 22, bold: true, fill: end ? colour.white : colour.ink })]
    }),
    text(x, 40, `${names[from]} to ${names[to]}`, { size: 26, anchor: 'start', bold: true }),
    all.map(({ over, first, second, length }, k) => {
      const y = 100 + k * 52
      const wins = k === best
      return [
        wins ? rect(x - 14, y - 24, 430, 48, colour.green_pale) : '',
        text(column[0], y, k === from || k === to ? 'directly' : `over the ${over}`, { size: 22, anchor: 'start', bold: wins }),
        text(column[1], y, says(first), { size: 26, fill: colour.orange, bold: wins }),
        text(column[2], y, '+', { size: 24 }),
        text(column[3], y, says(second), { size: 26, fill: colour.blue, bold: wins }),
        text(column[4], y, '=', { size: 24 }),
        text(column[5], y, says(length), { size: 26, bold: wins, fill: wins ? colour.good : colour.ink, anchor: 'end' }),
      ]
    }),
    text(x, 440, `the smallest: r[i][j] = ${least}`, { size: 26, anchor: 'start', bold: true, fill: colour.good }),
  )
}

// A matrix of lengths, vertices numbered as in the file; fill(i, j) is a cell's colour.
const lengths = (x, y, side, d, fill) => [
  d.map((row, i) =>
    row.map((length, j) => [
      rect(x + j * side, y + i * side, side, side, fill(i, j), { stroke: colour.white, stroke_width: 2 }),
      text(x + (j + 0.5) * side, y + (i + 0.5) * side, says(length), { size: side * 0.46, fill: ink_on(fill(i, j)) }),
    ]),
  ),
  range(d.length).map((k) => [text(x - 16, y + (k + 0.5) * side, String(k + 1), { size: 19, bold: true }), text(x + (k + 0.5) * side, y - 16, String(k + 1), { size: 19, bold: true })]),
]

// The same map as a matrix: row i and column j of it give one element of r.
export function legs_as_matrix({ csv }) {
  const town = town_of(csv)
  const r = min_plus(town.d)
  const side = 54
  const y = 74
  const left = 155
  return drawing(
    1190,
    480,
    'an element of r is the smallest sum of an element of row i and the element of column j of the same place',
    text(left + 3 * side, 20, 'd: without changing', { size: 24, bold: true }),
    town.names.map((name, k) => text(left - 32, y + (k + 0.5) * side, name, { size: 20, anchor: 'end' })),
    lengths(left, y, side, town.d, (i, j) => (i === from && j === to ? colour.ink : i === from ? colour.orange : j === to ? colour.blue : colour.idle_pale)),
    arrow(495, y + 3 * side, 545, y + 3 * side),
    text(640, 20, 'k by k', { size: 24, bold: true }),
    paths(town).map(({ first, second, length }, k) => [
      text(575, y + (k + 0.5) * side, String(k + 1), { size: 19, bold: true }),
      text(614, y + (k + 0.5) * side, says(first), { size: 25, fill: colour.orange, bold: true }),
      text(644, y + (k + 0.5) * side, '+', { size: 24 }),
      text(674, y + (k + 0.5) * side, says(second), { size: 25, fill: colour.blue, bold: true }),
      text(728, y + (k + 0.5) * side, says(length), { size: 25, bold: length === r[from][to], fill: length === r[from][to] ? colour.good : colour.ink }),
    ]),
    arrow(768, y + 3 * side, 818, y + 3 * side),
    text(855 + 3 * side, 20, 'r: changing once', { size: 24, bold: true }),
    lengths(855, y, side, r, (i, j) => (i === from && j === to ? colour.good : colour.idle_pale)),
    text(600, 450, 'n³ sums, and as many minima, on n² numbers', { size: 26, bold: true }),
  )
}

// d, r, and the product of r with itself; the elements that became shorter are marked.
export function squaring({ csv }) {
  const steps = [town_of(csv).d]
  while (steps.length < 3) steps.push(min_plus(steps.at(-1)))
  const side = 46
  const y = 100
  const x = (k) => 50 + k * 390
  const titles = ['one edge', 'at most two edges', 'at most four edges']
  return drawing(
    1150,
    460,
    'each product doubles how many edges a path may have',
    steps.map((d, k) => [
      text(x(k) + 3 * side, 36, titles[k], { size: 26, bold: true }),
      lengths(x(k), y, side, d, (i, j) => (k > 0 && d[i][j] < steps[k - 1][i][j] ? (i === from && j === to ? colour.good : colour.green_light) : colour.idle_pale)),
      k > 0 ? arrow(x(k) - 90, y + 3 * side, x(k) - 40, y + 3 * side) : '',
    ]),
    text(575, 420, `from 1 to 4: ${steps.map((d) => says(d[from][to])).join(', then ')}; green is what became shorter`, { size: 26 }),
  )
}

// A round of blocked Floyd-Warshall: its three phases, on tiles × tiles tiles.
export function floyd_warshall_phases({ tiles = 6, round = 2 } = {}) {
  const [count, own] = [Number(tiles), Number(round)]
  const side = 46
  const y = 60
  const x = (k) => 30 + k * 385
  const done = colour.green_light
  const names = ["1: the round's own tile", '2: beside, above and below', '3: all others']
  const words = ['needs itself', "need the round's tile", 'each needs two of the cross']
  const is_cross = (i, j) => i === own || j === own
  const fill = (phase, i, j) => {
    const at = i === own && j === own ? 0 : is_cross(i, j) ? 1 : 2
    if (at === phase) return [colour.ink, colour.blue, colour.orange][phase]
    return at < phase ? done : colour.idle_pale
  }
  // One tile of the last phase, and the two tiles that it reads.
  const [i, j] = [count - 1, count - 2]
  const middle = (k) => (k + 0.5) * side
  return drawing(
    1150,
    440,
    'a round: first the tile on the diagonal, then its row and column of tiles, then all others',
    range(3).map((phase) => [
      text(x(phase) + (count * side) / 2, 24, names[phase], { size: 24, bold: true }),
      range(count).map((row) =>
        range(count).map((col) => rect(x(phase) + col * side, y + row * side, side, side, fill(phase, row, col), { stroke: colour.white, stroke_width: 2 })),
      ),
      text(x(phase) + (count * side) / 2, y + count * side + 28, words[phase], { size: 21 }),
    ]),
    arrow(x(1) + middle(own) + 18, y + middle(own), x(1) + middle(count - 1), y + middle(own), colour.ink),
    arrow(x(1) + middle(own), y + middle(own) + 18, x(1) + middle(own), y + middle(count - 1), colour.ink),
    rect(x(2) + j * side + 3, y + i * side + 3, side - 6, side - 6, 'none', { stroke: colour.ink, stroke_width: 4 }),
    arrow(x(2) + middle(own), y + middle(i), x(2) + j * side, y + middle(i), colour.ink),
    arrow(x(2) + middle(j), y + middle(own), x(2) + middle(j), y + i * side, colour.ink),
    text(575, 414, `round ${own + 1} of ${count}: paths may pass through its vertices as well; green is finished for this round`, { size: 22 }),
  )
}
