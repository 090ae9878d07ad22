// A moving picture: a warp reads a column of a matrix, then a row, lane after lane, and the sectors that it asks for
// light up and are counted. Who asks for less motion sees the last frame.
import { array, colour, drawing, element, range, rect, text } from './svg.mjs'

const [lanes, in_sector, sectors_in_row] = [32, 8, 4]
const [wide, tall, between] = [9, 8, 6] // of a float, and between sectors

// Seconds: the loop, the first lane of each panel, from lane to lane, and when all goes dark again.
const [loop, starts, beat, end] = [8, { column: 0.5, row: 3.8 }, 0.075, 7.7]
const share = (seconds) => `${((100 * seconds) / loop).toFixed(2)}%`
const lit_from = (panel, lane) => starts[panel] + lane * beat

// Dark until a lane's turn, then lit to the end; a count is lit until the next one.
const lights = (name, from, until = end, fade = 0.05) => `@keyframes ${name}{0%,${share(from - fade)}{opacity:0}${share(from)},${share(until - fade)}{opacity:1}${share(until)},100%{opacity:0}}.${name}{animation:${name} ${loop}s linear infinite}`

const x_of = (col) => col * wide + Math.floor(col / in_sector) * between
const width = x_of(lanes - 1) + wide

const panels = {
  column: { x: 30, title: 'a column', place: (lane) => [lane, 5], fill: colour.bad, words: '4 bytes of each are used' },
  row: { x: 390, title: 'a row', place: (lane) => [5, lane], fill: colour.good, words: 'all bytes of each are used' },
}

// The lanes whose turn brings a sector that no lane before has asked for.
const bringing = (place) => {
  const seen = new Set()
  return range(lanes).filter((lane) => {
    const [row, col] = place(lane)
    const sector = row * sectors_in_row + Math.floor(col / in_sector)
    return !seen.has(sector) && seen.add(sector)
  })
}

function panel_of(name, top) {
  const { x, title, place, fill, words } = panels[name]
  const first = bringing(place)
  const bottom = top + lanes * tall
  const count = (k) => text(x, bottom + 40, `${k} ${k === 1 ? 'sector' : 'sectors'}`, { anchor: 'start', size: 42, bold: true, fill })
  return [
    text(x, top - 22, title, { anchor: 'start', size: 26, bold: true }),
    range(lanes).map((row) => range(sectors_in_row).map((s) => rect(x + x_of(s * in_sector), top + row * tall, in_sector * wide, tall - 2, colour.idle_pale))),
    first.map((lane) => {
      const [row, col] = place(lane)
      return rect(x + x_of(col - (col % in_sector)), top + row * tall, in_sector * wide, tall - 2, array.in.light, { class: `${name}${lane}` })
    }),
    range(lanes).map((lane) => {
      const [row, col] = place(lane)
      return rect(x + x_of(col), top + row * tall, wide - 1, tall - 2, array.in.strong, { class: `${name}${lane}` })
    }),
    first.map((_, k) => element('g', { class: `${name}_count${k + 1}`, opacity: k + 1 < first.length ? 0 : 1 }, count(k + 1))),
    text(x, bottom + 84, words, { anchor: 'start', size: 22 }),
  ]
}

export function column_then_row() {
  const top = 130
  const rules = Object.entries(panels).flatMap(([name, { place }]) => {
    const first = bringing(place)
    return [
      ...range(lanes).map((lane) => lights(`${name}${lane}`, lit_from(name, lane))),
      ...first.map((lane, k) => lights(`${name}_count${k + 1}`, lit_from(name, lane), k + 1 < first.length ? lit_from(name, first[k + 1]) : end, 0.001)),
    ]
  })
  return drawing(
    panels.row.x + width + 30,
    top + lanes * tall + 100,
    'a warp of 32 lanes reads a column of a matrix of floats and asks for 32 sectors of 32 bytes; it reads a row and asks for 4',
    element('style', {}, `@media (prefers-reduced-motion:no-preference){${rules.join('')}}`),
    text(30, 20, 'The 32 lanes of a warp read a float each.', { anchor: 'start', size: 26 }),
    text(30, 54, 'Memory moves whole sectors of 32 bytes.', { anchor: 'start', size: 26 }),
    Object.keys(panels).map((name) => panel_of(name, top)),
  )
}
