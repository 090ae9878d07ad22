// Plots the lesson's results as SVG beside this file.
//
// usage: node chapters/04-matmul/figures/plots.mjs [--check]      --check: says which are not up to date, exit code 1
import { best_read } from '../../../common/plots/ceilings.mjs'
import { multiply_adds, products } from '../../../common/plots/counted.mjs'
import { cpu_products } from '../../../common/plots/cpu_products.mjs'
import { ladder_bars } from '../../../common/plots/ladder_bars.mjs'
import { occupancy_over_registers, occupancy_over_shared_memory } from '../../../common/plots/occupancy.mjs'
import { product_shapes } from '../../../common/plots/product_shapes.mjs'
import { rates_over_size } from '../../../common/plots/rates_over_size.mjs'
import { plot } from '../../../common/plots/render.mjs'
import { roofline } from '../../../common/plots/roofline.mjs'
import { output_in, rows_of, text_of } from '../../../common/plots/results.mjs'
import * as then from '../../../common/plots/then_and_now.mjs'

const folder = 'chapters/04-matmul'
const rows = rows_of(`${folder}/results/h200.csv`)
const page = text_of(`${folder}/then-and-now.md`)
const derived = text_of(`${folder}/derived.md`)
const square = (size) => (new Set(size.split('x')).size === 1 && Number.isInteger(Math.log2(size.split('x')[0])) ? Number(size.split('x')[0]) : undefined)

const ladder = products()
const peak = multiply_adds(ladder.megahertz)

await plot(import.meta.url, {
  'ladder-rates': ladder_bars({ rows, at: '4096x4096x4096', what: 'The ladder of the matrix product', roofs: ['cuBLAS'], except: ['cuBLAS_tf32'] }),
  'rates-over-size': rates_over_size({
    rows, what: 'The matrix product', length: square, words: String, x_title: 'n', log: false, y_ticks: [0, 10, 20, 30, 40, 50, 60],
    rungs: ['coalesced', 'shared_memory', 'round_robin', 'register_blocked', 'double_buffered', 'warp_tiled', 'divided_k', 'in_strips'],
    libraries: ['cuBLAS'],
  }),
  roofline: roofline({
    title: 'TFLOP/s over operations for each byte asked for',
    note: `n = 4,096, ${ladder.device}; loads counted by the emulator`,
    rungs: ladder.rungs,
    bandwidth: best_read(),
    ceilings: [{ label: `multiply-adds at ${ladder.megahertz} MHz: ${peak.toFixed(1)}`, rate: peak }],
    x: { ticks: [0.03, 0.1, 0.3, 1, 3, 10, 30, 100], title: 'operations for each byte that loads ask for' },
    y: { ticks: [0.1, 0.3, 1, 3, 10, 30, 100] },
  }),
  'cpu-over-size': cpu_products({ rows: rows_of(`${folder}/results/cpu/h200.csv`), versions: [['openmp', 'ikj'], ['blocked', 'blocked']], libraries: [['OpenBLAS', 'OpenBLAS']] }),
  shapes: product_shapes({ rows: rows_of(`${folder}/results/shapes/h200.csv`) }),
  'occupancy-registers': occupancy_over_registers({ lesson: text_of(`${folder}/occupancy.md`) }),
  'occupancy-shared': occupancy_over_shared_memory({ lesson: text_of(`${folder}/occupancy.md`) }),
  'then-transactions': then.asked_of_memory({ derived }),
  'then-volume': then.asked_of_memory({ derived, volume: true }),
  'then-times': then.run_times({ page, derived }),
  'then-rates': then.rates({ page }),
  'then-efficiency': then.efficiency({ page }),
  'then-time-transactions': then.against({ page, derived }),
  'then-time-volume': then.against({ page, derived, volume: true }),
  'then-speedups': then.speedups({ printed: output_in(text_of(`${folder}/cpu.md`), 'cpu_speedups') }),
})
