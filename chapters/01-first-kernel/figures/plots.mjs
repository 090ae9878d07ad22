// Plots the lesson's results as SVG beside this file.
//
// usage: node chapters/01-first-kernel/figures/plots.mjs [--check]      --check: says which are not up to date, exit code 1
import { ladder_bars } from '../../../common/plots/ladder_bars.mjs'
import { latency_curve } from '../../../common/plots/latency.mjs'
import { pays_curve } from '../../../common/plots/pays.mjs'
import { rates_over_size } from '../../../common/plots/rates_over_size.mjs'
import { plot } from '../../../common/plots/render.mjs'
import { rows_of, size_words } from '../../../common/plots/results.mjs'

const results = 'chapters/01-first-kernel/results'
const rows = rows_of(`${results}/h200.csv`)
const times = rows_of(`${results}/when_it_pays/h200.csv`)
const latency = rows_of(`${results}/latency/h200.csv`)

await plot(import.meta.url, {
  'latency-warps': latency_curve({ rows: latency, over: 'warps' }),
  'latency-bytes': latency_curve({ rows: latency, over: 'bytes' }),
  'pays-sum': pays_curve({ rows: times, problem: 'sum', title: 'Sums: time over the number of elements' }),
  'pays-steps': pays_curve({ rows: times, problem: 'steps', title: '1,000 steps on each element: time' }),
  'add-over-size': rates_over_size({
    rows, ladder: 'add', what: 'Sums of two vectors', words: size_words, log: true,
    rungs: ['one_block', 'many_blocks', 'grid_stride', 'vectorised'], roofs: ['cudaMemcpy'],
  }),
  'add-rates': ladder_bars({ rows, ladder: 'add', at: '268435456', what: 'Sums of two vectors', roofs: ['cudaMemcpy'] }),
  'grey-rates': ladder_bars({ rows, ladder: 'grey', at: '16384x16384', what: 'A picture turned grey', roofs: ['cudaMemcpy'] }),
})
