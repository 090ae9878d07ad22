// Plots the lesson's results as SVG beside this file.
//
// usage: node chapters/05-shortcuts/figures/plots.mjs [--check]      --check: says which are not up to date, exit code 1
import { best_read } from '../../../common/plots/ceilings.mjs'
import { shortcuts } from '../../../common/plots/counted.mjs'
import { ladder_bars } from '../../../common/plots/ladder_bars.mjs'
import { rates_over_size } from '../../../common/plots/rates_over_size.mjs'
import { plot } from '../../../common/plots/render.mjs'
import { rows_of, text_of } from '../../../common/plots/results.mjs'
import { all_rungs } from '../../../common/plots/all_ladders.mjs'
import { roofline } from '../../../common/plots/roofline.mjs'
import { call_parts, clocks_of_forms } from '../../../common/plots/shortcuts.mjs'

const folder = 'chapters/05-shortcuts'
const rows = rows_of(`${folder}/results/h200.csv`)
const of_cpu = rows_of(`${folder}/results/amd-epyc-2-threads.csv`)
const roofs = ['three_input_only', 'fminf_only']

const at = '6300'
const ladder = shortcuts()
const roof = ladder.rate_of('three_input_only')

await plot(import.meta.url, {
  'ladder-rates': ladder_bars({ rows, ladder: 'float', at, what: 'The ladder of the shortcuts', roofs, except: ['ternary_only'] }),
  'rates-over-size': rates_over_size({
    rows, ladder: 'float', what: 'Shortcuts', words: String, x_title: 'vertices', log: false, y_ticks: [0, 5, 10, 15, 20],
    rungs: ['coalesced', 'register_blocked', 'shared_memory', 'bank_conflict_free', 'warp_tiled', 'three_input_minimum', 'in_strips'],
    roofs: ['three_input_only'],
  }),
  'integer-rates': ladder_bars({ rows, ladder: 'int32', at, what: 'Shortcuts of integers', roofs: ['add_and_minimum_only', 'pairs_only'], except: ['three_input_only'] }),
  'cpu-rates': ladder_bars({ rows: of_cpu, ladder: 'float', on: 'cpu', at: '1000', what: 'Shortcuts on a CPU', roofs: ['add_and_compare'], except: ['tiles'] }),
  'padding-rates': ladder_bars({ rows, ladder: 'padding', at, what: 'Padding and transposing d' }),
  'call-parts': call_parts({ printed: text_of(`${folder}/results/whole_call/h200.txt`) }),
  'clocks-of-forms': clocks_of_forms({ printed: text_of(`${folder}/results/tune/h200.txt`) }),
  roofline: roofline({
    title: '10¹² relaxations/s over relaxations for each byte asked for',
    note: `6,300 vertices, ${ladder.device}; loads counted by the emulator at ${ladder.counted_at[0]}`,
    rungs: ladder.rungs,
    bandwidth: best_read(),
    ceilings: [{ label: `three_input_only: ${roof.toFixed(1)}`, rate: roof }],
    x: { ticks: [0.05, 0.1, 0.3, 1, 3, 10, 30], title: 'relaxations for each byte that loads ask for' },
    y: { ticks: [0.3, 1, 3, 10, 30] },
  }),
  'roofline-of-all': all_rungs(),
})
