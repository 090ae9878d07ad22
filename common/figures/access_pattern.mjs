// The elements of d and t that the first thread, the first warp and the first block of chapter 05's rung 2 read, as
// its recorder (programs/parts/recorder.hpp) wrote them down.
import { parse_csv } from './csv.mjs'
import { colour, drawing, range, rect, text } from './svg.mjs'

const stride = 1024 // of the padded arrays
const [side, tall] = [15, 27]
const left = 130

// The readers of an element: the first thread, another of the first warp, another of the first block. The first match
// gives the colour.
const readers = [
  { fill: colour.orange, label: 'the first thread', reads: (thread) => thread === 0 },
  { fill: colour.blue, label: 'the first warp', reads: (thread) => thread < 32 },
  { fill: colour.ink, label: 'the first block', reads: () => true },
]

// csv: k,step,thread,array,index, one line for each read.
export function access_pattern({ csv }) {
  const rows = parse_csv(csv).map(({ k, step, thread, array, index }) => ({ k: Number(k), step: Number(step), thread: Number(thread), array, index: Number(index) }))
  const fill_of = (array, k, column, steps) => {
    const reads = rows.filter((row) => row.array === array && row.k === k && row.index === stride * k + column && steps(row.step))
    const found = readers.find((reader) => reads.some((row) => reader.reads(row.thread)))
    return found ? found.fill : colour.idle_pale
  }
  const strip = (y, array, k, steps, label) => [
    text(left - 12, y + tall / 2, label, { size: 20, anchor: 'end' }),
    range(64).map((column) => rect(left + column * side, y, side - 1, tall, fill_of(array, k, column, steps))),
  ]
  const panel = (y, array, first_step) => [
    text(left, y, `array ${array}, elements 0 to 63 of rows 0 and 1`, { size: 22, anchor: 'start', bold: true }),
    strip(y + 22, array, 0, (step) => step === first_step, 'one step'),
    strip(y + 56, array, 0, (step) => step === first_step + 2, 'another'),
    strip(y + 90, array, 0, () => true, 'k = 0'),
    strip(y + 124, array, 1, () => true, 'k = 1'),
  ]
  return drawing(
    left + 64 * side + 20,
    430,
    'which elements of d and t the first thread, the first warp and the first block of rung 2 read',
    panel(16, 'd', 8),
    panel(206, 't', 0),
    readers.map((reader, place) => [
      rect(left + place * 270, 398, 22, 22, reader.fill),
      text(left + place * 270 + 32, 409, reader.label, { size: 21, anchor: 'start' }),
    ]),
  )
}
