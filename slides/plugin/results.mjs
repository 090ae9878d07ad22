// Times, from the CSV files that `make bench` leaves beside a lesson, and those that its programs print, in folders by the names
// of the programs. Where none is committed a slide says so.
import { parse_csv } from '../../common/figures/csv.mjs'
import { DeckError, names_in, read } from './course_file.mjs'

const units = { gb_per_s: 'GB/s', tflops: 'TFLOP/s', relaxations_per_s: 'relaxations/s' }

// What relaxations a second are shown in, so that the largest has few digits: {unit, of}, of being one of that unit.
export function scale_of(unit, most) {
  if (unit !== units.relaxations_per_s) return { unit, of: 1 }
  return most >= 1e12 ? { unit: `10¹² ${unit}`, of: 1e12 } : { unit: `10⁹ ${unit}`, of: 1e9 }
}

// What is known of the machine, in the rows of programs.
const machine = ['device', 'cpu', 'toolkit', 'driver', 'date']

export class Results {
  constructor(top, folder) {
    this.top = top
    this.folder = folder
    const files = names_in(top, folder).filter((name) => name.endsWith('.csv'))
    this.rows = files.flatMap((name) => parse_csv(read(top, `${folder}/${name}`)))
  }

  // What rates are in, of a ladder or of the first: GB/s, unless the results say something else.
  unit(ladder) {
    const row = this.rows.find((row) => !ladder || row.ladder === ladder)
    return units[row?.metric] ?? units.gb_per_s
  }

  // One size on the first device that has it: {device, cpu, rungs}, where rungs has {rate, share, roof} by name, the CPU's as
  // cpu:NAME. share is that of a roof on the same side, undefined for the roof itself. Undefined where no size is measured at all.
  // Where several ladders have the size, `ladder` must say which one is meant.
  at(size, { mode = 'cold', ladder } = {}) {
    const launches = this.rows.filter((row) => row.mode === mode && (!ladder || row.ladder === ladder))
    if (ladder && this.rows.length > 0 && launches.length === 0) throw new DeckError(`No result in ${this.folder} has the ladder "${ladder}".`)
    if (!launches.some((row) => row.on === 'device')) return undefined
    const here = launches.filter((row) => row.size === size)
    if (here.length === 0) throw new DeckError(`No result in ${this.folder} has the size ${size}.`)
    const ladders = [...new Set(here.map((row) => row.ladder))]
    if (ladders.length > 1) {
      throw new DeckError(`Several ladders in ${this.folder} have the size ${size}; say which one, ladder=${ladders[0]}. There are: ${ladders.join(', ')}.`)
    }
    // A file of a CPU alone names no device.
    const { device, cpu } = here.find((row) => row.on === 'device') ?? here[0]
    const rungs = new Map()
    const machine = here.filter((row) => row.device === device)
    for (const { rung, on, rate, share, roof } of machine) {
      const own_roof = machine.some((row) => row.rung === roof && row.on === on)
      const has_share = (on === 'device' || own_roof) && share !== '' && rung !== roof
      rungs.set(on === 'cpu' ? `cpu:${rung}` : rung, { rate: Number(rate), share: has_share ? Number(share) : undefined, roof })
    }
    return { device, cpu, rungs }
  }

  // One rung at one size, or undefined where nothing is measured.
  rung(name, size, options) {
    const measured = this.at(size, options)
    if (!measured) return undefined
    if (!measured.rungs.has(name)) {
      throw new DeckError(`No result in ${this.folder} has the rung "${name}" at ${size}.`)
    }
    return { device: measured.device, ...measured.rungs.get(name) }
  }

  // The file that one of the lesson's programs printed, whatever machine it was on; undefined where there is none.
  program_text(program) {
    const files = names_in(this.top, `${this.folder}/${program}`).filter((name) => name.endsWith('.csv'))
    return files.length === 0 ? undefined : read(this.top, `${this.folder}/${program}/${files[0]}`)
  }

  // The same as {device, headings, rows}, rows as objects; headings without what is said of the machine.
  program(program) {
    const text = this.program_text(program)
    if (text === undefined) return undefined
    const rows = parse_csv(text)
    const headings = Object.keys(rows[0]).filter((heading) => !machine.includes(heading))
    return { device: rows[0].device, headings, rows }
  }
}

export const rate_text = (rate) => rate.toFixed(rate < 1 ? 2 : rate < 100 ? 1 : 0)
