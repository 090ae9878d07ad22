// What DRAM delivers at most, as measured: chapter 03's read_only, which reads an array and does nothing with it.
import { rates_of, rows_of } from './results.mjs'

export function best_read() {
  const rates = rates_of(rows_of('chapters/03-reduction/results/h200.csv'), 'float').filter(({ rung }) => rung === 'read_only').map(({ rate }) => rate)
  const best = Math.max(...rates)
  return { label: `DRAM, read: ${(best / 1000).toFixed(2)} TB/s`, bytes: best * 1e9 }
}
