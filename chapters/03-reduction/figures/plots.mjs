// Plots the lesson's results as SVG beside this file.
//
// usage: node chapters/03-reduction/figures/plots.mjs [--check]      --check: says which are not up to date, exit code 1
import { back_to_back } from '../../../common/plots/calls.mjs'
import { ladder_bars } from '../../../common/plots/ladder_bars.mjs'
import { rates_over_size } from '../../../common/plots/rates_over_size.mjs'
import { plot } from '../../../common/plots/render.mjs'
import { rows_of } from '../../../common/plots/results.mjs'
import { looks, over_types } from '../../../common/plots/types.mjs'

const rows = rows_of('chapters/03-reduction/results/h200.csv')
const calls = rows_of('chapters/03-reduction/results/back_to_back/h200.csv')
const power = (size) => (Number.isInteger(Math.log2(size)) ? Number(size) : undefined)

await plot(import.meta.url, {
  'rates-by-rung': ladder_bars({ rows, ladder: 'float', at: '268435456', what: 'Sums of floats', roofs: ['read_only'], libraries: ['cub'] }),
  'rates-over-size': rates_over_size({
    rows,
    ladder: 'float',
    what: 'Sums of floats',
    length: power,
    rungs: ['interleaved', 'sequential', 'first_add_while_loading', 'shuffles', 'register_blocked', 'single_launch', 'overlapped'],
    libraries: ['cub'],
    roofs: ['read_only'],
  }),
  'calls-as-called': back_to_back({ rows: calls, mode: 'called' }),
  'calls-queued': back_to_back({ rows: calls, mode: 'queued' }),
  'histogram-rates': ladder_bars({ rows, ladder: 'histogram', at: '268435456', what: 'Histograms of random bytes', roofs: ['read_only'], libraries: ['cub_32', 'cub_64'] }),
  'histogram-equal-rates': ladder_bars({ rows, ladder: 'histogram-equal', at: '268435456', what: 'Histograms of equal bytes', roofs: ['read_only'], libraries: ['cub_32', 'cub_64'] }),
  'rates-by-type': over_types({
    rows, what: 'Reductions of other types', ticks: [200, 500, 1000, 2000, 5000],
    ladders: ['float', 'int32', 'own', 'double', 'int64'].map((ladder) => ({ ladder, at: ['double', 'int64'].includes(ladder) ? '134217728' : '268435456' })),
    rungs: { interleaved: looks.slow, shuffles: looks.middle, overlapped: looks.fast },
  }),
  'scan-over-size': rates_over_size({
    rows, ladder: 'scan', what: 'Scans', length: power, log: false, y_ticks: [0, 1000, 2000, 3000, 4000, 5000],
    rungs: ['three_phases', 'single_pass', 'words'], libraries: ['cub'], roofs: ['cudaMemcpy'],
  }),
  'scan-rates': ladder_bars({ rows, ladder: 'scan', at: '268435456', what: 'Scans', roofs: ['cudaMemcpy'], libraries: ['cub'] }),
})
