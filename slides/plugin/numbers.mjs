// Numbers on slides: one large number with what it says, bars side by side, tables of what programs measured. Where nothing is
// measured yet they say so.
import { DeckError, escape_html } from './course_file.mjs'
import { rate_text, scale_of } from './results.mjs'
import { with_commas } from './tables.mjs'
import { colour, drawing, rect, text } from '../../common/figures/svg.mjs'

const not_measured = 'not measured yet: make bench, on a GPU'

const share_text = (share) => (share < 0.005 ? '< 0.01' : share.toFixed(2))

export const number_card = (value, says) =>
  `<div class="number"><b>${escape_html(String(value))}</b><span>${escape_html(says ?? '')}</span></div>`

// What one rung reached at one size; `says` in place of the words beside the number.
export function rate_card(results, rung, size, { mode, ladder, says } = {}) {
  const found = results.rung(rung, size, { mode, ladder })
  if (!found) return number_card('–', `${results.unit(ladder)}, ${not_measured}`)
  const share = found.share === undefined ? '' : `, ${share_text(found.share)} of ${found.roof}`
  const { unit, of } = scale_of(results.unit(ladder), found.rate)
  return number_card(rate_text(found.rate / of), says ?? `${unit} on the ${found.device}${share}`)
}

// values: [name, number, note] each; the longest bar fills the width. Long names push the bars to the right.
function bar_chart(values, caption, marked) {
  const names = Math.max(270, 24 + 13.3 * Math.max(...values.map(([name]) => name.length)))
  const [width, bar, gap, notes] = [1140, 38, 11, 190]
  const most = Math.max(...values.map(([, value]) => value))
  const rows = values.map(([name, value, note], k) => {
    const y = k * (bar + gap)
    const length = Math.max(2, ((width - names - notes) * value) / most)
    return [
      text(names - 14, y + bar / 2, name, { anchor: 'end', mono: true, size: 22 }),
      rect(names, y, length, bar, name === marked ? colour.orange : colour.blue),
      text(names + length + 12, y + bar / 2, rate_text(value) + note, { anchor: 'start', bold: true, size: 24 }),
    ]
  })
  const height = values.length * (bar + gap) + 24
  const start = Math.max(8, Math.min(names, width - 9 * caption.length)) // below the bars, or further left if it is long
  return drawing(width, height, caption, rows, text(start, height - 12, caption, { anchor: 'start', size: 18, fill: colour.ink_soft }))
}

// 2048 × 2048, 268,435,456
const size_text = (size) =>
  size
    .split('x')
    .map((extent) => with_commas(extent))
    .join(' × ')

// The rungs at one size on the GPU that was measured; "cpu:serial" is a version of its CPU. Shares are those of one roof: the GPU's,
// or the CPU's where all are its versions. "naive?" is left out as long as it is not measured.
export function measured_bars(results, wanted, size, { mark, ladder } = {}) {
  const measured = results.at(size, { ladder })
  if (!measured) return `<p class="unmeasured">${results.unit(ladder)} at ${size_text(size)}: ${not_measured}</p>`
  const rungs = wanted.filter((rung) => !rung.endsWith('?') || measured.rungs.has(rung.slice(0, -1))).map((rung) => rung.replace('?', ''))
  const found = rungs.map((rung) => ({ rung, on_cpu: rung.startsWith('cpu:'), ...results.rung(rung, size, { ladder }) }))
  const cpu_alone = found.every(({ on_cpu }) => on_cpu)
  const { unit, of } = scale_of(results.unit(ladder), Math.max(...found.map(({ rate }) => rate)))
  const name = (rung) => rung.replace(/^cpu:/, cpu_alone ? '' : 'CPU: ')
  const has_share = ({ share, on_cpu }) => share !== undefined && on_cpu === cpu_alone
  const values = found.map((row) => [name(row.rung), row.rate / of, has_share(row) ? ` (${share_text(row.share)})` : ''])
  const roof = found.find(({ on_cpu, roof }) => on_cpu === cpu_alone && (!cpu_alone || measured.rungs.has(`cpu:${roof}`)))?.roof
  const cpu = measured.cpu.replaceAll('(R)', '')
  const machines = cpu_alone ? cpu : found.some(({ on_cpu }) => on_cpu) ? `${measured.device}, ${cpu}` : measured.device
  const caption = `${unit} at ${size_text(size)}, ${machines}${roof ? `; in brackets the share of ${roof}` : ''}`
  return `<div class="figure">${bar_chart(values, caption, name(mark ?? ''))}</div>`
}

// The rungs in a column of the lesson's table of historical figures.
export function historical_bars(lesson, rungs, { column, caption, mark }) {
  const values = rungs.map((rung) => [rung, Number(lesson.cell('historical', rung, column)), ''])
  return `<div class="figure">${bar_chart(values, caption, mark)}</div>`
}

// Chapter 01-first-kernel has its programs in build/01.
const number_of = (chapter) => chapter.split('-')[0]

const unmeasured_program = (program, chapter) =>
  `<p class="unmeasured">Not measured yet: build/${number_of(chapter)}/${program} --csv, on a GPU</p>`

// What one of the lesson's programs measured, as Markdown, whole or cut; rows are named by their first cells, or it is one in
// `every`, the last among them.
export function program_table(results, program, chapter, { columns, rows, every = 1, mark }) {
  const measured = results.program(program)
  if (!measured) return unmeasured_program(program, chapter)
  const { headings, device } = measured
  const chosen = columns ? [headings[0], ...columns] : headings
  for (const heading of chosen) {
    if (!headings.includes(heading)) throw new DeckError(`${program} measured no "${heading}"; it has: ${headings.join(', ')}.`)
  }
  for (const row of rows ?? []) {
    if (!measured.rows.some((cells) => cells[headings[0]] === row)) throw new DeckError(`${program} measured no "${row}".`)
  }
  const kept = measured.rows.filter((cells, k, all) => (!rows || rows.includes(cells[headings[0]])) && (all.length - 1 - k) % every === 0)
  const line = (cells) => `| ${cells.join(' | ')} |`
  const body = kept.map((cells) => {
    const shown = chosen.map((heading) => cells[heading])
    return line(shown[0] === mark ? shown.map((cell) => `**${cell}**`) : shown)
  })
  const table = [line(chosen.map((heading) => heading.replace(/\bus\b/, 'µs'))), line(chosen.map((_, k) => (k > 0 ? '--:' : ':--'))), ...body].join('\n')
  return `${table}\n\n<p class="caption">build/${number_of(chapter)}/${program}; ${device}</p>`
}
