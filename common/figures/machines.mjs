// The parts of processors: a CPU with a few large cores, a GPU with many multiprocessors.
import { colour, drawing, range, rect, text } from './svg.mjs'

const arithmetic = colour.blue
const control = colour.orange_pale
const cache = colour.idle

// A core of a CPU: much control, much cache, few arithmetic units.
function core(x, y) {
  const width = 220
  return [
    rect(x, y, width, 150, colour.idle_pale, { stroke: colour.line, stroke_width: 1.5 }),
    rect(x + 8, y + 8, 118, 66, control),
    text(x + 67, y + 41, 'control', { size: 19 }),
    range(4).map((k) => rect(x + 136 + (k % 2) * 38, y + 8 + Math.floor(k / 2) * 35, 34, 31, arithmetic)),
    rect(x + 8, y + 82, width - 16, 60, cache),
    text(x + width / 2, y + 112, 'cache', { size: 19 }),
  ]
}

// A multiprocessor: a little control and cache, and arithmetic units for whole warps.
function multiprocessor(x, y, lanes, rows) {
  const unit = 7
  const gap = 2
  const width = lanes * (unit + gap) + gap + 34
  return [
    rect(x, y, width, rows * (unit + gap) + gap, colour.idle_pale, { stroke: colour.line, stroke_width: 1 }),
    rect(x + 3, y + 3, 14, rows * (unit + gap) - 4, control),
    rect(x + 19, y + 3, 12, rows * (unit + gap) - 4, cache),
    range(rows).map((row) =>
      range(lanes).map((lane) => rect(x + 34 + lane * (unit + gap), y + gap + row * (unit + gap), unit, unit, arithmetic)),
    ),
  ]
}

const memory = (x, y, width, label) => [rect(x, y, width, 46, cache), text(x + width / 2, y + 23, label, { size: 19 })]

export function cpu_and_gpu() {
  const left = 20
  const right = 560
  return drawing(
    1180,
    500,
    'a CPU has a few large cores, most of them control and cache; a GPU has many multiprocessors, most of them arithmetic units',
    text(left + 230, 28, 'CPU: one thread ends soon', { size: 24 }),
    range(4).map((k) => core(left + (k % 2) * 240, 56 + Math.floor(k / 2) * 164)),
    memory(left, 394, 460, 'memory'),
    text(right + 300, 28, 'GPU: many threads, soon done together', { size: 24 }),
    range(15).map((k) => multiprocessor(right + (k % 3) * 203, 56 + Math.floor(k / 3) * 66, 17, 6)),
    memory(right, 394, 597, 'memory'),
    rect(left, 462, 18, 18, arithmetic),
    text(left + 28, 471, 'arithmetic', { size: 19, anchor: 'start' }),
    rect(left + 160, 462, 18, 18, control),
    text(left + 188, 471, 'control', { size: 19, anchor: 'start' }),
    rect(left + 290, 462, 18, 18, cache),
    text(left + 318, 471, 'cache and memory', { size: 19, anchor: 'start' }),
    text(right, 471, 'a multiprocessor in each frame; an H200 has 132', { size: 19, anchor: 'start' }),
  )
}
