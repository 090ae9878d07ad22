// Plots the lesson's results as SVG beside this file.
//
// usage: node chapters/02-transpose/figures/plots.mjs [--check]      --check: says which are not up to date, exit code 1
import { ladder_bars } from '../../../common/plots/ladder_bars.mjs'
import { rates_over_size } from '../../../common/plots/rates_over_size.mjs'
import { plot } from '../../../common/plots/render.mjs'
import { rows_of } from '../../../common/plots/results.mjs'

const rows = rows_of('chapters/02-transpose/results/h200.csv')

await plot(import.meta.url, {
  'rates-over-size': rates_over_size({
    rows, what: 'Squares', words: String, x_title: 'rows and columns', log: false, y_ticks: [0, 1000, 2000, 3000, 4000, 5000],
    length: (size) => (/^(\d+)x\1$/.test(size) && Number.isInteger(Math.log2(size.split('x')[0])) ? Number(size.split('x')[0]) : undefined),
    rungs: ['naive', 'coalesced', 'bank_conflict_free', 'copy', 'register_blocked', 'shifted'], roofs: ['cudaMemcpy'],
  }),
  'ladder-rates': ladder_bars({ rows, at: '8192x8192', what: 'The ladder of the transpose', roofs: ['cudaMemcpy'] }),
})
