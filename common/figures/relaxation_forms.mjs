// The instructions that the compiler makes of two relaxations, for each way of writing them, and chapter 05's
// measured rates of each.
import { colour, drawing, line, rect, text } from './svg.mjs'

// From the head of chapters/05-shortcuts/parts/forms.cuh. `roof`: the name in tune's output.
export const forms = [
  { form: 'Ternary', written: 's < best ? s : best', roof: 'ternary', code: ['FADD', 'FSETP', 'FSEL', 'FADD', 'FSETP', 'FSEL'] },
  { form: 'Fminf', written: 'fminf(best, s)', roof: 'fminf', code: ['FADD', 'FMNMX', 'FADD', 'FMNMX'] },
  { form: 'ThreeInput', written: '__vimin3_s32', roof: 'three_input', code: ['FADD', 'FADD', 'VIMNMX3'] },
  { form: 'AddMin', written: '__viaddmin_s32', roof: 'add_min', code: ['VIADDMNMX', 'VIADDMNMX'], integers: true },
]

const lanes_issued = 128 // a clock and multiprocessor

export function instructions_of_forms() {
  const [x, y, unit, pitch] = [330, 60, 112, 82]
  const fill = (name) => (name === 'FADD' ? colour.blue : name.startsWith('VIADD') ? colour.ink : colour.orange)
  return drawing(
    1180,
    y + forms.length * pitch + 40,
    `instructions for two relaxations: ${forms.map(({ written, code }) => `${written} ${code.length}`).join(', ')}`,
    text(x - 20, 20, 'written as', { size: 22, anchor: 'end', bold: true }),
    text(x, 20, 'machine code for two relaxations, sm_90', { size: 22, anchor: 'start', bold: true }),
    forms.map(({ written, code, integers }, k) => [
      text(x - 20, y + k * pitch + 26, written, { size: 22, anchor: 'end', mono: true }),
      integers ? text(x - 20, y + k * pitch + 54, 'integers', { size: 18, anchor: 'end', fill: colour.ink_soft }) : '',
      code.map((name, at) => {
        const wide = name.length > 7 ? 1.4 : 1
        return [rect(x + at * unit * wide, y + k * pitch, unit * wide - 5, 52, fill(name)), text(x + (at + 0.5) * unit * wide - 2, y + k * pitch + 26, name, { size: 20, mono: true, fill: colour.white })]
      }),
      text(1130, y + k * pitch + 26, String(code.length), { size: 36, bold: true }),
    ]),
    text(x, y + forms.length * pitch + 16, 'blue adds, orange compares; VIADDMNMX does both', { size: 20, anchor: 'start' }),
  )
}

// Relaxations a clock and multiprocessor: {ternary: 30.9, …}.
export const clocks_of = (tune) =>
  Object.fromEntries([...tune.matchAll(/^roof (\w+) +([\d.]+) relaxations per clock/gm)].map(([, name, rate]) => [name, Number(rate)]))

// The same forms as bars: the rate that the issued instructions allow, and the measured rate.
export function clocks_of_forms({ csv = '' } = {}) {
  const measured = clocks_of(csv)
  const device = csv.match(/NVIDIA [^,\n]+/)?.[0] ?? 'H200'
  const bars = forms.map((form) => ({ ...form, issued: (2 * lanes_issued) / form.code.length, rate: measured[form.roof] }))
  for (const { roof, rate } of bars) if (!rate) throw new Error(`tune printed no "roof ${roof}"`)
  const [x, y, pitch, width] = [330, 60, 92, 620]
  const px = (rate) => (rate / lanes_issued) * width
  return drawing(
    1150,
    y + bars.length * pitch + 50,
    `relaxations a clock and multiprocessor: ${bars.map(({ roof, rate }) => `${roof} ${rate}`).join(', ')}`,
    text(x, 20, 'relaxations a clock and multiprocessor', { size: 22, anchor: 'start', bold: true }),
    bars.map(({ written, issued, rate, integers }, k) => [
      text(x - 20, y + k * pitch + 34, written, { size: 22, anchor: 'end', mono: true }),
      integers ? text(x - 20, y + k * pitch + 60, 'integers', { size: 18, anchor: 'end', fill: colour.ink_soft }) : '',
      rect(x, y + k * pitch, px(issued), 34, colour.idle),
      text(x + px(issued) - 12, y + k * pitch + 17, issued.toFixed(0), { size: 24, anchor: 'end' }),
      rect(x, y + k * pitch + 36, px(rate), 34, colour.blue),
      text(x + px(rate) - 12, y + k * pitch + 53, rate.toFixed(1), { size: 24, anchor: 'end', bold: true, fill: colour.white }),
    ]),
    line(x + px(64), y - 8, x + px(64), y + bars.length * pitch, colour.bad, { stroke_dasharray: '7 6' }),
    text(x + px(64) + 10, y + bars.length * pitch - 2, '64: the unit for minima of two', { size: 19, anchor: 'start', fill: colour.bad }),
    rect(x, y + bars.length * pitch + 24, 22, 18, colour.idle),
    text(x + 32, y + bars.length * pitch + 33, 'if only issuing limited it', { size: 20, anchor: 'start' }),
    rect(x + 330, y + bars.length * pitch + 24, 22, 18, colour.blue),
    text(x + 362, y + bars.length * pitch + 33, `measured, ${device}`, { size: 20, anchor: 'start' }),
  )
}
