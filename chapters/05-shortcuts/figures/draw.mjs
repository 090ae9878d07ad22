// Draws the figures of the lesson as SVG beside this file: what the first block of rung 2 reads, from the recorded data.
//
// usage: node chapters/05-shortcuts/figures/draw.mjs [--check]      --check: says which are not up to date, exit code 1
import { draw, read_beside } from '../../../slides/figures/on_page.mjs'
import { colour, drawing, range, rect, text } from '../../../slides/figures/svg.mjs'

const rows = read_beside(import.meta.url, '../pattern/first_block.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => {
    const [k, step, thread, array, index] = row.split(',')
    return { k: Number(k), step: Number(step), thread: Number(thread), array, index: Number(index) }
  })

const stride = 1024 // of the padded arrays
const side = 15
const left = 130

// Who reads an element: the first thread, another of the first warp, another of the first block. The first colour that fits.
const readers = [
  { fill: colour.column, label: 'the first thread', reads: (thread) => thread === 0 },
  { fill: colour.row, label: 'the first warp', reads: (thread) => thread < 32 },
  { fill: colour.ink, label: 'the first block', reads: () => true },
]

function fill_of(array, k, column, steps) {
  const reads = rows.filter((row) => row.array === array && row.k === k && row.index === stride * k + column && steps(row.step))
  const found = readers.find((reader) => reads.some((row) => reader.reads(row.thread)))
  return found ? found.fill : colour.idle_pale
}

const strip = (y, array, k, steps, label) => [
  text(left - 12, y + side / 2, label, { size: 15, anchor: 'end', mono: true }),
  range(64).map((column) => rect(left + column * side, y, side - 1, side - 1, fill_of(array, k, column, steps))),
]

const panel = (y, array, first_step) => [
  text(left, y, `array ${array}, elements 0 to 63 of rows 0 and 1`, { size: 17, anchor: 'start', bold: true }),
  strip(y + 18, array, 0, (step) => step === first_step, 'one step'),
  strip(y + 40, array, 0, (step) => step === first_step + 2, 'another'),
  strip(y + 62, array, 0, () => true, 'k = 0'),
  strip(y + 84, array, 1, () => true, 'k = 1'),
]

draw(import.meta.url, {
  'access-pattern': drawing(
    left + 64 * side + 20,
    310,
    'which elements of d and t the first thread, the first warp and the first block of rung 2 read',
    panel(20, 'd', 8),
    panel(145, 't', 0),
    readers.map((reader, place) => [
      rect(left + place * 230, 275, side, side, reader.fill),
      text(left + place * 230 + 24, 275 + side / 2, reader.label, { size: 16, anchor: 'start' }),
    ]),
  ),
})
