// The bank of each element of a tile of 16 × 16 floats in shared memory, for rows of 16, 17 or 18 words, on 16 banks
// (compute capability 1.3) and on 32. The idea is that of Li, Ranka and Sahni's figures 1.25 and 1.26.
import { colour, drawing, ink_on, range, rect, shade, text } from './svg.mjs'

const side = 16

// The wavefronts of a column's 16 words: the most of them that lie in one bank.
export function wavefronts_of_column(row, banks, column = 0) {
  const words = range(banks).map((bank) => range(side).filter((y) => (y * row + column) % banks === bank).length)
  return Math.max(...words)
}

// row: words from one row of the tile to the next; the lanes of a row of threads read column 0.
export function bank_map({ row = 16 } = {}) {
  const words = Number(row)
  const cell = 31
  const [y, pitch] = [84, 620]
  const panel = (x, banks) => {
    const most = wavefronts_of_column(words, banks)
    return [
      text(x, 18, `${banks} banks`, { anchor: 'start', size: 26, bold: true }),
      text(x, 52, `word w in bank w mod ${banks}`, { anchor: 'start', size: 20 }),
      range(side).map((line) =>
        range(words).map((col) => {
          const bank = (line * words + col) % banks
          const fill = col === 0 ? colour.orange : col < side ? shade((bank / banks) * 0.5) : colour.white
          return [
            rect(x + col * cell, y + line * cell, cell, cell, fill, { stroke: col < side ? colour.white : colour.line, stroke_width: 1 }),
            text(x + (col + 0.5) * cell, y + (line + 0.5) * cell, String(bank), { size: 18, fill: col < side ? ink_on(fill) : colour.ink_soft, bold: col === 0 }),
          ]
        }),
      ),
      text(x, y + side * cell + 30, most === 1 ? 'the orange column: 16 banks, 1 wavefront' : `the orange column: ${side / most} ${side / most === 1 ? 'bank' : 'banks'}, ${most} wavefronts`, {
        anchor: 'start',
        size: 24,
        bold: true,
        fill: most === 1 ? colour.good : colour.bad,
      }),
    ]
  }
  return drawing(
    pitch + 50 + 18 * cell,
    y + side * cell + 54,
    `the banks of a tile of 16 by 16 floats whose rows are ${words} words long: reading a column takes ${wavefronts_of_column(words, 16)} wavefronts on 16 banks and ${wavefronts_of_column(words, 32)} on 32`,
    panel(30, 16),
    panel(30 + pitch, 32),
  )
}
