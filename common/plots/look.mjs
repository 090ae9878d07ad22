// The one look of all plots: sizes, fonts, colours and the configuration of Vega-Lite. The colours are those of the drawings
// (common/figures/svg.mjs). A plot is a white card, so it reads the same on a light and on a dark page. It is narrow and its letters
// are large, so that a phone shows them large enough.
import { colour } from '../figures/svg.mjs'

export const card = { width: 560, margin: 16 }
export const size = { title: 18, label: 16, small: 15 }
export const font = 'Helvetica, Arial, sans-serif'
export const mono = 'Menlo, Consolas, "DejaVu Sans Mono", monospace'

// What a colour says; a word or a shape always says it too. All of them are dark enough for letters on white.
export const paint = {
  ours: colour.blue,
  library: colour.ink,
  then: colour.orange_dark,
  together: colour.green,
  roof: colour.bad,
  quiet: colour.ink_soft, // letters that explain
  grid: colour.idle,
  card: colour.white,
}

// Curves in one plot, in this order; no two neighbours are told apart by colour alone, since each ends at its name.
export const strokes = [colour.blue, colour.orange_dark, colour.green, colour.purple, colour.ink_soft, colour.blue_dark, colour.green_dark, colour.orange]
export const shapes = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down', 'triangle-right', 'triangle-left', 'stroke']

export const config = {
  aria: false, // the card says it as a whole
  font,
  background: paint.card,
  view: { stroke: null },
  axis: {
    labelFontSize: size.small,
    titleFontSize: size.label,
    labelColor: colour.ink,
    titleColor: colour.ink,
    titleFontWeight: 400,
    gridColor: paint.grid,
    domainColor: colour.line,
    tickColor: colour.line,
    labelPadding: 6,
    labelFlush: false,
    labelOverlap: false,
  },
  text: { fontSize: size.small, color: colour.ink, baseline: 'middle' },
  rule: { color: colour.line },
  bar: { color: paint.ours },
}

// Widths of letters in parts of the font's size, near enough to Helvetica's: Vega places words by them, and a plot must not depend on the
// fonts of the machine that draws it.
const narrow = new Set(" .,:;|!'()[]/ijlftrI-·")
const wide = new Set('mwMW%@')
export function width_of(words, points, monospaced = false) {
  if (monospaced) return 0.602 * points * words.length
  let ems = 0
  for (const letter of words) ems += narrow.has(letter) ? 0.3 : wide.has(letter) ? 0.85 : /[A-Z&×]/.test(letter) ? 0.68 : 0.545
  return ems * points
}

// Room for bold words, also where the browser has none of the fonts and takes a wider one.
export const room_for = (words, points) => Math.ceil(1.2 * width_of(words, points))

// The words in lines of at most that many units.
export function lines_of(words, points, most, monospaced = false) {
  const lines = []
  for (const word of words.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && width_of(longer, points, monospaced) <= most) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

// A Vega-Lite chart on a card: `layer` is drawn in an area of `height` units, beside which `left`, `right`, `above` and `below` are
// free for labels. `title` says what is plotted, `note` how it was measured, `alt` in words what there is to see.
export function chart({ title, note = '', alt, height, left = 0, right = 0, above = 0, below = 0, layer }) {
  const room = card.width - 2 * card.margin
  const titles = lines_of(title, size.title * 1.05, room)
  const notes = note === '' ? [] : lines_of(note, size.small, room)
  const gap = 16
  const header = titles.length * 23 + notes.length * 20 + gap + above
  // The lines of the header are marks: Vega would move its own title by what else stands above the chart.
  const line = (words, k, points, color) => ({ words, points, color, y: 12 + (k < titles.length ? 23 * k : 23 * titles.length + 20 * (k - titles.length)) - header })
  const lines = [...titles.map((words, k) => line(words, k, size.title, colour.ink)), ...notes.map((words, k) => line(words, titles.length + k, size.small, paint.quiet))]
  const header_of = (points, weight) => ({
    data: { values: lines.filter((one) => one.points === points) },
    mark: { type: 'text', align: 'left', baseline: 'middle', fontSize: points, fontWeight: weight },
    encoding: { x: { value: -left }, y: { field: 'y', type: 'quantitative', scale: null, axis: null }, text: { field: 'words' }, color: { field: 'color', type: 'nominal', scale: null, legend: null } },
  })
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
    usermeta: { alt },
    autosize: 'none',
    width: room - left - right,
    height,
    padding: { left: card.margin + left, right: card.margin + right, top: card.margin - 2 + header, bottom: card.margin + below },
    layer: [header_of(size.title, 600), ...(notes.length > 0 ? [header_of(size.small, 400)] : []), ...layer],
    config,
  }
}

export const chart_width = ({ left = 0, right = 0 }) => card.width - 2 * card.margin - left - right
