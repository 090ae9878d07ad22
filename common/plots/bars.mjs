// Bars below their names: the name has a line of its own, so that long ones fit on a phone. A row may have several tracks, and a track
// several segments. Roofs are lines across, with their labels above all rows.
import { chart, chart_width, mono, paint, room_for, size, width_of } from './look.mjs'

const name_height = 19
const track_height = 22
const between = 7
const pixels = (field) => ({ field, type: 'quantitative', scale: null, axis: null })

const beside = 8 // units between a label and the end of its bar

// rows: [{label, tracks: [[{from, to, fill, words, centred}]]}]; words that do not fit stand behind their bar, centred ones
// are left out.
// roofs: [{label, at}]. key: [{fill, words}] stands above the rows.
export function bars({ title, note, alt, rows, roofs = [], key = [], most = 0 }) {
  const width = chart_width({})
  const values = rows.flatMap(({ tracks }) => tracks.flat().map(({ to }) => to))
  const top = Math.max(most, ...values, ...roofs.map(({ at }) => at)) * 1.01
  const px = (value) => (value / top) * width
  const [names, pieces, letters] = [[], [], []]
  let y = 0
  for (const { label, tracks } of rows) {
    names.push({ label, y: y + name_height / 2 })
    y += name_height
    for (const track of tracks) {
      for (const { from = 0, to, fill = paint.ours, words, centred } of track) {
        pieces.push({ x: px(from), x2: Math.max(px(from) + 1, px(to) - (centred ? 1 : 0)), y: y + 1, y2: y + track_height - 1, fill })
        const fits = width_of(words, size.small) + 2 * beside < px(to) - px(from)
        if (centred && !fits) continue
        const at = centred ? { x: px((from + to) / 2), align: 'center' } : fits ? { x: px(to) - beside, align: 'right' } : { x: px(to) + beside, align: 'left' }
        letters.push({ ...at, y: y + track_height / 2, words, fill: fits ? paint.card : paint.library })
      }
      y += track_height
    }
    y += between
  }
  const height = y - between
  const lines = roofs.map(({ label, at }, k) => {
    const half = room_for(label, size.small) / 2
    const row = -12 - 20 * (roofs.length - 1 - k)
    return { label, x: px(at), label_x: Math.min(width - half, Math.max(half, px(at))), label_y: row, from: row + 9, to: height }
  })
  let at = 0
  const entries = key.map(({ fill, words }) => {
    const entry = { fill, words, x: at, x2: at + 16, label_x: at + 22, y: -20 * roofs.length - 24, y2: -20 * roofs.length - 8 }
    at += 22 + width_of(words, size.small) + 24
    return entry
  })
  const colours = { field: 'fill', type: 'nominal', scale: null, legend: null }
  const text = (align, extra) => ({
    data: { values: letters.filter((letter) => letter.align === align) },
    mark: { type: 'text', align, fontWeight: 600 },
    encoding: { x: pixels('x'), y: pixels('y'), text: { field: 'words' }, color: colours, ...extra },
  })
  return chart({
    title, note, alt, height,
    above: (roofs.length > 0 ? 20 * roofs.length + 4 : 0) + (key.length > 0 ? 26 : 0),
    layer: [
      { data: { values: lines }, mark: { type: 'rule', color: paint.roof, strokeWidth: 2, strokeDash: [6, 4] }, encoding: { x: pixels('x'), y: pixels('from'), y2: { field: 'to' } } },
      { data: { values: pieces }, mark: 'rect', encoding: { x: pixels('x'), x2: { field: 'x2' }, y: pixels('y'), y2: { field: 'y2' }, color: colours } },
      { data: { values: names }, mark: { type: 'text', align: 'left', font: mono }, encoding: { x: { value: 0 }, y: pixels('y'), text: { field: 'label' } } },
      text('left'), text('right'), text('center'),
      { data: { values: lines }, mark: { type: 'text', color: paint.roof, fontWeight: 600 }, encoding: { x: pixels('label_x'), y: pixels('label_y'), text: { field: 'label' } } },
      { data: { values: entries }, mark: 'rect', encoding: { x: pixels('x'), x2: { field: 'x2' }, y: pixels('y'), y2: { field: 'y2' }, color: colours } },
      { data: { values: entries }, mark: { type: 'text', align: 'left', dy: 8 }, encoding: { x: pixels('label_x'), y: pixels('y'), text: { field: 'words' } } },
    ].filter(({ data }) => data.values.length > 0),
  })
}
