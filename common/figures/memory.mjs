// A warp's accesses as memory sees them: sectors of global memory, banks and channels of DRAM.
import { array, arrow, bracket, cells, colour, drawing, ink_on, line, range, rect, text } from './svg.mjs'

const numbered = (prefix) => (k) => `${prefix}${k}`

// 2 × 3 elements and their transpose: element (row, col) goes to (col, row).
function transpose() {
  const side = 84
  const matrix = (x, y, rows, cols, { strong, light }, element_at) =>
    range(rows).flatMap((row) =>
      range(cols).map((col) => {
        const { name, source_row } = element_at(row, col)
        return [
          rect(x + col * side, y + row * side, side, side, [strong, light][source_row], { stroke: colour.white, stroke_width: 3 }),
          text(x + (col + 0.5) * side, y + (row + 0.5) * side, name, { size: 34, fill: ink_on([strong, light][source_row]), bold: true }),
        ]
      }),
    )
  const letters = ['abc', 'def']
  return drawing(
    1000,
    330,
    'a matrix of two rows and three columns, and its transpose of three rows and two columns',
    text(166, 22, 'in: 2 rows, 3 columns', { size: 24 }),
    matrix(40, 85, 2, 3, array.in, (row, col) => ({ name: letters[row][col], source_row: row })),
    arrow(340, 170, 730, 170),
    text(535, 135, 'out[col][row] = in[row][col]', { size: 22, mono: true }),
    text(854, 22, 'out: 3 rows, 2 columns', { size: 24 }),
    matrix(770, 50, 3, 2, array.out, (row, col) => ({ name: letters[col][row], source_row: col })),
  )
}

// A warp's lanes above the floats they access, all in one row: 128 bytes are 4 sectors.
function row_access({ verb = 'reads' } = {}) {
  const side = 34
  const x = 30
  const sectors = range(4).map((k) =>
    bracket(x + k * 8 * side + 3, 236, 8 * side - 6, -26, 'sector: 32 bytes', colour.blue, 22),
  )
  return drawing(
    1150,
    345,
    `a warp ${verb} 32 neighbouring floats: 4 sectors`,
    text(x, 16, `one warp, 32 lanes: one request`, { anchor: 'start', size: 24 }),
    cells(x, 40, 32, side, () => colour.idle_pale, numbered('')),
    range(32).map((k) => arrow(x + (k + 0.5) * side, 82, x + (k + 0.5) * side, 186, colour.blue, { stroke_width: 2 })),
    text(x, 318, `32 neighbouring floats in a row: 128 bytes`, { anchor: 'start', size: 24 }),
    cells(x, 196, 32, side, () => colour.blue),
    sectors,
  )
}

// Each lane accesses a float in another row: one sector each, of which 4 bytes are used.
function column_access() {
  const side = 36
  const pitch = 50
  const lanes = [0, 1, 2, 3, 4, 31]
  const sector_x = 360
  const sector_end = sector_x + 8 * side
  const rows = lanes.map((lane, k) => {
    const y = 52 + k * pitch + (k === 5 ? 36 : 0)
    const middle = y + side / 2
    return [
      cells(40, y, 1, side, () => colour.idle_pale, () => String(lane)),
      arrow(86, middle, sector_x - 8, middle, array.out.strong, { stroke_width: 2 }),
      cells(sector_x, y, 8, side, (j) => (j === 0 ? array.out.strong : colour.idle)),
      text(sector_end + 24, middle, `row ${lane} of out: sector ${lane + 1}`, { anchor: 'start', size: 24 }),
    ]
  })
  return drawing(
    1150,
    390,
    'the lanes of a warp write one column: 32 rows, 32 sectors',
    text(40, 20, 'lane', { anchor: 'start', size: 24 }),
    text(sector_x, 20, 'a sector of 32 bytes: 4 are written', { anchor: 'start', size: 24, fill: array.out.strong }),
    rows,
    [58, sector_x + side / 2].map((x) => range(3).map((k) => rect(x - 3, 302 + k * 11, 6, 6, colour.ink))),
  )
}

// Accesses to the banks of one channel over time: reading the cells takes `ratio` times as long as the transfer.
function bank_timeline({ banks = 1, ratio = 20, reads = 3 } = {}) {
  const [count, latency] = [Number(banks), Number(ratio)]
  const unit = 15
  const x = 120
  const height = 40
  const pitch = 58
  const bus_y = 20 + count * pitch
  const end = x + 66 * unit
  const pieces = []
  for (let bank = 0; bank < count; ++bank) {
    const y = 10 + bank * pitch
    pieces.push(text(x - 14, y + height / 2, `bank ${bank}`, { anchor: 'end', size: 22 }))
    for (let read = 0; read < Number(reads); ++read) {
      const start = x + (bank * 3 + read * (latency + 1)) * unit
      const transfer = start + latency * unit
      if (transfer + unit > end) break
      pieces.push(
        rect(start, y, latency * unit - 2, height, colour.idle),
        text(start + (latency * unit) / 2, y + height / 2, 'reach the cells', { size: 18, fill: colour.ink_soft }),
        rect(transfer, y, unit, height, colour.blue),
        rect(transfer, bus_y, unit, height, colour.blue),
      )
    }
  }
  return drawing(
    1130,
    bus_y + height + 10,
    `${count} banks share a bus`,
    rect(x, bus_y, end - x, height, colour.idle_pale),
    text(x - 14, bus_y + height / 2, 'bus', { anchor: 'end', size: 22, bold: true }),
    pieces,
  )
}

// The position of each element: bursts of two elements go round the channels, then to the next bank. touch="0 8"
// marks the elements of a column.
function channels({ touch = '' } = {}) {
  const touched = new Set(touch.split(' ').filter(Boolean).map(Number))
  const [width, side] = [250, 84]
  const pieces = range(4).map((channel) => {
    const x = 40 + channel * (width + 30)
    const banks = range(2).map((bank) => {
      const first = 2 * (channel + 4 * bank)
      const y = 120 + bank * 130
      return [
        text(x, y - 16, `bank ${bank}`, { anchor: 'start', size: 20 }),
        range(2).map((k) => {
          const element_number = first + k
          const used = touched.has(element_number)
          const fill = touched.size === 0 ? colour.blue : used ? colour.orange : colour.idle
          return [
            rect(x + 20 + k * 106, y, 104, side, fill),
            text(x + 20 + k * 106 + 52, y + side / 2, `M[${element_number}]`, {
              size: 26,
              fill: touched.size === 0 || used ? colour.white : colour.ink_soft,
            }),
          ]
        }),
      ]
    })
    return [
      rect(x - 12, 74, width, 278, 'none', { stroke: colour.line, stroke_width: 2, rx: 8 }),
      text(x - 12 + width / 2, 52, `channel ${channel}`, { size: 24, bold: true }),
      line(x - 12 + width / 2, 12, x - 12 + width / 2, 34, colour.ink, { stroke_width: 4 }),
      banks,
    ]
  })
  return drawing(
    1150,
    362,
    'two elements a burst, four channels of two banks',
    line(40, 12, 1110, 12, colour.ink, { stroke_width: 4 }),
    pieces,
  )
}

// One access to DRAM: the row of cells that opens, the burst that leaves, the sector that is used.
function burst() {
  const cells_across = 32
  const side = 26
  const x = 150
  const grid = range(5).map((row) =>
    cells(x, 20 + row * (side + 2), cells_across, side, () => (row === 2 ? colour.blue_pale : colour.idle_pale), undefined, {
      stroke_width: 1,
    }),
  )
  const buffer_y = 218
  return drawing(
    1150,
    400,
    'a row of DRAM cells is read into amplifiers; a burst of neighbours leaves over the bus',
    grid,
    text(x - 14, 20 + 2.5 * (side + 2), 'open row', { anchor: 'end', size: 22, fill: colour.blue }),
    arrow(x + 16 * side, 168, x + 16 * side, 210, colour.blue),
    text(x + 16 * side + 22, 188, 'slow: the cells share their charge', { anchor: 'start', size: 22 }),
    cells(x, buffer_y, cells_across, side, (k) => (k >= 8 && k < 16 ? colour.blue : colour.blue_pale)),
    text(x - 14, buffer_y + side / 2, 'amplifiers', { anchor: 'end', size: 22 }),
    arrow(x + 12 * side, buffer_y + side + 8, x + 12 * side, buffer_y + 92, colour.blue),
    text(x + 12 * side + 22, buffer_y + 63, 'fast: a burst of neighbours', { anchor: 'start', size: 22 }),
    rect(x, buffer_y + 100, cells_across * side, 38, colour.idle_pale),
    cells(x + 8 * side, buffer_y + 106, 8, side, () => colour.blue),
    text(x - 14, buffer_y + 119, 'bus', { anchor: 'end', size: 22, bold: true }),
  )
}

export { burst, channels, bank_timeline, column_access, row_access, transpose }
