// Successive calls on small arrays: what each waits for.
import { bracket, colour, drawing, rect, text } from './svg.mjs'

// The phases of a call, not to scale: [length, label, fill, colour of the letters].
const start = [70, 'start', colour.idle, colour.ink]
const from_memory = [110, 'DRAM', colour.orange_pale, colour.ink]
const from_cache = [70, 'L2', colour.orange_pale, colour.ink]
const read = [80, 'read', colour.blue, colour.white]
const tickets = [125, 'fence, ticket', colour.orange_pale, colour.ink]
const results = [130, 'all results', colour.good, colour.white]
const wait = [60, 'waits', colour.idle, colour.ink]

// Two calls: each after the end of the one before, and with the second started during the first.
function waiting_calls() {
  const [x0, height, pitch] = [90, 40, 52]
  const row = (x, y, pieces) => {
    let at = x
    return pieces.map(([length, words, fill, letters]) => {
      const piece = [rect(at, y, length - 2, height, fill), text(at + length / 2 - 1, y + height / 2, words, { size: 18, fill: letters })]
      at += length
      return piece
    })
  }
  const length_of = (pieces) => pieces.reduce((sum, [length]) => sum + length, 0)
  const alone = [start, from_memory, read, tickets, results]
  const first = [start, from_memory, read, results]
  const begins = length_of([start, from_memory, read])
  const second = [start, wait, from_cache, read, results]
  const scene = (y, title, rows) => [
    text(8, y - 24, title, { anchor: 'start', size: 22, bold: true }),
    rows.map(([x, pieces], k) => [text(x0 - 14, y + k * pitch + height / 2, `call ${k + 1}`, { anchor: 'end', size: 20 }), row(x0 + x, y + k * pitch, pieces)]),
  ]
  const end = begins + length_of(second)
  return drawing(
    1140,
    370,
    'calls one after the other wait for the start, for DRAM and for tickets; an overlapped call has started, and its first data is in the cache, when the one before ends',
    scene(52, 'single_launch: a call, and after it the next', [
      [0, alone],
      [length_of(alone), alone],
    ]),
    scene(222, 'overlapped: the next one begins meanwhile, and brings its first data into L2 while it waits', [
      [0, first],
      [begins, second],
    ]),
    bracket(x0 + end, 222 + pitch + height + 12, 2 * length_of(alone) - end, -12, 'saved', colour.good, 20),
  )
}

export { waiting_calls }
