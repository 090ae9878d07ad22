// Draws the figures of the lesson as SVG beside this file, with the functions that the decks use too.
//
// usage: node chapters/03-reduction/figures/draw.mjs [--check]      --check: says which are not up to date, exit code 1
import { waiting_calls } from '../../../common/figures/calls.mjs'
import { asking_blocks, clever_orders, last_block, scan_ways } from '../../../common/figures/meetings.mjs'
import { draw } from '../../../common/figures/on_page.mjs'
import { banks_of_rounds, divergent_warps_of_rounds, working_threads } from '../../../common/figures/rounds.mjs'
import { first_add_while_loading, histogram_banks, histogram_counters, pieces } from '../../../common/figures/shares.mjs'
import { block_reduce_levels } from '../../../common/figures/two_levels.mjs'
import { repeated_launches, shuffle_steps, tree_both_ways, tree_forwards } from '../../../common/figures/trees.mjs'

draw(import.meta.url, {
  'tree-both-ways': tree_both_ways(),
  'tree-forwards': tree_forwards(),
  'repeated-launches': repeated_launches(),
  'threads-interleaved': working_threads({ tree: 'interleaved' }),
  'threads-without-divergence': working_threads({ tree: 'without_divergence' }),
  'banks-without-divergence': banks_of_rounds(),
  'banks-compared': banks_of_rounds({ panels: 'interleaved:2 without_divergence:2 sequential:2' }),
  'divergent-warps': divergent_warps_of_rounds(),
  'first-add-while-loading': first_add_while_loading(),
  'shuffle-steps': shuffle_steps(),
  'clever-orders': clever_orders(),
  'block-reduce': block_reduce_levels(),
  'asking-blocks': asking_blocks(),
  'last-block': last_block(),
  pieces: pieces(),
  'waiting-calls': waiting_calls(),
  'histogram-counters': histogram_counters(),
  'histogram-banks': histogram_banks(),
  'scan-ways': scan_ways(),
})
