// The instructions that the compiler makes of two relaxations, for each way of writing them, and chapter 05's
// measured rates of each.
import { colour, drawing, rect, text } from './svg.mjs'

// From the head of chapters/05-shortcuts/parts/forms.cuh. `roof`: the name in tune's output.
export const forms = [
  { form: 'Ternary', written: 's < best ? s : best', roof: 'ternary', code: ['FADD', 'FSETP', 'FSEL', 'FADD', 'FSETP', 'FSEL'] },
  { form: 'Fminf', written: 'fminf(best, s)', roof: 'fminf', code: ['FADD', 'FMNMX', 'FADD', 'FMNMX'] },
  { form: 'ThreeInput', written: '__vimin3_s32', roof: 'three_input', code: ['FADD', 'FADD', 'VIMNMX3'] },
  { form: 'AddMin', written: '__viaddmin_s32', roof: 'add_min', code: ['VIADDMNMX', 'VIADDMNMX'], integers: true },
]

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
