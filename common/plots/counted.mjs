// The rungs of a ladder with what they do for each byte that their loads ask for, counted by the emulator, and what they do in a second,
// measured on the GPU. The counts are those of the lessons' pages, at smaller sizes than the times: the loads of these rungs grow with the
// work.
import { counted_size, rates_of, rows_of, table_in, text_of } from './results.mjs'

const bytes_of_sector = 32

// work: operations at a size, which is that of the counts. rate: 10¹² operations a second, from a row of the results. except: what is
// no rung. other_tiles: rungs that take other tiles where they are counted than where they are measured; the others keep their numbers.
function counted({ chapter, ladder = '', page, table, at, work, rate, except = () => false, other_tiles = [] }) {
  const measured = rates_of(rows_of(`chapters/${chapter}/results/h200.csv`), ladder).filter(({ size }) => size === at)
  const sectors = (row) => Number(row['load sectors'] ?? Number(row['load requests']) * Number(row['sectors per load']))
  const text = text_of(`chapters/${chapter}/${page}`)
  const counted_at = counted_size(text, table)
  const rungs = table_in(text, table).filter(({ rung }) => !except(rung)).flatMap((row, number) => {
    const found = measured.find(({ rung }) => rung === row.rung)
    return found && !other_tiles.includes(row.rung) ? [{ number, name: row.rung, per_byte: work(counted_at) / (bytes_of_sector * sectors(row)), rate: rate(found.rate) }] : []
  })
  const { device, clocks } = measured[0]
  return { device, counted_at, megahertz: Number(/SM (\d+) MHz/.exec(clocks)[1]), rungs, rate_of: (name) => rate(measured.find(({ rung }) => rung === name).rate) }
}

// An addition for 12 bytes, of which loads ask for 8.
export const sums_of_vectors = () =>
  counted({ chapter: '01-first-kernel', ladder: 'add', page: 'when-it-pays.md', table: 'add-counts', at: '268435456', work: ([n]) => n, rate: (gigabytes) => gigabytes / 12 / 1000 })

// An addition for each float.
export const sums_of_arrays = () =>
  counted({ chapter: '03-reduction', ladder: 'float', page: 'whole-ladder.md', table: 'float-counts', at: '268435456', work: ([n]) => n, rate: (gigabytes) => gigabytes / 4 / 1000, except: (name) => ['cub', 'read_only'].includes(name) })

// Two operations for a product.
export const products = () =>
  counted({ chapter: '04-matmul', page: 'whole-ladder.md', table: 'counts', at: '4096x4096x4096', work: ([m, n, k]) => 2 * m * n * k, rate: (tflops) => tflops, other_tiles: ['divided_k', 'in_strips'] })

// An addition and a minimum for a relaxation; `each`: how many operations that is.
export const shortcuts = ({ each = 1 } = {}) =>
  counted({ chapter: '05-shortcuts', ladder: 'float', page: 'whole-ladder.md', table: 'float-counts', at: '6300', work: ([n]) => each * n ** 3, rate: (relaxations) => (each * relaxations) / 1e12, except: (name) => name.endsWith('_only'), other_tiles: ['enough_blocks'] })

// What the units for floats do at most, in 10¹² operations a second: a multiply-add, two operations, a clock for each of 128
// lanes of a multiprocessor.
export function multiply_adds(megahertz) {
  const [{ multiprocessors }] = rows_of('chapters/01-first-kernel/results/latency/h200.csv')
  return (multiprocessors * 128 * 2 * megahertz) / 1e6
}
