// The roofline: what a rung computes a second, over what it computes for each byte that its warps ask for. Below the slanted roof DRAM
// could deliver those bytes, above it caches did.
import { scatter } from './dots.mjs'
import { chart_width, lines_of, paint } from './look.mjs'
import { words_of } from './results.mjs'

const T = 1e12

// rungs: [{name, per_byte, rate}], rate in 10¹² a second. ceilings: [{label, rate}]. bandwidth: {label, bytes}, bytes a second.
export function roofline({ title, note, rungs, ceilings, bandwidth, x, y }) {
  const slope = bandwidth.bytes / T // 10¹² a second at one for each byte
  const above = rungs.filter(({ per_byte, rate }) => rate > slope * per_byte).map(({ name }) => name)
  const last = rungs.at(-1)
  const alt = `Roofline: ${above.length > 0 ? above.join(', ') : 'no rung'} above what DRAM could deliver, the others below; ${last.name} has ${words_of(last.rate)} of ${words_of(Math.max(...ceilings.map(({ rate }) => rate)))}`
  const top = Math.max(...ceilings.map(({ rate }) => rate))
  const corner = (rate) => ({ x: rate / slope, y: rate })
  const first = { x: Math.max(x.ticks[0], y.ticks[0] / slope), y: Math.max(x.ticks[0] * slope, y.ticks[0]) }
  const listed = rungs.map(({ name }, k) => `${k}\u00a0${name}`).join(', ')
  return scatter({
    title, note, alt,
    height: 380,
    x: { ticks: x.ticks, title: x.title },
    y: { ticks: y.ticks },
    series: [{ fill: paint.ours, shape: 'circle', points: rungs.map(({ per_byte, rate }, k) => ({ x: per_byte, y: rate, name: String(k) })) }],
    lines: [
      { from: first, to: corner(top), label: bandwidth.label, at: { x: first.x * 4, y: first.y * 1.6 }, align: 'left', dy: 0 },
      ...ceilings.map(({ label, rate }) => ({ from: corner(rate), to: { x: x.ticks.at(-1), y: rate }, label, at: { x: x.ticks.at(-1), y: rate }, align: 'right' })),
    ],
    below_words: lines_of(listed, 14, chart_width({}), true).map((line) => line.replaceAll('\u00a0', ' ')),
  })
}
