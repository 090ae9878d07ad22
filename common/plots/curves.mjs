// Curves over a size, both axes logarithmic unless said otherwise. Each curve has its own mark and ends at its name.
import { chart, chart_width, paint, room_for, shapes, size, strokes, width_of } from './look.mjs'

// Positions for labels as near as possible to the wanted ones, at least `least` apart.
export function names_apart(wanted, least) {
  const places = [...wanted]
  const order = places.map((_, k) => k).sort((a, b) => wanted[a] - wanted[b])
  for (let k = 1; k < order.length; ++k) places[order[k]] = Math.max(places[order[k]], places[order[k - 1]] + least)
  // If labels were pushed beyond the last wanted position, all move back by half of the excess.
  const over = places[order.at(-1)] - Math.max(...wanted)
  return places.map((place) => place - over / 2)
}

const superscript = (exponent) => [...String(exponent)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit] ?? '⁻').join('')
export const power_of_two = (value) => `2${superscript(Math.round(Math.log2(value)))}`

// A scale over that domain; `of` gives units from the left or the bottom.
export function scale_of(domain, length, { log = true } = {}) {
  const to = log ? Math.log : (value) => value
  return { of: (value) => ((to(value) - to(domain[0])) / (to(domain[1]) - to(domain[0]))) * length, spec: { type: log ? 'log' : 'linear', domain, nice: false, ...(log ? {} : { zero: domain[0] === 0 }) } }
}

// Labels of an axis as Vega's expression: `words` by value.
export const labels = (ticks, words) => `({${ticks.map((value) => `'${value}': ${JSON.stringify(words(value))}`).join(', ')}})[datum.value]`

// series: [{name, points: [{x, y, words?}], stroke?, dash?, stairs?, near?}], words stand above a point. near: the name stands at the
// curve's end, for a curve that ends far from the others' names. ticks: of both axes. marks: lines across, [{y, label}].
export function curves({ title, note, alt, series, x, y, height = 300, log = true, marks = [] }) {
  const right = Math.max(...series.map(({ name }) => room_for(name, size.small))) + 34
  const left = Math.ceil(Math.max(...y.ticks.map((value) => width_of(y.words(value), size.small)))) + 8
  const width = chart_width({ left, right })
  const [over, up] = [scale_of(x.domain, width, { log: x.log ?? true }), scale_of(y.domain, height, { log })]
  const styled = series.map((one, k) => ({ ...one, stroke: one.stroke ?? strokes[k % strokes.length], shape: one.shape ?? shapes[k % shapes.length] }))
  const far = styled.filter(({ near }) => !near)
  const apart = names_apart(far.map(({ points }) => height - up.of(points.at(-1).y)), 20)
  const x_of = { field: 'x', type: 'quantitative', scale: over.spec, axis: { values: x.ticks, labelExpr: labels(x.ticks, x.words), title: x.title, titlePadding: 8, grid: false } }
  const y_of = { field: 'y', type: 'quantitative', scale: up.spec, axis: { values: y.ticks, labelExpr: labels(y.ticks, y.words), title: null, domain: false, ticks: false, grid: true } }
  const one = (curve) => {
    const { name, points, stroke, shape, dash, stairs, near } = curve
    const [end, place] = [points.at(-1), apart[far.indexOf(curve)]]
    return [
      { data: { values: points }, mark: { type: 'line', color: stroke, strokeWidth: 2.5, ...(stairs ? { interpolate: 'step-after' } : {}), ...(dash ? { strokeDash: dash } : {}) }, encoding: { x: x_of, y: y_of } },
      ...(shape === 'none' ? [] : [{ data: { values: points }, mark: { type: 'point', filled: true, opacity: 1, color: stroke, shape, size: shape === 'stroke' ? 160 : 55 }, encoding: { x: x_of, y: y_of } }]),
      ...(points.some(({ words }) => words) ? [{ data: { values: points }, mark: { type: 'text', align: 'left', dx: 2, dy: -9, fontSize: 13, color: stroke }, encoding: { x: x_of, y: y_of, text: { field: 'words' } } }] : []),
      ...(near
        ? [{ data: { values: [{ ...end, name }] }, mark: { type: 'text', align: 'left', dx: 8, dy: -10, color: stroke, fontWeight: 600 }, encoding: { x: x_of, y: y_of, text: { field: 'name' } } }]
        : [
          { data: { values: [{ from: over.of(end.x) + 6, to: width + 24, y: height - up.of(end.y), place }] }, mark: { type: 'rule', color: stroke, strokeWidth: 1 }, encoding: { x: { field: 'from', type: 'quantitative', scale: null }, x2: { field: 'to' }, y: { field: 'y', type: 'quantitative', scale: null }, y2: { field: 'place' } } },
          { data: { values: [{ name, place }] }, mark: { type: 'text', align: 'left', dx: 28, color: stroke, fontWeight: 600 }, encoding: { x: { value: width }, y: { field: 'place', type: 'quantitative', scale: null }, text: { field: 'name' } } },
          ]),
    ]
  }
  const across = marks.flatMap((mark) => [
    { data: { values: [{ y: mark.y }] }, mark: { type: 'rule', color: paint.roof, strokeWidth: 2, strokeDash: [6, 4] }, encoding: { x: { value: 0 }, x2: { value: width }, y: y_of } },
    { data: { values: [{ y: mark.y, label: mark.label }] }, mark: { type: 'text', align: mark.at === 'right' ? 'right' : 'left', dx: mark.at === 'right' ? -4 : 4, dy: -10, color: paint.roof, fontWeight: 600 }, encoding: { x: { value: mark.at === 'right' ? width : 0 }, y: y_of, text: { field: 'label' } } },
  ])
  return chart({ title, note, alt, height, left, right, below: 44, layer: [...styled.flatMap(one), ...across] })
}

// The powers of a base from the largest below all values to the smallest above.
export function powers_around(values, base = 10) {
  const exponent = (value, round) => round(Math.log(value) / Math.log(base) + (round === Math.floor ? 1e-9 : -1e-9))
  const [low, high] = [exponent(Math.min(...values), Math.floor), exponent(Math.max(...values), Math.ceil)]
  return Array.from({ length: high - low + 1 }, (_, k) => base ** (low + k))
}
