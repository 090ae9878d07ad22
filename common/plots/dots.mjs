// Marks on a line for each row, for values that differ by more than bars can show; and points of two quantities.
import { labels, scale_of } from './curves.mjs'
import { chart, chart_width, mono, paint, room_for, size, width_of } from './look.mjs'
import { words_of } from './results.mjs'

const pixels = (field) => ({ field, type: 'quantitative', scale: null, axis: null })
const plain = (field) => ({ field, type: 'nominal', scale: null, legend: null })

// A line of marks and words above the chart. `rise`: how far above.
function key_of(series, rise) {
  let at = 0
  const entries = series.map(({ words, fill, shape }) => {
    const entry = { words, fill, shape, x: at + 6, label_x: at + 18, y: -rise }
    at += 18 + width_of(words, size.small) + 20
    return entry
  })
  return [
    { data: { values: entries }, mark: { type: 'point', filled: true, opacity: 1, size: 90 }, encoding: { x: pixels('x'), y: pixels('y'), shape: plain('shape'), color: plain('fill') } },
    { data: { values: entries }, mark: { type: 'text', align: 'left', fontWeight: 600 }, encoding: { x: pixels('label_x'), y: pixels('y'), text: { field: 'words' }, color: plain('fill') } },
  ]
}

// rows: [{name, marks: [{series, at}]}], marks without a value are left out. series: {name: {words, fill, shape, numbered}}; numbered: its
// values stand beside the marks.
export function dots({ title, note, alt, rows, ticks, words, series, log = true, digits = words_of }) {
  const [name_y, mark_y, row] = [10, 29, 44]
  const [left, right] = [18, 26]
  const width = chart_width({ left, right })
  const height = row * rows.length
  const scale = scale_of([ticks[0], ticks.at(-1)], width, { log })
  const marks = rows.flatMap(({ marks }, k) => marks.filter(({ at }) => at !== undefined).map(({ series: name, at }) => ({ name, at, x: scale.of(at), y: k * row + mark_y, ...series[name], words: digits(at) })))
  // A number stands on the side of its mark on which the nearest other mark is not.
  const numbers = marks.filter(({ numbered }) => numbered).map((mark) => {
    const nearest = marks.filter((other) => other.y === mark.y && other !== mark).sort((a, b) => Math.abs(a.x - mark.x) - Math.abs(b.x - mark.x))[0]
    const behind = nearest && (nearest.x > mark.x || (nearest.x === mark.x && marks.indexOf(nearest) > marks.indexOf(mark)))
    return { ...mark, side: behind ? 'right' : 'left' }
  })
  const spans = rows.map((_, k) => marks.filter(({ y }) => y === k * row + mark_y)).filter((one) => one.length > 0).map((one) => ({ x: Math.min(...one.map(({ x }) => x)), x2: Math.max(...one.map(({ x }) => x)), y: one[0].y }))
  const number = (side) => ({ data: { values: numbers.filter((one) => one.side === side) }, mark: { type: 'text', align: side, dx: side === 'right' ? -9 : 9, fontWeight: 600 }, encoding: { x: pixels('x'), y: pixels('y'), text: { field: 'words' }, color: plain('fill') } })
  return chart({
    title, note, alt, height, left, right, above: 26, below: 28,
    layer: [
      { data: { values: ticks.map((at) => ({ at })) }, mark: { type: 'rule', color: paint.grid }, encoding: { x: { field: 'at', type: 'quantitative', scale: scale.spec, axis: { values: ticks, labelExpr: labels(ticks, words), title: null, grid: false, domain: false } } } },
      { data: { values: rows.map(({ name }, k) => ({ name, y: k * row + name_y })) }, mark: { type: 'text', align: 'left', font: mono }, encoding: { x: { value: -left }, y: pixels('y'), text: { field: 'name' } } },
      { data: { values: spans }, mark: { type: 'rule', color: paint.grid, strokeWidth: 4 }, encoding: { x: pixels('x'), x2: { field: 'x2' }, y: pixels('y') } },
      { data: { values: marks }, mark: { type: 'point', filled: true, opacity: 1, size: 90 }, encoding: { x: pixels('x'), y: pixels('y'), shape: plain('shape'), color: plain('fill') } },
      number('left'), number('right'),
      ...key_of(Object.values(series), 16),
    ].filter(({ data }) => data.values.length > 0),
  })
}

// series: [{words, fill, shape, points: [{x, y, name}]}], both axes logarithmic. lines: [{from: {x, y}, to: {x, y}, label}], roofs. key: words below.
export function scatter({ title, note, alt, series, x, y, lines = [], height = 360, below_words = [] }) {
  const left = Math.ceil(Math.max(...y.ticks.map((value) => width_of(value.toLocaleString('en-US'), size.small)))) + 8
  const right = 34
  const width = chart_width({ left, right })
  const [over, up] = [scale_of([x.ticks[0], x.ticks.at(-1)], width), scale_of([y.ticks[0], y.ticks.at(-1)], height)]
  const words = (value) => value.toLocaleString('en-US')
  const x_of = (field = 'x') => ({ field, type: 'quantitative', scale: over.spec, axis: { values: x.ticks, labelExpr: labels(x.ticks, words), title: x.title, titlePadding: 8, grid: false } })
  const y_of = (field = 'y') => ({ field, type: 'quantitative', scale: up.spec, axis: { values: y.ticks, labelExpr: labels(y.ticks, words), title: y.title ?? null, domain: false, ticks: false, grid: true } })
  const points = series.flatMap(({ fill, shape, points }) => points.map((point) => ({ ...point, fill, shape, px: over.of(point.x), py: height - up.of(point.y) })))
  const roof = lines.map(({ from, to }) => ({ x: over.of(from.x), y: height - up.of(from.y), x2: over.of(to.x), y2: height - up.of(to.y) }))
  const roof_words = lines.map(({ label, at, angle = 0, dy = -10, align = 'left' }) => ({ label, x: over.of(at.x), y: height - up.of(at.y) + dy, angle, align }))
  const named = beside_points(points, width, height, [
    ...roof.filter(({ y, y2 }) => y === y2).map(({ x, x2, y }) => ({ left: x, right: x2, top: y - 2, bottom: y + 2 })),
    ...roof_words.map(({ label, x, y, align }) => ({ left: align === 'left' ? x : x - room_for(label, size.small), right: align === 'left' ? x + room_for(label, size.small) : x, top: y - 8, bottom: y + 8 })),
  ])
  return chart({
    title, note, alt, height, left, right, above: series.some(({ words }) => words) ? 26 : 0, below: 48 + (below_words.length > 0 ? 8 : 0) + below_words.length * 20,
    layer: [
      { data: { values: points }, mark: { type: 'point', filled: true, opacity: 1, size: 90 }, encoding: { x: x_of(), y: y_of(), shape: plain('shape'), color: plain('fill') } },
      { data: { values: named.filter(({ far }) => far) }, mark: { type: 'rule', strokeWidth: 1.5 }, encoding: { x: pixels('px'), y: pixels('py'), x2: { field: 'lead_x' }, y2: { field: 'lead_y' }, color: plain('fill') } },
      { data: { values: roof }, mark: { type: 'rule', color: paint.roof, strokeWidth: 2, strokeDash: [6, 4] }, encoding: { x: pixels('x'), y: pixels('y'), x2: { field: 'x2' }, y2: { field: 'y2' } } },
      ...['left', 'right'].map((align) => ({ data: { values: roof_words.filter((one) => one.align === align) }, mark: { type: 'text', align, color: paint.roof, fontWeight: 600, angle: { expr: 'datum.angle' } }, encoding: { x: pixels('x'), y: pixels('y'), text: { field: 'label' } } })),
      ...['left', 'right'].map((align) => ({ data: { values: named.filter((one) => one.align === align) }, mark: { type: 'text', align, fontWeight: 600 }, encoding: { x: pixels('label_x'), y: pixels('label_y'), text: { field: 'name' }, color: plain('fill') } })),
      { data: { values: below_words.map((line, k) => ({ line, y: height + 70 + 20 * k })) }, mark: { type: 'text', align: 'left', font: mono, fontSize: 14 }, encoding: { x: { value: -left }, y: pixels('y'), text: { field: 'line' } } },
      ...key_of(series.filter(({ words }) => words), 16),
    ].filter(({ data }) => data.values.length > 0),
  })
}

// The points' names, each where it covers no point, no roof and no other name: right or left of its point, if need be higher or lower.
function beside_points(points, width, height, obstacles) {
  const taken = [...obstacles, ...points.map(({ px, py }) => ({ left: px - 6, right: px + 6, top: py - 6, bottom: py + 6 }))]
  const free = (box) => box.left > -4 && box.right < width + 34 && box.top > -4 && box.bottom < height && taken.every((other) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom)
  // Points that cover each other share a name.
  const named = []
  for (const point of points.filter(({ name }) => name)) {
    const same = named.find(({ px, py, fill }) => fill === point.fill && Math.hypot(px - point.px, py - point.py) < 4)
    if (same) same.name += `, ${point.name}`
    else named.push({ ...point })
  }
  return named.sort((a, b) => b.px - a.px || a.py - b.py).map((point) => {
    const length = width_of(point.name, size.small) * 1.08
    const places = [0, -5, 5, -9, 9, -13, 13, -17, 17, -26, 26, -34, 34, -42, 42, -50, 50, -60, 60].flatMap((rise) => [
      { align: 'left', label_x: point.px + 9, label_y: point.py + rise, left: point.px + 9, right: point.px + 9 + length },
      { align: 'right', label_x: point.px - 9, label_y: point.py + rise, left: point.px - 9 - length, right: point.px - 9 },
    ])
    const place = places.find((one) => free({ ...one, top: one.label_y - 7, bottom: one.label_y + 7 })) ?? places[0]
    taken.push({ left: place.left, right: place.right, top: place.label_y - 7, bottom: place.label_y + 7 })
    // From a name that stands far off a line leads to its point.
    const far = Math.abs(place.label_y - point.py) > 13
    const lead_x = Math.min(place.right, Math.max(place.left, point.px))
    return { ...point, ...place, far, lead_x, lead_y: place.label_y + (place.label_y < point.py ? 8 : -8) }
  })
}
