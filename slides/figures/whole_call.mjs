// The whole call of chapter 05: what part takes what, and how the parts go side by side.
import { arrow, colour, drawing, line, range, rect, text } from './svg.mjs'

// {device, n, plain: [{name, parts: [{name, ms}], sum}], overlapped: {ms, bound}} out of what build/05/whole_call printed.
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

const fill_of = { allocate: colour.ink, 'copy in': colour.column, compute: colour.row, 'copy out': '#eb9a5f', free: '#51606e' }

export function call_parts({ csv = '' } = {}) {
  const { device, n, plain, overlapped } = call_of(csv)
  const [x, y, pitch, height, width] = [250, 50, 92, 52, 740]
  const most = Math.max(...plain.map(({ sum }) => sum))
  const px = (ms) => (ms / most) * width
  const row = (k, name, ms) => [
    text(x - 18, y + k * pitch + height / 2, name, { size: 24, anchor: 'end' }),
    text(x + px(ms) + 14, y + k * pitch + height / 2, `${ms.toFixed(1)} ms`, { size: 26, anchor: 'start', bold: true }),
  ]
  const last = plain.length
  return drawing(
    1150,
    y + (last + 1) * pitch + 70,
    `milliseconds of the whole call: ${plain.map(({ name, sum }) => `${name} ${sum}`).join(', ')}, overlapped ${overlapped.ms}`,
    text(x, 16, `n = ${n}, ${device}`, { size: 20, anchor: 'start' }),
    plain.map(({ name, parts, sum }, k) => {
      let at = 0
      return [
        row(k, name, sum),
        parts.map((part) => {
          const left = at
          at += part.ms
          return [
            rect(x + px(left), y + k * pitch, Math.max(1, px(part.ms) - 1), height, fill_of[part.name] ?? colour.line),
            px(part.ms) > 44 ? text(x + px(left + part.ms / 2), y + k * pitch + height / 2, part.ms.toFixed(1), { size: 20, fill: '#ffffff' }) : '',
          ]
        }),
      ]
    }),
    row(last, overlapped.name, overlapped.ms),
    rect(x, y + last * pitch, px(overlapped.ms), height, colour.good),
    line(x + px(overlapped.bound), y - 10, x + px(overlapped.bound), y + last * pitch + height + 14, colour.bad, { stroke_dasharray: '7 6' }),
    text(x + px(overlapped.bound), y + last * pitch + height + 30, `the larger of computing and copying: overlapped takes ${overlapped.share} of it`, { size: 20, fill: colour.bad, anchor: 'start' }),
    Object.entries(fill_of).map(([name, fill], k) => [
      rect(x + k * 150, y + (last + 1) * pitch + 38, 20, 20, fill),
      text(x + k * 150 + 28, y + (last + 1) * pitch + 48, name, { size: 20, anchor: 'start' }),
    ]),
  )
}

const band_fills = ['#0d3b66', '#1769aa', '#5b9bd0', '#9cc4e6', '#d9600a']

// Which part of the work can be done when: rows i by values of k, both in bands. A band that arrives brings an angle of it.
export function bands_known({ bands = 4 } = {}) {
  const count = Number(bands)
  const side = 82
  const [x, y] = [110, 70]
  return drawing(
    1150,
    460,
    'when a band of rows arrives, its rows over all places so far, and all rows so far over its places, can be computed',
    text(x + (count * side) / 2, 20, 'changing in a place of band', { size: 22 }),
    range(count).map((k) => [text(x + (k + 0.5) * side, 52, String(k), { size: 22, bold: true }), text(x - 20, y + (k + 0.5) * side, String(k), { size: 22, bold: true })]),
    text(16, y - 18, 'rows i', { size: 22, anchor: 'start' }),
    range(count).map((i) =>
      range(count).map((k) => {
        const when = Math.max(i, k)
        return [
          rect(x + k * side, y + i * side, side - 3, side - 3, band_fills[when]),
          text(x + (k + 0.5) * side - 1, y + (i + 0.5) * side - 1, String(when), { size: 30, bold: true, fill: when < 2 || when === 4 ? '#ffffff' : colour.ink }),
        ]
      }),
    ),
    text(560, 92, 'r[i][j] over k needs row i and row k of d.', { size: 26, anchor: 'start' }),
    text(560, 150, 'The number: which band has to be there first.', { size: 26, anchor: 'start' }),
    text(560, 230, 'Band 0 is a sixteenth of the work,', { size: 26, anchor: 'start' }),
    text(560, 270, 'the last one seven sixteenths:', { size: 26, anchor: 'start' }),
    text(560, 310, 'most can be done only late.', { size: 26, anchor: 'start', bold: true }),
    text(x, y + count * side + 32, 'all columns j, each time', { size: 20, anchor: 'start', fill: '#51606e' }),
  )
}

// The three streams over time. A picture of the order, not of a measurement.
export function bands_over_time({ bands = 4 } = {}) {
  const count = Number(bands)
  const [x, unit] = [150, 40]
  const y = [50, 130, 210]
  const height = 52
  const copy = 2
  const box = (start, length, row, k, label) => [
    rect(x + start * unit, y[row], length * unit - 3, height, band_fills[k]),
    text(x + (start + length / 2) * unit - 1, y[row] + height / 2, label, { size: 20, fill: k < 2 || k === 4 ? '#ffffff' : colour.ink }),
  ]
  // Band k's part is 2 k + 1 of count² shares of the computing.
  const whole = 17
  let free = 0
  const starts = range(count).map((k) => {
    const begin = Math.max(free, (k + 1) * copy)
    free = begin + ((2 * k + 1) / count ** 2) * whole
    return begin
  })
  const last = free - starts.at(-1)
  const leaves = range(count).map((k) => starts.at(-1) + last * ((k + 1) / count))
  return drawing(
    1150,
    370,
    'bands come in, are computed with as soon as they are there, and leave while the last ones are computed',
    ['copy in', 'compute', 'copy out'].map((name, row) => [text(x - 18, y[row] + height / 2, name, { size: 24, anchor: 'end', bold: true }), rect(x, y[row], 24.5 * unit, height, colour.idle_pale)]),
    range(count).map((k) => box(k * copy, copy, 0, k, String(k))),
    range(count).map((k) => box(starts[k], free === starts[k] ? 1 : (k + 1 < count ? ((2 * k + 1) / count ** 2) * whole : last), 1, k, String(k))),
    range(count).map((k) => box(leaves[k], 1, 2, (k + count - 1) % count, String((k + count - 1) % count))),
    arrow(x, 300, x + 24.5 * unit, 300),
    text(x + 12 * unit, 330, 'time: what nobody can hide is the first band’s way in and the last one’s way out', { size: 22 }),
  )
}
