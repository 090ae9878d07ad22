// A ladder's rungs for each type and operator that were measured: a row for each, marks at the rates.
import { dots } from './dots.mjs'
import { paint } from './look.mjs'
import { in_units, rates_of, unit_of, words_of } from './results.mjs'

// rows: of the CSV. ladders: [{ladder, at}]. rungs: {name: {fill, shape, numbered}}; the first is the slowest. what: the problem in words.
export function over_types({ rows, ladders, rungs, what, ticks }) {
  const found = ladders.map(({ ladder, at }) => ({ ladder, rates: rates_of(rows, ladder).filter(({ size }) => size === at) }))
  const missing = found.filter(({ rates }) => rates.length === 0).map(({ ladder }) => ladder)
  if (missing.length > 0) throw new Error(`no results of ${missing.join(', ')}`)
  const { metric, device } = found[0].rates[0]
  const rate_of = (rates, name) => in_units(metric, rates.find(({ rung }) => rung === name)?.rate)
  const unit = unit_of(metric)
  const range = (name) => {
    const all = found.map(({ rates }) => rate_of(rates, name))
    return `${words_of(Math.min(...all))} to ${words_of(Math.max(...all))}`
  }
  const names = Object.keys(rungs)
  return dots({
    title: `${what}, ${unit}`,
    note: `1 GiB, ${device}`,
    alt: `A row for each type and operator, with marks for ${names.join(', ')}: ${names.map((name) => `${name} reaches ${range(name)} ${unit}`).join('; ')}`,
    rows: found.map(({ ladder, rates }) => ({ name: ladder, marks: names.map((name) => ({ series: name, at: rate_of(rates, name) })) })),
    ticks,
    words: (value) => value.toLocaleString('en-US'),
    series: Object.fromEntries(names.map((name) => [name, { words: name, ...rungs[name] }])),
  })
}

export const looks = {
  slow: { fill: paint.then, shape: 'circle', numbered: true },
  middle: { fill: paint.together, shape: 'diamond' },
  fast: { fill: paint.ours, shape: 'square', numbered: true },
}
