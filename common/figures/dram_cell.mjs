// A cell of DRAM: a capacitor that a transistor connects with a long wire; and an array of such cells.
import { arrow, colour, drawing, element, line, range, rect, text } from './svg.mjs'

const path = (d, stroke, stroke_width = 3) => element('path', { d, fill: 'none', stroke, stroke_width })

// One cell, drawn large, and where it stands in an array: a word line opens a row, each column has a bit line and an
// amplifier at its end.
export function dram_cell() {
  const [x, y] = [190, 120] // where the cell's two lines cross
  const [gx, gy, pitch, count] = [680, 92, 62, 7]
  const open = 2
  const grid_right = gx + count * pitch
  const bottom = gy + 4 * pitch
  return drawing(
    1170,
    440,
    'a cell of DRAM is a capacitor behind a transistor: a word line opens the transistors of a row, and each capacitor shares its charge with its bit line, which ends in an amplifier',
    text(30, 18, 'one cell: a bit', { anchor: 'start', size: 24, bold: true }),
    // Word line, bit line.
    line(30, y, 470, y, colour.orange, { stroke_width: 5 }),
    text(470, y - 20, 'word line: opens a row', { anchor: 'end', size: 21, fill: colour.orange }),
    line(x - 70, 50, x - 70, 386, colour.blue, { stroke_width: 5 }),
    text(x - 84, 330, 'bit', { anchor: 'end', size: 21, fill: colour.blue }),
    text(x - 84, 356, 'line', { anchor: 'end', size: 21, fill: colour.blue }),
    // The transistor: gate at the word line, between bit line and capacitor.
    line(x, y, x, y + 44, colour.orange, { stroke_width: 3 }),
    line(x - 24, y + 44, x + 24, y + 44, colour.orange, { stroke_width: 4 }),
    line(x - 24, y + 54, x + 24, y + 54, colour.ink, { stroke_width: 4 }),
    path(`M${x - 70} ${y + 80} H${x - 24} V${y + 54}`, colour.ink),
    path(`M${x + 24} ${y + 54} V${y + 80} H${x + 80} V${y + 120}`, colour.ink),
    text(x + 40, y + 48, 'transistor: a switch', { anchor: 'start', size: 21 }),
    // The capacitor.
    line(x + 52, y + 122, x + 108, y + 122, colour.ink, { stroke_width: 5 }),
    line(x + 52, y + 140, x + 108, y + 140, colour.ink, { stroke_width: 5 }),
    line(x + 80, y + 140, x + 80, y + 168, colour.ink, { stroke_width: 3 }),
    range(3).map((k) => line(x + 60 + k * 8, y + 170 + k * 8, x + 100 - k * 8, y + 170 + k * 8, colour.ink, { stroke_width: 3 })),
    text(x + 124, y + 122, 'capacitor: the bit', { anchor: 'start', size: 21 }),
    text(x + 124, y + 148, 'is its charge', { anchor: 'start', size: 21 }),
    text(30, 416, 'A tiny charge on a long wire: slow to read.', { anchor: 'start', size: 22 }),
    // The array.
    text(gx - 60, 18, 'many: one word line opens a whole row', { anchor: 'start', size: 24, bold: true }),
    range(4).map((row) => line(gx - 56, gy + (row + 0.5) * pitch - 16, grid_right, gy + (row + 0.5) * pitch - 16, row === open ? colour.orange : colour.idle, { stroke_width: row === open ? 5 : 3 })),
    range(count).map((col) => [
      line(gx + col * pitch + 6, gy - 26, gx + col * pitch + 6, bottom + 10, colour.blue_light, { stroke_width: 3 }),
      range(4).map((row) => [
        line(gx + col * pitch + 6, gy + (row + 0.5) * pitch, gx + col * pitch + 24, gy + (row + 0.5) * pitch, row === open ? colour.blue : colour.line, { stroke_width: 3 }),
        rect(gx + col * pitch + 22, gy + (row + 0.5) * pitch - 10, 20, 20, row === open ? colour.blue : colour.idle, { rx: 4 }),
      ]),
      element('path', { d: `M${gx + col * pitch - 12} ${bottom + 12} h36 l-18 30 z`, fill: colour.blue }),
    ]),
    text(gx - 22, bottom + 26, 'amplifiers', { anchor: 'end', size: 20 }),
    arrow(gx + 2.1 * pitch + 6, bottom + 46, gx + 2.1 * pitch + 6, bottom + 84, colour.blue),
    text(gx + 2.5 * pitch, bottom + 66, 'all their bits are here at once', { anchor: 'start', size: 21 }),
  )
}
