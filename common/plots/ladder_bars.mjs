// A ladder at one size: a bar for each rung and library, a line across for each roof, which is a row of the same CSV.
import { bars } from './bars.mjs'
import { paint } from './look.mjs'
import { in_units, rates_of, size_words, unit_of, words_of } from './results.mjs'

// rows: of the CSV. what: the problem in words. roofs: rows that are drawn as lines. libraries: rows that are not ours. except: rows that
// are left out.
export function ladder_bars({ rows, ladder = '', at, on = 'device', what, roofs = [], libraries = [], except = [] }) {
  const found = rates_of(rows, ladder, on).filter((row) => row.size === at && !except.includes(row.rung))
  if (found.length === 0) throw new Error(`no results of ${what} at ${at}`)
  const { metric, device, roof } = found[0]
  const unit = unit_of(metric, on)
  const lines = roofs.map((name) => {
    const row = found.find(({ rung }) => rung === name)
    if (!row) throw new Error(`no results of the roof ${name} at ${at}`)
    return { name, rate: in_units(metric, row.rate, on) }
  })
  const shown = found.filter(({ rung }) => !roofs.includes(rung)).map(({ rung, rate, share }) => {
    const number = words_of(in_units(metric, rate, on))
    return { rung, ours: !libraries.includes(rung), rate: in_units(metric, rate, on), words: share === undefined || rung === roof ? number : `${number} (${share.toFixed(2)})` }
  })
  const ours = shown.filter((row) => row.ours).sort((a, b) => a.rate - b.rate)
  const [worst, best] = [ours[0], ours.at(-1)]
  return bars({
    title: `${what}, ${unit}`,
    note: `${size_words(at)}, ${device}${roof ? `; in brackets the share of ${roof}` : ''}`,
    alt: `A bar for each rung: from ${worst.rung}, ${words_of(worst.rate)} ${unit}, to ${best.rung}, ${words_of(best.rate)}${lines.map(({ name, rate }) => `; the line across is ${name}, ${words_of(rate)}`).join('')}`,
    rows: shown.map(({ rung, ours, rate, words }) => ({ label: ours ? rung : `${rung}, a library`, tracks: [[{ to: rate, words, fill: ours ? paint.ours : paint.library }]] })),
    roofs: lines.map(({ name, rate }) => ({ label: `${name}: ${words_of(rate)}`, at: rate })),
  })
}
