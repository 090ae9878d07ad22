// Threads and warps: how a block becomes warps, divergent lanes, the cost of a picture's edge, hidden latency.
import { arrow, bracket, cells, colour, drawing, ink_on, line, range, rect, text } from './svg.mjs'

const lanes = 32
// Neighbouring warps differ in colour; the colours have no other meaning.
const warp_colours = [colour.blue, colour.orange, colour.blue_light, colour.orange_light, colour.blue_dark, colour.orange_dark]
const warp_colour = (warp) => warp_colours[warp % warp_colours.length]

// The threads of a block "4x8x2", x first, in the order of their numbers; names have x last, as in the text.
function threads_of(shape) {
  const extents = shape.split('x').map(Number)
  const [across, down = 1, deep = 1] = extents
  return range(across * down * deep).map((number) => {
    const [x, y, z] = [number % across, Math.floor(number / across) % down, Math.floor(number / (across * down))]
    return { x, y, z, number, name: [z, y, x].slice(3 - extents.length).join(','), warp: Math.floor(number / lanes) }
  })
}

const named = (side) => (x, y, thread) =>
  rect(x, y, side, side, warp_colour(thread.warp), { stroke: colour.white, stroke_width: 1.5 }) +
  text(x + side / 2, y + side / 2, thread.name, { size: side * (thread.name.length > 3 ? 0.33 : 0.38), fill: ink_on(warp_colour(thread.warp)) })

// A block in x, y and z, and below it its warps, lane by lane.
function block_warps({ shape = '8x8' } = {}) {
  const threads = threads_of(shape)
  const [across, down = 1, deep = 1] = shape.split('x').map(Number)
  const dimensions = shape.split('x').length
  const side = Math.min(44, 1056 / (across * deep + deep - 1))
  const [x0, y0] = [60, dimensions > 2 ? 84 : 52]
  const layer_x = (z) => x0 + z * (across + 1.5) * side
  const cell = named(side)
  const rows_y = y0 + down * side + 84
  const [lane_side, pitch] = [32, 48]
  const warps = Math.ceil(threads.length / lanes)
  const names = ['threadIdx.x', 'threadIdx.y, threadIdx.x', 'threadIdx.z, threadIdx.y, threadIdx.x'][dimensions - 1]
  return drawing(
    1150,
    rows_y + warps * pitch + 4,
    `a block of ${shape} threads and its ${warps} warps`,
    text(x0, 18, `dim3 block(${shape.split('x').join(', ')}): ${threads.length} threads, each with its ${names}`, { anchor: 'start', size: 21 }),
    dimensions > 2 ? range(deep).map((z) => text(layer_x(z) + (across * side) / 2, y0 - 18, `z = ${z}`, { size: 20 })) : [],
    threads.map((thread) => cell(layer_x(thread.z) + thread.x * side, y0 + thread.y * side, thread)),
    text(x0 + 20, rows_y - 22, 'its warps, lanes 0 to 31:', { anchor: 'start', size: 21 }),
    range(warps).map((warp) => {
      const y = rows_y + warp * pitch
      const members = threads.filter((thread) => thread.warp === warp)
      return [
        text(x0 + 8, y + lane_side / 2, `${warp}`, { anchor: 'end', size: 21, bold: true, fill: warp_colour(warp) }),
        members.map((thread, lane) => named(lane_side)(x0 + 20 + lane * lane_side, y, thread)),
        range(lanes - members.length).map((k) =>
          rect(x0 + 20 + (members.length + k) * lane_side, y, lane_side, lane_side, colour.idle_pale, { stroke: colour.white, stroke_width: 1.5 }),
        ),
        members.length < lanes
          ? text(x0 + 20 + ((members.length + lanes) / 2) * lane_side, y + lane_side / 2, `${lanes - members.length} lanes without a thread`, { size: 19 })
          : [],
      ]
    }),
  )
}

// Rows of time, top to bottom; in each, the active lanes: `takes(lane)`.
function passes(x, y, title, rows) {
  const side = 15
  return [
    text(x, y - 18, title, { anchor: 'start', size: 20, mono: true }),
    rows.map(({ name, takes, fill = colour.blue }, k) => {
      const at = y + k * (side + 7)
      const count = range(lanes).filter(takes).length
      return [
        range(lanes).map((lane) =>
          rect(x + lane * side, at, side, side, takes(lane) ? fill : colour.idle, { stroke: colour.white, stroke_width: 1 }),
        ),
        text(x + lanes * side + 10, at + side / 2, `${name}: ${count}`, { anchor: 'start', size: 16 }),
      ]
    }),
  ]
}

// An if in which neighbouring lanes diverge, and a loop with 6, 7 or 8 trips a lane.
function divergent_lanes() {
  const all = () => true
  return drawing(
    1230,
    330,
    'divergent lanes take turns: the two arms of an if, and a loop of different lengths',
    text(10, 14, 'one warp, lanes 0 to 31; time goes down', { anchor: 'start', size: 18 }),
    passes(10, 76, 'if (lane % 2 == 0) A(); else B();', [
      { name: 'condition', takes: all },
      { name: 'A', takes: (lane) => lane % 2 === 0 },
      { name: 'B', takes: (lane) => lane % 2 === 1, fill: colour.orange },
      { name: 'after', takes: all },
    ]),
    passes(640, 76, 'for (k = 0; k &lt; 6 + lane % 3; ++k) A();', [
      ...range(8).map((trip) => ({ name: `trip ${trip + 1}`, takes: (lane) => trip < 6 + (lane % 3) })),
      { name: 'after', takes: all },
    ]),
    rect(10, 290, 15, 15, colour.idle),
    text(34, 298, 'a lane that waits', { anchor: 'start', size: 18 }),
  )
}

// A picture under blocks of 16 × 16: every warp is a strip of two rows. lens=yes shows the corner's block beside it,
// with `zoom` units for a pixel.
function picture_edge({ picture = '76x62', lens = 'no', zoom: pixel = 9 } = {}) {
  const zoom = Number(pixel)
  const [width, height] = picture.split('x').map(Number)
  const [across, down] = [Math.ceil(width / 16), Math.ceil(height / 16)]
  const scale = Math.min(680 / (across * 16), 540 / (down * 16))
  const [x0, y0] = [20, 20]
  const fill_of = { inside: colour.blue_pale, edge: colour.orange, outside: colour.idle }
  const counts = { inside: 0, edge: 0, outside: 0 }
  const place = (block_x, block_y, warp) => {
    const top = block_y * 16 + warp * 2
    if (top >= height) return 'outside'
    return block_x * 16 + 16 <= width && top + 2 <= height ? 'inside' : 'edge'
  }
  // Adjacent strips of one kind are drawn as one; lines divide the blocks.
  const strips = range(down * 8).flatMap((strip) => {
    const [block_y, warp] = [Math.floor(strip / 8), strip % 8]
    const row = range(across).map((block_x) => place(block_x, block_y, warp))
    row.forEach((at) => ++counts[at])
    const begins = range(across).filter((k) => k === 0 || row[k] !== row[k - 1])
    return begins.map((begin, k) =>
      rect(x0 + begin * 16 * scale, y0 + strip * 2 * scale, ((begins[k + 1] ?? across) - begin) * 16 * scale, 2 * scale, fill_of[row[begin]], {
        stroke: colour.white,
        stroke_width: scale > 5 ? 1 : 0.5,
      }),
    )
  })
  const block_lines = [
    range(across + 1).map((k) => line(x0 + k * 16 * scale, y0, x0 + k * 16 * scale, y0 + down * 16 * scale, colour.ink, { stroke_width: 1 })),
    range(down + 1).map((k) => line(x0, y0 + k * 16 * scale, x0 + across * 16 * scale, y0 + k * 16 * scale, colour.ink, { stroke_width: 1 })),
  ]
  const key_x = x0 + across * 16 * scale + 50
  const entry = (y, at, words) => [
    rect(key_x, y, 26, 26, fill_of[at], { stroke: colour.line, stroke_width: 1 }),
    text(key_x + 40, y + 13, `${counts[at]} ${words}`, { anchor: 'start', size: 21 }),
  ]
  const total = across * down * 8
  const lens_y = 236
  return drawing(
    1230,
    y0 + Math.max(down * 16 * scale, lens === 'yes' ? lens_y + 16 * zoom + 60 : 220) + 16,
    `a picture of ${picture} pixels under blocks of 16 x 16 threads: ${counts.edge} of ${total} warps are divided`,
    strips,
    block_lines,
    rect(x0, y0, width * scale, height * scale, 'none', { stroke: colour.ink, stroke_width: 3 }),
    text(key_x, y0 + 6, `${picture} pixels`, { anchor: 'start', size: 21, bold: true }),
    text(key_x, y0 + 34, `${across} x ${down} blocks, ${total} warps`, { anchor: 'start', size: 21 }),
    entry(y0 + 62, 'inside', 'with all lanes inside'),
    entry(y0 + 98, 'edge', 'divided by the edge'),
    entry(y0 + 134, 'outside', 'without a pixel'),
    lens === 'yes'
      ? [
          text(key_x, lens_y, `The corner's block:`, { anchor: 'start', size: 21 }),
          range(8).map((warp) => {
            const at = place(across - 1, down - 1, warp)
            const y = lens_y + 24 + warp * 2 * zoom
            return [
              rect(key_x, y, 16 * zoom, 2 * zoom, fill_of[at], { stroke: colour.white, stroke_width: 1 }),
              text(key_x + 16 * zoom + 14, y + zoom, `warp ${warp}${at === 'outside' ? ', outside as a whole' : ''}`, { anchor: 'start', size: Math.round((zoom * 16) / 9) }),
            ]
          }),
          rect(key_x, lens_y + 24, (width - (across - 1) * 16) * zoom, (height - (down - 1) * 16) * zoom, 'none', {
            stroke: colour.ink,
            stroke_width: 3,
          }),
        ]
      : [],
  )
}

// Loads over time: a request is short, its answer comes much later. Few loads in flight leave the memory idle,
// whichever warps issue them.
function hidden_waiting() {
  const unit = 15
  const x0 = 250
  const [wait, height] = [12, 26]
  const end = 56
  const scene = (y, title, words, warps, loads) => {
    const deliveries = []
    const rows = range(warps).map((warp) => {
      const at = y + warp * (height + 6)
      const pieces = [rect(x0, at, end * unit, height, colour.idle_pale)]
      for (let start = warp; start + wait + loads <= end; start += wait + loads) {
        for (let k = 0; k < loads; ++k) {
          pieces.push(rect(x0 + (start + k) * unit, at + 3, unit - 2, height - 6, colour.ink))
          deliveries.push(start + k + wait)
        }
      }
      return pieces
    })
    const bus_y = y + warps * (height + 6) + 2
    const busy = deliveries.filter((t) => t < end).length
    return [
      text(20, y + 12, title, { anchor: 'start', size: 20, bold: true }),
      text(20, y + 38, words, { anchor: 'start', size: 18 }),
      rows,
      rect(x0, bus_y, end * unit, height, colour.idle),
      deliveries.filter((t) => t < end).map((t) => rect(x0 + t * unit, bus_y, unit - 2, height, colour.blue)),
      text(x0 + end * unit + 10, bus_y + height / 2, `${busy} answers`, { anchor: 'start', size: 18, fill: colour.blue }),
    ]
  }
  return drawing(
    1240,
    480,
    'one warp with one load leaves the memory idle most of the time; four warps, or one warp with four loads, bring several times as many answers',
    rect(20, 8, unit - 2, 20, colour.ink),
    text(48, 18, 'a load is asked for', { anchor: 'start', size: 18 }),
    rect(260, 8, unit - 2, 20, colour.blue),
    text(288, 18, 'the memory answers, 12 steps later', { anchor: 'start', size: 18 }),
    scene(62, '1 warp, 1 load', 'asks, waits, asks', 1, 1),
    scene(170, '4 warps, 1 load', 'others ask meanwhile', 4, 1),
    scene(374, '1 warp, 4 loads', 'asks 4 times, then waits', 1, 4),
  )
}

export { block_warps, hidden_waiting, divergent_lanes, picture_edge }
