// Every ladder in one plot: its slowest rung and its fastest one, as shares of its roof.
import { bars } from './bars.mjs'
import { paint } from './look.mjs'
import { rates_of, rows_of } from './results.mjs'

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
