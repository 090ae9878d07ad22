// The tables of a lesson's pages, the generated ones between <!-- table:NAME begin --> and <!-- table:NAME end -->: a deck quotes cells and
// columns of them, and no number of its own.
import { DeckError, read_lesson } from './course_file.mjs'

const cells_of = (line) => line.split('|').slice(1, -1).map((cell) => cell.trim())

// The lines between a table's markers; or, of a table of words that nobody generates, those below the heading of that name.
function lines_of(page, name, table) {
  const first = page.indexOf(`<!-- table:${table} begin -->`)
  const last = page.indexOf(`<!-- table:${table} end -->`)
  if (first >= 0 && last > first) return page.slice(first, last).split('\n')
  const lines = page.split('\n')
  const heading = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === table)
  if (heading < 0) throw new DeckError(`There is no table "${table}" in ${name}.`)
  const next = lines.findIndex((line, k) => k > heading && /^#+ /.test(line))
  return lines.slice(heading + 1, next < 0 ? lines.length : next)
}

// The first table there: {headings, rows}, rows as arrays of cells.
export function table_of(page, name, table) {
  const lines = lines_of(page, name, table)
  const start = lines.findIndex((line) => line.startsWith('|'))
  if (start < 0) throw new DeckError(`The table "${table}" in ${name} is empty: run make tables.`)
  const stop = lines.findIndex((line, k) => k > start && !line.startsWith('|'))
  const [headings, , ...rows] = lines.slice(start, stop).map(cells_of)
  return { headings, rows }
}

// 750,090 for 750090; numbers of four digits stay as they are.
export const with_commas = (digits) => (digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ','))

// 32.00 is 32 on a slide, 750090 is 750,090.
const whole = (cell) => cell.replace(/^(\d+)\.0+$/, '$1').replace(/^\d+$/, (digits) => with_commas(digits))

export class Lesson {
  constructor(top, name) {
    this.top = top
    this.name = name
  }

  get text() {
    return read_lesson(this.top, this.name)
  }

  table(table) {
    return table_of(this.text, this.name, table)
  }

  // The file of a rung, by its name in the page's tables of rungs: "naive", or "grey/guarded" for one in a folder. Other names are files.
  file_of(name) {
    if (name.includes('.')) return name
    const rungs = [...this.text.matchAll(/^\| \[\d+ (\w+)\]\((.*\/)?([^/)]+)\) \|/gm)]
    const found = rungs.find(([, rung, folder = '']) => folder + rung === name)
    if (!found) throw new DeckError(`The tables of rungs in ${this.name} have no "${name}"; they have: ${rungs.map(([, rung, folder = '']) => folder + rung).join(', ') || 'none'}.`)
    return (found[2] ?? '') + found[3]
  }

  column(table, heading) {
    const { headings } = this.table(table)
    const column = headings.indexOf(heading)
    if (column < 0) {
      const there = headings.slice(1).join(', ')
      throw new DeckError(`The table "${table}" in ${this.name} has no column "${heading}"; it has: ${there}.`)
    }
    return column
  }

  // The cell of the row that starts with `row`.
  cell(table, row, heading) {
    const column = this.column(table, heading)
    const found = this.table(table).rows.find((cells) => cells[0] === row)
    if (!found) throw new DeckError(`The table "${table}" in ${this.name} has no row "${row}".`)
    return whole(found[column])
  }

  // Markdown of the whole table, or of the columns and rows named; the row `mark` in bold.
  markdown(table, { columns, rows, mark } = {}) {
    const { headings, rows: all } = this.table(table)
    const chosen = columns ? [headings[0], ...columns] : headings
    const indices = chosen.map((heading) => this.column(table, heading))
    for (const row of rows ?? []) this.cell(table, row, chosen[1])
    const kept = rows ? all.filter((cells) => rows.includes(cells[0])) : all
    const line = (cells) => `| ${cells.join(' | ')} |`
    const body = kept.map((cells) => {
      const shown = indices.map((k) => whole(cells[k]))
      return line(cells[0] === mark ? shown.map((cell) => `**${cell}**`) : shown)
    })
    const is_number = (k) => k > 0 && kept.every((cells) => /^(-|[\d.]+( %)?)$/.test(cells[indices[k]]))
    return [line(chosen), line(chosen.map((_, k) => (is_number(k) ? '--:' : ':--'))), ...body].join('\n')
  }
}
