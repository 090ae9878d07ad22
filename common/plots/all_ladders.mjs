// Every ladder in one plot: its slowest rung and its fastest one, as shares of its roof; and all rungs that compute in one roofline.
import { bars } from './bars.mjs'
import { paint } from './look.mjs'
import { best_read } from './ceilings.mjs'
import { multiply_adds, products, shortcuts, sums_of_arrays, sums_of_vectors } from './counted.mjs'
import { rates_of, rows_of } from './results.mjs'
import { rooflines } from './roofline.mjs'

const ladders = [
  { chapter: '01-first-kernel', what: 'sum of two vectors', ladder: 'add', at: '268435456' },
  { chapter: '02-transpose', what: 'transpose', at: '8192x8192' },
  { chapter: '03-reduction', what: 'sum of an array', ladder: 'float', at: '268435456', not_ours: ['read_only'] },
  { chapter: '04-matmul', what: 'matrix product', at: '4096x4096x4096', not_ours: ['cuBLAS_tf32'] },
  { chapter: '05-shortcuts', what: 'shortcuts', ladder: 'float', at: '6300', not_ours: ['fminf_only', 'ternary_only'] },
]

export function all_ladders() {
  const found = ladders.map(({ chapter, what, ladder = '', at, not_ours = [] }) => {
    const rows = rates_of(rows_of(`chapters/${chapter}/results/h200.csv`), ladder).filter(({ size }) => size === at)
    const ours = rows.filter(({ rung, roof }) => rung !== roof && !not_ours.includes(rung)).sort((a, b) => a.share - b.share)
    return { what, roof: rows[0].roof, device: rows[0].device, slowest: ours[0], fastest: ours.at(-1) }
  })
  const words = ({ rung, share }) => `${rung} ${share.toFixed(2)}`
  return bars({
    title: 'From the slowest rung to the fastest',
    note: `${found[0].device}; shares of the roof that each ladder has`,
    alt: `Two bars a ladder, the slowest and the fastest rung as a share of the roof: ${found.map(({ what, roof, slowest, fastest }) => `${what}, ${slowest.share.toFixed(2)} and ${fastest.share.toFixed(2)} of ${roof}`).join('; ')}`,
    rows: found.map(({ what, roof, slowest, fastest }) => ({
      label: `${what}, roof ${roof}`,
      tracks: [[{ to: slowest.share, fill: paint.quiet, words: words(slowest) }], [{ to: fastest.share, fill: paint.ours, words: words(fastest) }]],
    })),
    roofs: [{ label: 'the roof', at: 1 }],
  })
}

// A transpose and a picture turned grey compute nothing or next to nothing, and are not here.
export function all_rungs() {
  const found = [sums_of_vectors(), sums_of_arrays(), products(), shortcuts({ each: 2 })]
  const [{ device, megahertz }] = found
  const peak = multiply_adds(megahertz)
  return rooflines({
    title: '10¹² operations/s over operations for each byte asked for',
    note: `${device}; loads counted by the emulator`,
    ladders: ['01 sums', '03 reduction', '04 product', '05 shortcuts'].map((words, k) => ({ words, rungs: found[k].rungs })),
    bandwidth: { ...best_read(), at: { x: 0.6, y: 0.3 } },
    ceilings: [{ label: `multiply-adds at ${megahertz} MHz: ${peak.toFixed(1)}`, rate: peak }],
    x: { ticks: [0.03, 0.1, 0.3, 1, 3, 10, 30, 100], title: 'operations for each byte that loads ask for' },
    y: { ticks: [0.001, 0.01, 0.1, 1, 10, 100] },
  })
}
