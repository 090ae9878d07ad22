// A ladder's rates over the size, with the libraries.
import { curves, power_of_two, powers_around } from './curves.mjs'
import { in_units, rates_of, unit_of, words_of } from './results.mjs'
import { paint } from './look.mjs'

// length: the number of a size ("4096x4096x4096") on the axis; sizes without one are left out.
export function rates_over_size({ rows, ladder = '', what, rungs, libraries = [], roofs = [], length = Number, words = power_of_two, base = 10, x_title = 'elements', log = true, y_ticks, height }) {
  const found = rates_of(rows, ladder).filter(({ size, rung }) => length(size) !== undefined && [...rungs, ...libraries, ...roofs].includes(rung))
  if (found.length === 0) throw new Error(`no results of ${what}`)
  const { metric, device } = found[0]
  const unit = unit_of(metric)
  const points_of = (name) => found.filter(({ rung }) => rung === name).map(({ size, rate }) => ({ x: length(size), y: in_units(metric, rate) })).sort((a, b) => a.x - b.x)
  const series = [
    ...rungs.map((name) => ({ name, points: points_of(name) })),
    ...libraries.map((name) => ({ name, points: points_of(name), stroke: paint.library, dash: [8, 3] })),
    ...roofs.map((name) => ({ name, points: points_of(name), stroke: paint.roof, dash: [3, 3] })),
  ].filter(({ points }) => points.length > 0)
  const sizes = [...new Set(found.map(({ size }) => length(size)))].sort((a, b) => a - b)
  const all = series.flatMap(({ points }) => points.map(({ y }) => y))
  const ticks = y_ticks ?? powers_around(all, base)
  const points_in = (name) => series.find((one) => one.name === name).points
  const last = (name) => points_in(name).at(-1).y
  const named = [...libraries, ...roofs][0]
  const best = rungs.reduce((a, b) => (last(b) > last(a) ? b : a))
  const largest = points_in(best).at(-1).x  // size that the best one was measured at
  const beside = named ? ` and ${named} ${words_of(points_in(named).find(({ x }) => x === largest).y)}` : ''
  return curves({
    title: `${what}, ${unit}`,
    note: device,
    alt: `Curves of ${unit} over the size: at ${words(largest)}, ${best} reaches ${words_of(last(best))}${beside}; at ${words(sizes[0])}, ${words_of(points_in(best)[0].y)}`,
    series,
    x: { domain: [sizes[0], sizes.at(-1)], ticks: sizes, words, title: x_title },
    y: { domain: [ticks[0], ticks.at(-1)], ticks, words: (value) => value.toLocaleString('en-US') },
    log,
    height,
  })
}
