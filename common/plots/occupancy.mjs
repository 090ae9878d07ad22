// Occupancy over a resource: staircases, from the output of build/occupancy --over that a lesson quotes.
import { curves } from './curves.mjs'
import { paint } from './look.mjs'
import { output_in } from './results.mjs'

// The steps in a table of build/occupancy --over: [{ from, to, blocks, occupancy }], occupancy from 0 to 1.
export const steps_in = (table) =>
  [...table.matchAll(/^ +(\d+)(?: to (\d+))? +(\d+) +\d+ +([\d.]+) %/gm)].map(([, from, to, blocks, percent]) => ({
    from: Number(from),
    to: Number(to ?? from),
    blocks: Number(blocks),
    occupancy: Number(percent) / 100,
  }))

// systems: [{name, stroke, table, near?}]. The number of blocks stands at each step; where all places are taken, at the end of it, so
// that the numbers of two systems do not meet.
function staircases({ title, systems, unit, ticks, log, words = String, edge = String }) {
  const [least, most] = [ticks[0], ticks.at(-1)]
  const found = systems.map(({ name, stroke, table, near }) => {
    const steps = steps_in(table).filter(({ to }) => to >= least)
    const full = steps.filter(({ occupancy }) => occupancy === steps[0].occupancy).length - 1
    const points = steps.flatMap(({ from, to, occupancy, blocks }, k) => {
      const point = { x: Math.max(from, least), y: 100 * occupancy, words: k > full ? String(blocks) : '' }
      return k === full ? [point, { ...point, x: to, words: String(blocks) }] : [point]
    })
    const last = { ...points.at(-1), x: Math.min(most, steps.at(-1).to + 1), words: '' }
    return { name, edge: edge(steps[full].to), series: { name, stroke, near, shape: 'none', stairs: true, points: [...points, last].filter(({ x }) => x <= most) } }
  })
  return curves({
    title,
    note: 'Blocks of 256 threads; at each step, the blocks on a multiprocessor',
    alt: `Staircases that fall: full occupancy ends at ${found.map(({ name, edge }) => `${edge} on ${name}`).join(', ')}`,
    series: found.map(({ series }) => series),
    x: { domain: [least, most], ticks, words, title: unit, log },
    y: { domain: [0, 108], ticks: [0, 25, 50, 75, 100], words: (value) => `${value} %` },
    log: false,
  })
}

// Both charts of chapter 04, from the tables in its lesson.
export function occupancy_over_registers({ lesson }) {
  const table = (capability) => output_in(lesson, `--cc ${capability} --block 16x16 --over registers`)
  return staircases({
    title: 'Occupancy over registers a thread',
    systems: [
      { name: 'H200', table: table('9.0'), stroke: paint.ours },
      { name: 'C1060', table: table('1.3'), stroke: paint.then },
      { name: 'Kirk, Hwu', table: table('textbook'), stroke: paint.quiet, near: true },
    ],
    unit: 'registers a thread',
    ticks: [1, 16, 32, 48, 64, 80, 128, 144],
    log: false,
    edge: (registers) => `${registers} registers`,
  })
}

export function occupancy_over_shared_memory({ lesson }) {
  const table = (capability, registers) => output_in(lesson, `--cc ${capability} --block 16x16 --regs ${registers} --over shared`)
  const kib = 1024
  return staircases({
    title: 'Occupancy over shared memory of a block',
    systems: [
      { name: 'H200', table: table('9.0', 32), stroke: paint.ours },
      { name: 'C1060', table: table('1.3', 11), stroke: paint.then, near: true },
    ],
    unit: 'KiB of shared memory a block',
    ticks: [1, 2, 4, 8, 16, 32, 64, 128, 256].map((value) => value * kib),
    log: true,
    words: (value) => String(value / kib),
    edge: (bytes) => `${bytes / kib} KiB`,
  })
}
