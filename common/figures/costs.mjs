// When a GPU pays: the times that build/01/when_it_pays measured on CPU and GPU, over the number of elements.
import { parse_csv } from './csv.mjs'
import { colour, drawing, line, range, rect, text } from './svg.mjs'

const power_of_ten = (exponent) => (exponent < 3 ? `${10 ** exponent} µs` : exponent < 6 ? `${10 ** (exponent - 3)} ms` : `${10 ** (exponent - 6)} s`)

// The smallest size from which on `ours` stays below `theirs`; undefined if there is none.
export function pays_from(rows, theirs, ours) {
  const last_loss = rows.map((row) => Number(row[ours]) >= Number(row[theirs])).lastIndexOf(true)
  return rows[last_loss + 1]?.elements
}

// problem: "sum" or "steps", as in the program's headings. Both axes are logarithmic.
export function pays_curve({ csv = '', problem = 'sum' } = {}) {
  const rows = parse_csv(csv)
  if (rows.length === 0)
    return drawing(1140, 60, 'not measured yet', text(20, 30, 'Not measured yet: build/01/when_it_pays --csv, on a GPU.', { anchor: 'start', size: 24 }))
  const [cpu, gpu, copied] = [`${problem}: CPU, us`, `${problem}: GPU`, `${problem}: GPU, copies`]
  const [x0, y0, width, height] = [110, 20, 800, 380]
  const log = (value) => Math.log10(Number(value))
  const all = rows.flatMap((row) => [cpu, gpu, copied].map((heading) => log(row[heading])))
  const [low, high] = [Math.floor(Math.min(...all)), Math.ceil(Math.max(...all))]
  const [first, last] = [log(rows[0].elements), log(rows.at(-1).elements)]
  const px = (elements) => x0 + ((log(elements) - first) / (last - first)) * width
  const py = (exponent) => y0 + height - ((exponent - low) / (high - low)) * height
  const curve = (heading, stroke) => [
    rows.slice(1).map((row, k) =>
      line(px(rows[k].elements), py(log(rows[k][heading])), px(row.elements), py(log(row[heading])), stroke, { stroke_width: 4 }),
    ),
    rows.map((row) => rect(px(row.elements) - 5, py(log(row[heading])) - 5, 10, 10, stroke)),
  ]
  // Labels at the right ends, moved apart.
  const ends = [
    ['CPU, all cores', cpu, colour.ink],
    ['GPU', gpu, colour.blue],
    ['GPU and copies', copied, colour.orange],
  ].sort((a, b) => log(rows.at(-1)[b[1]]) - log(rows.at(-1)[a[1]]))
  let above = -Infinity
  const names = ends.map(([name, heading, fill]) => {
    above = Math.max(above + 28, py(log(rows.at(-1)[heading])))
    return text(x0 + width + 22, above, name, { anchor: 'start', size: 23, fill, bold: true })
  })
  const crossing = (heading, words, y) => {
    const from = pays_from(rows, cpu, heading)
    const sentence = from ? `from ${Number(from).toLocaleString('en-US')} elements on` : 'at none of these sizes'
    return text(x0, y, `The GPU is faster ${words}: ${sentence}.`, { anchor: 'start', size: 23 })
  }
  return drawing(
    1140,
    y0 + height + 132,
    `microseconds of CPU and GPU over the number of elements, ${rows[0].device}`,
    range(high - low + 1).map((k) => [
      line(x0, py(low + k), x0 + width, py(low + k), colour.idle, { stroke_width: 1 }),
      text(x0 - 12, py(low + k), power_of_ten(low + k), { anchor: 'end', size: 19 }),
    ]),
    rows.map((row) => text(px(row.elements), y0 + height + 22, `2<tspan dy="-7" font-size="14">${Math.round(Math.log2(row.elements))}</tspan>`, { size: 19 })),
    text(x0 + width + 22, y0 + height + 22, 'elements', { anchor: 'start', size: 19 }),
    curve(cpu, colour.ink),
    curve(gpu, colour.blue),
    curve(copied, colour.orange),
    names,
    crossing(gpu, 'on data that it has', y0 + height + 72),
    crossing(copied, 'with copies there and back', y0 + height + 106),
  )
}
