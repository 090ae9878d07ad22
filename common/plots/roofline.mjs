// The roofline: what a rung computes a second, over what it computes for each byte that its warps ask for. Below the slanted roof DRAM
// could deliver those bytes, above it caches did.
import { scatter } from './dots.mjs'
import { chart_width, lines_of, paint, shapes, strokes } from './look.mjs'
import { words_of } from './results.mjs'

const T = 1e12

// The roofs as lines of a scatter. ceilings: [{label, rate}], rate in 10¹² a second. bandwidth: {label, bytes, at},
// bytes a second; `at` is where its label begins.
function roofs({ ceilings, bandwidth, x, y }) {
  const slope = bandwidth.bytes / T // 10¹² a second at one for each byte
  const top = Math.max(...ceilings.map(({ rate }) => rate))
  const corner = (rate) => ({ x: rate / slope, y: rate })
  const first = { x: Math.max(x.ticks[0], y.ticks[0] / slope), y: Math.max(x.ticks[0] * slope, y.ticks[0]) }
  return [
    { from: first, to: corner(top), label: bandwidth.label, at: bandwidth.at ?? { x: first.x * 4, y: first.y * 1.6 }, align: 'left', dy: 0 },
    ...ceilings.map(({ label, rate }) => ({ from: corner(rate), to: { x: x.ticks.at(-1), y: rate }, label, at: { x: x.ticks.at(-1), y: rate }, align: 'right' })),
  ]
}

const above = (rungs, { bytes }) => rungs.filter(({ per_byte, rate }) => rate > (bytes / T) * per_byte).map(({ name }) => name)

// One ladder, its rungs by number. rungs: [{number, name, per_byte, rate}].
export function roofline({ title, note, rungs, ceilings, bandwidth, x, y }) {
  const cached = above(rungs, bandwidth)
  const last = rungs.at(-1)
  const alt = `Roofline: ${cached.length > 0 ? cached.join(', ') : 'no rung'} above what DRAM could deliver, the others below; ${last.name} has ${words_of(last.rate)} of ${words_of(Math.max(...ceilings.map(({ rate }) => rate)))}`
  const listed = rungs.map(({ number, name }) => `${number}\u00a0${name}`).join(', ')
  return scatter({
    title, note, alt,
    height: 380,
    x: { ticks: x.ticks, title: x.title },
    y: { ticks: y.ticks },
    series: [{ fill: paint.ours, shape: 'circle', points: rungs.map(({ number, per_byte, rate }) => ({ x: per_byte, y: rate, name: String(number) })) }],
    lines: roofs({ ceilings, bandwidth, x, y }),
    below_words: lines_of(listed, 14, chart_width({}), true).map((line) => line.replaceAll('\u00a0', ' ')),
  })
}

// Several ladders, each with a mark and with the names of its first rung and its last. ladders: [{words, rungs}].
export function rooflines({ title, note, ladders, ceilings, bandwidth, x, y }) {
  const marks = ladders.map(({ words, rungs }, k) => ({
    words, fill: strokes[k], shape: shapes[k],
    points: rungs.map(({ name, per_byte, rate }, at) => ({ x: per_byte, y: rate, name: at === 0 || at === rungs.length - 1 ? name : '' })),
  }))
  return scatter({
    title, note,
    alt: `Roofline of ${ladders.map(({ words, rungs }) => `${words}, ${above(rungs, bandwidth).length} of ${rungs.length} rungs above what DRAM could deliver`).join('; ')}`,
    height: 420,
    x: { ticks: x.ticks, title: x.title },
    y: { ticks: y.ticks },
    series: marks,
    lines: roofs({ ceilings, bandwidth, x, y }),
  })
}
