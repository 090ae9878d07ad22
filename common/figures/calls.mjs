// Successive calls on small arrays: what each waits for, and its time as measured by build/03/back_to_back.
import { names_apart } from './rates.mjs'
import { parse_csv } from './csv.mjs'
import { bracket, colour, drawing, line, range, rect, text } from './svg.mjs'

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

// Microseconds a call over the size, both axes logarithmic, a panel for each mode.
function back_to_back_calls({ csv = '', rungs = 'cub read_only register_blocked single_launch overlapped' } = {}) {
  const rows = parse_csv(csv)
  if (rows.length === 0)
    return drawing(1140, 60, 'not measured yet', text(20, 30, 'Not measured yet: make bench does it, on a machine with a GPU.', { anchor: 'start', size: 24 }))
  const shown = rungs.split(' ').filter((rung) => rows.some((row) => row.rung === rung))
  const fills = { cub: colour.ink, read_only: colour.line, register_blocked: colour.blue, single_launch: colour.good, overlapped: colour.orange }
  const sizes = [...new Set(rows.map(({ size }) => Number(size)))].sort((a, b) => a - b)
  const used = rows.filter(({ rung }) => shown.includes(rung)).map(({ us }) => Math.log2(Number(us)))
  const [low, high] = [Math.floor(Math.min(...used)), Math.ceil(Math.max(...used))]
  const [y0, width, height] = [60, 370, 330]
  const panel = (x0, mode, title, named) => {
    const px = (size) => x0 + (Math.log2(size / sizes[0]) / Math.max(1, Math.log2(sizes.at(-1) / sizes[0]))) * width
    const py = (us) => y0 + height - ((Math.log2(us) - low) / (high - low)) * height
    const points = (rung) => sizes.flatMap((size) => rows.filter((row) => row.mode === mode && row.rung === rung && Number(row.size) === size))
    const places = names_apart(shown.map((rung) => py(Number(points(rung).at(-1).us))), 28)
    return [
      text(x0, 18, title, { anchor: 'start', size: 22, bold: true }),
      range(high - low + 1).map((k) => [line(x0, py(2 ** (low + k)), x0 + width, py(2 ** (low + k)), colour.idle, { stroke_width: 1 }), text(x0 - 10, py(2 ** (low + k)), String(2 ** (low + k)), { anchor: 'end', size: 19 })]),
      sizes.map((size) => text(px(size), y0 + height + 22, `2<tspan dy="-7" font-size="14">${Math.round(Math.log2(size))}</tspan>`, { size: 20 })),
      shown.map((rung, k) => {
        const own = points(rung)
        const end = own.at(-1)
        return [
          own.slice(1).map((point, j) => line(px(Number(own[j].size)), py(Number(own[j].us)), px(Number(point.size)), py(Number(point.us)), fills[rung] ?? colour.bad, { stroke_width: 3.5 })),
          own.map((point) => rect(px(Number(point.size)) - 4.5, py(Number(point.us)) - 4.5, 9, 9, fills[rung] ?? colour.bad)),
          named
            ? [
                line(px(Number(end.size)) + 8, py(Number(end.us)), x0 + width + 30, places[k], fills[rung] ?? colour.bad, { stroke_width: 1 }),
                rect(x0 + width + 34, places[k] - 8, 16, 16, fills[rung] ?? colour.bad),
                text(x0 + width + 58, places[k], rung, { anchor: 'start', size: 20 }),
              ]
            : [],
        ]
      }),
    ]
  }
  return drawing(
    1140,
    y0 + height + 66,
    `microseconds a call over the number of elements, ${rows[0].device}`,
    panel(70, 'called', 'microseconds a call, as called', false),
    panel(520, 'queued', 'queued before the first begins', true),
    text(70 + width / 2, y0 + height + 52, `elements; ${rows[0].device}`, { size: 20 }),
  )
}

export { back_to_back_calls, waiting_calls }
