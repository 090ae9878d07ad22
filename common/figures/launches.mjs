// What a launch is: blocks of threads over elements, two memories, and the elements of each thread.
import { array, arrow, bracket, cells, colour, drawing, ink_on, range, rect, text } from './svg.mjs'

// Three blocks of four threads over ten elements: the index, and the threads beyond the last element.
function grid_index({ n = 10 } = {}) {
  const [blocks, threads, side, gap] = [3, 4, 76, 26]
  const [x0, top] = [170, 60]
  const at = (block) => x0 + block * (threads * side + gap)
  const row = (y, words) => text(x0 - 18, y + side / 2, words, { anchor: 'end', mono: true, size: 22 })
  const index = (block, thread) => block * threads + thread
  const fill = (block) => (thread) => (index(block, thread) < n ? colour.blue_pale : colour.idle)
  return drawing(
    1140,
    top + 3 * side + 92,
    `${blocks} blocks of ${threads} threads over ${n} elements: the last ${blocks * threads - n} threads find none`,
    range(blocks).map((block) => [
      bracket(at(block), top - 8, threads * side, 14, `blockIdx.x = ${block}`, colour.blue, 22),
      cells(at(block), top, threads, side, fill(block), (thread) => thread),
      cells(at(block), top + side + 24, threads, side, fill(block), (thread) => index(block, thread)),
    ]),
    row(top, 'threadIdx.x'),
    row(top + side + 24, 'i'),
    range(blocks * threads).map((i) => {
      const x = at(Math.floor(i / threads)) + ((i % threads) + 0.5) * side
      return i < n ? arrow(x, top + 2 * side + 30, x, top + 2 * side + 62, array.sum.strong) : []
    }),
    range(blocks * threads)
      .filter((i) => i < n)
      .map((i) => {
        const x = at(Math.floor(i / threads)) + (i % threads) * side
        return text(x + side / 2, top + 2 * side + 88, `sum[${i}]`, { mono: true, size: 19, fill: array.sum.strong })
      }),
    text(at(2) + 3 * side, top + 2 * side + 88, 'no element', { size: 20 }),
  )
}

// The host's memory, the device's memory, and the copies between them, in the order of a program.
function two_memories() {
  const [width, height, left, right, top] = [374, 390, 10, 756, 50]
  const vector = (x, y, name, fill) => [
    text(x + 84, y + 19, name, { anchor: 'end', mono: true, size: 21 }),
    cells(x + 96, y, 5, 38, () => fill),
  ]
  const memory = (x, title, prefix) => [
    text(x + width / 2, top - 22, title, { size: 26, bold: true }),
    rect(x, top, width, height, colour.idle_pale, { stroke: colour.line, stroke_width: 2, rx: 10 }),
    vector(x + 66, top + 46, `${prefix}a`, array.a.strong),
    vector(x + 66, top + 112, `${prefix}b`, array.b.strong),
    vector(x + 66, top + 322, `${prefix}sum`, array.sum.strong),
  ]
  const way = (y, number, words, x1, x2, stroke) => [
    text((x1 + x2) / 2, y - 20, `${number}  ${words}`, { size: 22 }),
    arrow(x1, y, x2, y, stroke),
  ]
  const [from, to] = [left + width + 22, right - 22]
  return drawing(
    1140,
    top + height + 10,
    'host and device have two memories: inputs are copied there, the kernel works there, the result is copied back',
    memory(left, 'host', ''),
    memory(right, 'device', 'device_'),
    text((from + to) / 2, top + 6, '1  cudaMalloc: memory over there', { size: 22 }),
    way(top + 66, 2, 'cudaMemcpy: a', from, to, array.a.strong),
    way(top + 132, 3, 'cudaMemcpy: b', from, to, array.b.strong),
    arrow(right + 234, top + 160, right + 234, top + 306, colour.ink),
    text(right + 220, top + 232, '4  the kernel', { size: 22, anchor: 'end' }),
    way(top + 342, 5, 'cudaMemcpy: sum', to, from, array.sum.strong),
  )
}

// Eight threads share 32 elements, which are four sectors: a contiguous piece each, or interleaved. The elements of
// the first step are dark.
function sharing() {
  const [threads, elements, sector, side, x0] = [8, 32, 8, 32, 96]
  const scene = (y, title, taker, first) => {
    const touched = new Set(range(elements).filter(first).map((element) => Math.floor(element / sector)))
    return [
      text(x0, y, title, { anchor: 'start', size: 24, bold: true }),
      range(elements).map((element) => {
        const now = first(element)
        const x = x0 + element * side
        return [
          rect(x, y + 26, side, side + 8, now ? array.in.strong : array.in.pale, { stroke: colour.white, stroke_width: 1.5 }),
          text(x + side / 2, y + 46, `t${taker(element)}`, { size: 18, fill: now ? colour.white : colour.ink }),
        ]
      }),
      range(elements / sector).map((k) =>
        bracket(x0 + k * sector * side, y + 72, sector * side, -12, touched.has(k) ? 'a sector that is asked for' : 'not yet', touched.has(k) ? array.in.strong : colour.line, 19),
      ),
    ]
  }
  const piece = elements / threads
  return drawing(
    1180,
    330,
    'a piece for each thread: the first step touches four sectors; in turns: it touches one',
    scene(16, 'a piece for each thread', (element) => Math.floor(element / piece), (element) => element % piece === 0),
    scene(190, 'in turns', (element) => element % threads, (element) => element < threads),
  )
}

// The threads of a block "8x8" or "4x8x2", x first, coloured by warp; names have x last, as in the text.
function threads_and_warps({ shape = '8x8' } = {}) {
  const extents = shape.split('x').map(Number)
  const [across, down, deep = 1] = extents
  const [side, x0, top] = [56, 40, deep > 1 ? 78 : 44]
  const name = (x, y, z) => [z, y, x].slice(3 - extents.length).join(',')
  const warp_of = (x, y, z) => Math.floor(((z * down + y) * across + x) / 32)
  const fills = [colour.blue, colour.orange]
  const warps = (across * down * deep) / 32
  const names_x = x0 + deep * (across + 1) * side + 20
  const name_of = (number) => name(number % across, Math.floor(number / across) % down, Math.floor(number / (across * down)))
  const order = ['x', 'y, x', 'z, y, x'][extents.length - 1]
  return drawing(
    1140,
    top + down * side + 6,
    `a block of ${shape} threads and its ${warps} warps`,
    text(x0, 16, `dim3 block(${extents.join(', ')})`, { anchor: 'start', mono: true, size: 22 }),
    text(names_x, 16, `T(${order})`, { anchor: 'start', mono: true, size: 22 }),
    range(deep).map((z) => [
      deep > 1 ? text(x0 + (z * (across + 1) + across / 2) * side, top - 18, `z = ${z}`, { size: 22 }) : [],
      range(down).map((y) =>
        range(across).map((x) => {
          const fill = fills[warp_of(x, y, z) % 2]
          const [left, upper] = [x0 + (z * (across + 1) + x) * side, top + y * side]
          return (
            rect(left, upper, side, side, fill, { stroke: colour.white, stroke_width: 1.5 }) +
            text(left + side / 2, upper + side / 2, name(x, y, z), { size: deep > 1 ? 19 : 21, fill: ink_on(fill) })
          )
        }),
      ),
    ]),
    range(warps).map((warp) => {
      const y = top + ((warp + 0.5) * down * side) / warps
      return [
        text(names_x, y - 18, `warp ${warp}`, { anchor: 'start', size: 28, bold: true, fill: fills[warp % 2] }),
        text(names_x, y + 18, `T(${name_of(32 * warp)}) to T(${name_of(32 * warp + 31)})`, { anchor: 'start', size: 24 }),
      ]
    }),
  )
}

// The warps of a one-dimensional block, lane by lane, and the lanes without a thread.
function warps_of_a_row({ threads = 48 } = {}) {
  const [lanes, side, x0, pitch] = [32, 33, 70, 60]
  const warps = Math.ceil(threads / lanes)
  const fills = [colour.blue, colour.orange]
  const left = lanes * warps - threads
  return drawing(
    1140,
    50 + warps * pitch,
    `a block of ${threads} threads: the last warp has ${left} lanes without a thread`,
    text(x0, 16, `dim3 block(${threads})`, { anchor: 'start', mono: true, size: 22 }),
    range(warps).map((warp) => {
      const y = 50 + warp * pitch
      const fill = fills[warp % 2]
      const members = Math.min(lanes, threads - lanes * warp)
      return [
        text(x0 - 14, y + side / 2, `${warp}`, { anchor: 'end', size: 24, bold: true, fill }),
        range(members).map(
          (lane) =>
            rect(x0 + lane * side, y, side, side + 6, fill, { stroke: colour.white, stroke_width: 1.5 }) +
            text(x0 + (lane + 0.5) * side, y + side / 2 + 3, `${lanes * warp + lane}`, { size: 18, fill: ink_on(fill) }),
        ),
        rect(x0 + members * side, y, (lanes - members) * side, side + 6, colour.idle_pale),
        members < lanes
          ? text(x0 + ((members + lanes) / 2) * side, y + side / 2 + 3, `${lanes - members} lanes without a thread`, { size: 21 })
          : [],
      ]
    }),
  )
}

export { grid_index, sharing, threads_and_warps, two_memories, warps_of_a_row }
