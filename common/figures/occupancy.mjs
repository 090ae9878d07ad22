// Occupancy over a resource: staircases, from the output of build/occupancy --over.
import { colour, drawing, element, line, range, text } from './svg.mjs'

// The steps in a table of build/occupancy --over: [{ from, to, occupancy }], occupancy from 0 to 1.
export const steps_in = (table) =>
  [...table.matchAll(/^ +(\d+)(?: to (\d+))? +\d+ +\d+ +([\d.]+) %/gm)].map(([, from, to, percent]) => ({
    from: Number(from),
    to: Number(to ?? from),
    occupancy: Number(percent) / 100,
  }))

// The table that a lesson quotes as the output of the command with those words.
export function quoted(lesson, words) {
  const tables = [...lesson.matchAll(/<!-- output: (.*?) -->\n([^]*?)<!-- end -->/g)]
  const found = tables.find(([, command]) => words.every((word) => command.includes(word)))
  if (!found) throw new Error(`the lesson quotes no output of a command with ${words.join(', ')}`)
  return found[2]
}

// curves: [{ name, table, stroke }]. unit: of the x axis. logarithmic: the x axis is logarithmic.
export function staircases({ curves, unit, ticks, most, least = 0, logarithmic = false, label = (value) => value }) {
  const left = 90
  const top = 56
  const width = 1040
  const height = 400
  const scale = logarithmic ? (value) => Math.log2(Math.max(value, least)) : (value) => value
  const x = (value) => left + ((scale(Math.min(value, most)) - scale(least)) / (scale(most) - scale(least))) * width
  const y = (share) => top + (1 - share) * height
  const round = (value) => Math.round(value * 10) / 10
  const path = (steps) =>
    steps
      .map((step, k) => `${k === 0 ? 'M' : 'L'}${round(x(step.from))} ${round(y(step.occupancy))} H${round(x(step.to + 1))}`)
      .join(' ')
  return drawing(
    1180,
    566,
    `occupancy over ${unit}: ${curves.map(({ name }) => name).join(', ')} fall in steps`,
    range(5).map((k) => [
      line(left, y(k / 4), left + width, y(k / 4), colour.idle, { stroke_width: 1 }),
      text(left - 12, y(k / 4), `${25 * k} %`, { size: 20, anchor: 'end' }),
    ]),
    text(left - 72, top - 32, 'occupancy', { size: 22, anchor: 'start' }),
    ticks.map((value) => [
      line(x(value), top + height, x(value), top + height + 8, colour.line),
      text(x(value), top + height + 26, label(value), { size: 20 }),
    ]),
    text(left + width / 2, top + height + 62, unit, { size: 22 }),
    curves.map(({ name, table, stroke }, k) => [
      element('path', { d: path(steps_in(table)), fill: 'none', stroke, stroke_width: 4, stroke_linejoin: 'round' }),
      line(left + width - 310, top + 22 + 32 * k, left + width - 270, top + 22 + 32 * k, stroke, { stroke_width: 4 }),
      text(left + width - 258, top + 22 + 32 * k, name, { size: 20, anchor: 'start' }),
    ]),
  )
}

// Both charts of chapter 04, from the tables in its lesson.
export function occupancy_over_registers({ lesson }) {
  const table = (capability) => quoted(lesson, ['--over registers', `--cc ${capability} `])
  return staircases({
    curves: [
      { name: 'H200', table: table('9.0'), stroke: colour.blue },
      { name: 'C1060', table: table('1.3'), stroke: colour.orange },
      { name: 'Kirk and Hwu, §5.4', table: table('textbook'), stroke: colour.line },
    ],
    unit: 'registers a thread, blocks of 256 threads',
    ticks: [1, 10, 16, 20, 32, 40, 48, 64, 80, 128, 144],
    most: 144,
  })
}

export function occupancy_over_shared_memory({ lesson }) {
  const table = (capability) => quoted(lesson, ['--over shared', `--cc ${capability} `])
  const kib = 1024
  return staircases({
    curves: [
      { name: 'H200', table: table('9.0'), stroke: colour.blue },
      { name: 'C1060', table: table('1.3'), stroke: colour.orange },
    ],
    unit: 'KiB of shared memory a block, blocks of 256 threads',
    ticks: [1, 2, 4, 8, 16, 32, 64, 128, 227].map((value) => value * kib),
    least: kib,
    most: 228 * kib,
    logarithmic: true,
    label: (value) => value / kib,
  })
}
