// A ladder's rates on a GPU, from the CSV of `make bench`: bars by rung at one size, and curves over the size.
import { parse_csv } from './csv.mjs'
import { colour, drawing, line, range, rect, text } from './svg.mjs'

const unmeasured = () =>
  drawing(1140, 60, 'not measured yet', text(20, 30, 'Not measured yet: make bench does it, on a machine with a GPU.', { anchor: 'start', size: 24 }))

// The first device's cold launches of a ladder, in the file's order: {rung, size, rate, share, roof, device}.
export function rates_of(csv, ladder) {
  const rows = parse_csv(csv).filter((row) => row.ladder === ladder && row.on === 'device' && row.mode === 'cold')
  return rows
    .filter(({ device }) => device === rows[0].device)
    .map(({ rung, size, rate, share, roof, device }) => ({ rung, size: Number(size), rate: Number(rate), share: Number(share), roof, device }))
}

const rate_words = (rate) => (rate < 100 ? rate.toFixed(1) : rate.toFixed(0))
const with_commas = (number) => number.toLocaleString('en-US')

// The rungs at one size, with their shares of the ladder's roof.
function rates_by_rung({ csv = '', ladder = 'float', size = 268435456, except = '' } = {}) {
  const rows = rates_of(csv, ladder).filter((row) => row.size === Number(size) && !except.split(' ').includes(row.rung))
  if (rows.length === 0) return unmeasured()
  const [x0, y0, width, pitch, height] = [380, 50, 560, 44, 32]
  const most = Math.max(...rows.map(({ rate }) => rate))
  const roof = rows.find(({ rung, roof }) => rung === roof)
  const px = (rate) => (rate / most) * width
  return drawing(
    1140,
    y0 + rows.length * pitch + 6,
    `GB/s of the rungs at ${with_commas(Number(size))} elements, ${rows[0].device}`,
    text(x0, 16, `GB/s, in brackets the share of ${roof.rung}; ${with_commas(Number(size))} elements, ${rows[0].device}`, { size: 19, anchor: 'start' }),
    rows.map(({ rung, rate, share }, k) => {
      const y = y0 + k * pitch
      const is_roof = rung === roof.rung
      const fill = is_roof || rung === 'read_only' ? colour.ink : colour.blue
      return [
        text(x0 - 14, y + height / 2, rung, { anchor: 'end', size: 20, mono: true }),
        rect(x0, y, px(rate), height, fill),
        text(x0 + px(rate) + 12, y + height / 2, is_roof ? rate_words(rate) : `${rate_words(rate)} (${share.toFixed(2)})`, { anchor: 'start', size: 21, bold: true }),
      ]
    }),
  )
}

// Positions for labels as near as possible to the wanted ones, at least `least` apart.
export function names_apart(wanted, least) {
  const places = [...wanted]
  const order = places.map((_, k) => k).sort((a, b) => wanted[a] - wanted[b])
  for (let k = 1; k < order.length; ++k) places[order[k]] = Math.max(places[order[k]], places[order[k - 1]] + least)
  // If labels were pushed beyond the last wanted position, all move back by half of the excess.
  const over = places[order.at(-1)] - Math.max(...wanted)
  return places.map((place) => place - over / 2)
}

// GB/s over the number of elements, both axes logarithmic.
function rates_over_size({ csv = '', ladder = 'float', rungs = 'cub read_only interleaved sequential first_add_while_loading shuffles register_blocked single_launch overlapped' } = {}) {
  const rows = rates_of(csv, ladder)
  if (rows.length === 0) return unmeasured()
  const sizes = [...new Set(rows.map(({ size }) => size))].filter((size) => Number.isInteger(Math.log2(size))).sort((a, b) => a - b)
  const [x0, y0, width, height] = [90, 40, 690, 420]
  const log = Math.log10
  const points_of = (rung) => sizes.flatMap((size) => rows.filter((row) => row.rung === rung && row.size === size))
  const shown = rungs.split(' ').map((rung) => ({ rung, points: points_of(rung) })).filter(({ points }) => points.length > 0)
  const all = shown.flatMap(({ points }) => points.map(({ rate }) => rate))
  const [low, high] = [10 ** Math.floor(log(Math.min(...all))), 10 ** Math.ceil(log(Math.max(...all)))]
  const px = (size) => x0 + (Math.log2(size / sizes[0]) / Math.log2(sizes.at(-1) / sizes[0])) * width
  const py = (rate) => y0 + height - (log(rate / low) / log(high / low)) * height
  const fills = [colour.ink, colour.line, colour.bad, colour.orange_light, colour.orange, colour.blue_light, colour.blue, colour.good, colour.purple]
  const places = names_apart(shown.map(({ points }) => py(points.at(-1).rate)), 29)
  const decades = range(Math.round(log(high / low)) + 1).map((k) => low * 10 ** k)
  return drawing(
    1140,
    y0 + height + 62,
    `GB/s over the number of elements, ${rows[0].device}`,
    text(8, 14, 'GB/s', { anchor: 'start', size: 20 }),
    decades.map((rate) => [line(x0, py(rate), x0 + width, py(rate), colour.idle, { stroke_width: 1 }), text(x0 - 10, py(rate), with_commas(rate), { anchor: 'end', size: 19 })]),
    sizes.map((size) => text(px(size), y0 + height + 22, `2<tspan dy="-7" font-size="14">${Math.round(Math.log2(size))}</tspan>`, { size: 20 })),
    text(x0 + width / 2, y0 + height + 50, `elements; ${rows[0].device}`, { size: 20 }),
    shown.map(({ rung, points }, k) => {
      const fill = fills[k % fills.length]
      const end = points.at(-1)
      return [
        points.slice(1).map((point, j) => line(px(points[j].size), py(points[j].rate), px(point.size), py(point.rate), fill, { stroke_width: 3.5 })),
        points.map((point) => rect(px(point.size) - 4.5, py(point.rate) - 4.5, 9, 9, fill)),
        line(px(end.size) + 8, py(end.rate), x0 + width + 34, places[k], fill, { stroke_width: 1 }),
        rect(x0 + width + 40, places[k] - 8, 16, 16, fill),
        text(x0 + width + 64, places[k], rung, { anchor: 'start', size: 20 }),
      ]
    }),
  )
}

export { rates_by_rung, rates_over_size }
