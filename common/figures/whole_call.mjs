// The whole call of chapter 05: how its parts overlap.
import { arrow, colour, drawing, range, rect, text } from './svg.mjs'

// {device, n, plain: [{name, parts: [{name, ms}], sum}], overlapped: {ms, bound}} from the output of
// build/05/whole_call.
export function call_of(printed) {
  const plain = [...printed.matchAll(/^(\w[\w ]*?) {2,}(allocate .*): +([\d.]+) ms$/gm)].map(([, name, parts, sum]) => ({
    name,
    parts: parts.split(',').map((part) => ({ name: part.trim().replace(/ +[\d.]+$/, ''), ms: Number(part.trim().split(' ').at(-1)) })),
    sum: Number(sum),
  }))
  const overlapped = /^(overlapped[\w ]*?) {2,}([\d.]+) ms, ([\d.]+) of the larger of computing and copying, ([\d.]+) ms/m.exec(printed)
  if (plain.length === 0 || !overlapped) throw new Error('whole_call printed something that this figure does not read')
  return {
    device: printed.split(',')[0],
    n: Number(/n = (\d+)/.exec(printed)[1]),
    plain,
    overlapped: { name: overlapped[1], ms: Number(overlapped[2]), share: overlapped[3], bound: Number(overlapped[4]) },
  }
}

const band_fills = [colour.blue_dark, colour.blue, colour.blue_light, colour.blue_lighter, colour.orange, colour.orange_light]
const on_band = (k) => (k < 2 || k === 4 ? colour.white : colour.ink)
const percent = (share) => `${Math.round(100 * share)} %`

// The ends of bands, as shares of the rows: those in the text of programs/parts/overlapped.cu, otherwise some that
// show the principle.
export function shares_of(source = '') {
  const found = /kShares\[\] = \{([\d., ]+)\}/.exec(source)
  const ends = found ? found[1].split(',').map(Number) : [0.12, 0.28, 0.54, 1]
  return ends.map((end, k) => ({ begin: k === 0 ? 0 : ends[k - 1], end }))
}

// The work that becomes possible when the band from `begin` to `end` has arrived, as a share of the n × n × n
// relaxations.
const work_of = ({ begin, end }) => end ** 2 - begin ** 2

// Which part of the work can be done when: rows i by values of k, both in bands. Each band that arrives adds an
// L-shaped part.
export function bands_known({ csv } = {}) {
  const bands = shares_of(csv)
  const side = 340
  const [x, y] = [130, 70]
  const last = bands.at(-1)
  const middle = ({ begin, end }) => ((begin + end) / 2) * side
  return drawing(
    1150,
    460,
    'when a band of rows has come, its rows over all k so far, and all rows so far over its k, can be computed',
    text(x + side / 2, 16, 'changing at a vertex of band', { size: 22 }),
    [...bands].reverse().map(({ end }, k) => rect(x, y, end * side, end * side, band_fills[bands.length - 1 - k], { stroke: colour.white, stroke_width: 3 })),
    bands.map((band, k) => [
      text(x + middle(band), y - 18, String(k), { size: 22, bold: true }),
      text(x - 18, y + middle(band), String(k), { size: 22, bold: true }),
      text(x + middle(band), y + middle(band), String(k), { size: band.end - band.begin < 0.12 ? 19 : 28, bold: true, fill: on_band(k) }),
    ]),
    text(12, y + side / 2, 'rows i', { size: 22, anchor: 'start' }),
    text(560, 92, 'r[i][j] over k needs row i and row k of d.', { size: 24, anchor: 'start' }),
    text(560, 136, 'The number: which band has to be there first.', { size: 24, anchor: 'start' }),
    text(560, 216, `Band 0 is ${percent(work_of(bands[0]))} of the work, the last one ${percent(work_of(last))}.`, { size: 24, anchor: 'start' }),
    text(560, 260, 'Bands grow: each comes in about the time', { size: 24, anchor: 'start' }),
    text(560, 296, 'that computing with the ones before takes.', { size: 24, anchor: 'start' }),
    text(x, y + side + 32, 'all columns j, each time', { size: 20, anchor: 'start', fill: colour.ink_soft }),
  )
}

// The three streams over time, from the parts measured one after the other: when each could begin and end if
// overlapping cost nothing. {arrivals, computed, leaving}: {begin, end} each in milliseconds, computed and leaving
// with the band or group.
export function overlap_of(bands, { copy_in, compute, copy_out }, groups = 4) {
  let at = 0
  const arrivals = bands.map(({ begin, end }) => ({ begin: at, end: (at += (end - begin) * copy_in) }))
  const last = bands.at(-1)
  const stages = bands.slice(0, -1).map((band, k) => ({ band: k, work: work_of(band), after: arrivals[k].end }))
  const rows = [last.end - last.begin, ...range(groups).map(() => last.begin / groups)]
  const finishing = rows.map((share, k) => ({ band: bands.length - 1, work: k === 0 ? share : share * (last.end - last.begin), rows: share, after: arrivals.at(-1).end }))
  let free = 0
  const computed = [...stages, ...finishing].map((stage) => {
    const begin = Math.max(free, stage.after)
    free = begin + stage.work * compute
    return { ...stage, begin, end: free }
  })
  let out = 0
  const leaving = computed.slice(stages.length).map(({ rows, end }) => {
    const begin = Math.max(out, end)
    out = begin + rows * copy_out
    return { begin, end: out }
  })
  return { arrivals, computed, leaving }
}

// csv: programs/parts/overlapped.cu, and the output of whole_call.
export function bands_over_time({ csv = '' } = {}) {
  const call = call_of(csv.slice(csv.search(/^NVIDIA .*milliseconds$/m)))
  const parts = Object.fromEntries(call.plain.at(-1).parts.map(({ name, ms }) => [name.replace(' ', '_'), ms]))
  const { arrivals, computed, leaving } = overlap_of(shares_of(csv), parts)
  const all = leaving.at(-1).end
  const [x, width, height] = [150, 970, 56]
  const y = [40, 124, 208]
  const px = (ms) => (ms / Math.max(all, call.overlapped.ms)) * width
  const box = (row, { begin, end }, k, label) => [
    rect(x + px(begin), y[row], Math.max(2, px(end - begin) - 2), height, band_fills[k]),
    px(end - begin) > 16 ? text(x + px((begin + end) / 2) - 1, y[row] + height / 2, label, { size: 20, fill: on_band(k) }) : '',
  ]
  const last = arrivals.length - 1
  return drawing(
    1150,
    380,
    'bands come in, are computed with as soon as they are there, and rows leave while others are computed',
    ['copy in', 'compute', 'copy out'].map((name, row) => [text(x - 18, y[row] + height / 2, name, { size: 24, anchor: 'end', bold: true }), rect(x, y[row], width, height, colour.idle_pale)]),
    arrivals.map((span, k) => box(0, span, k, String(k))),
    computed.map((span, k) => box(1, span, Math.min(k, last + 1), k === last ? `rows of band ${last}` : String(span.band))),
    leaving.map((span, k) => box(2, span, k === 0 ? last : last + 1, '')),
    arrow(x, 296, x + width, 296),
    text(x + px(all), 322, `${all.toFixed(1)} ms`, { size: 22, anchor: 'end', bold: true }),
    text(x, 322, 'time, drawn from the measured parts, as if overlapping cost nothing', { size: 21, anchor: 'start' }),
    text(x, 356, `measured: ${call.overlapped.ms.toFixed(1)} ms; n = ${call.n}, ${call.device}`, { size: 21, anchor: 'start' }),
  )
}
