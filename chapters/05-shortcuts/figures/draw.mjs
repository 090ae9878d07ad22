// Draws the figures of the lesson as SVG beside this file, out of the functions that the deck uses too.
//
// usage: node chapters/05-shortcuts/figures/draw.mjs [--check]      --check: says which are not up to date, exit code 1
import { access_pattern } from '../../../common/figures/access_pattern.mjs'
import { busy_multiprocessors, divided_ks, padded_buffer, shared_slab } from '../../../common/figures/blocks_of_shortcuts.mjs'
import { ahead_and_in_blocks, chains_over_time, reading_lines, reuse_in_registers } from '../../../common/figures/cpu_shortcuts.mjs'
import { float_bits, integer_order, pairs_in_a_word } from '../../../common/figures/floats_as_integers.mjs'
import { floyd_warshall_phases, two_legs } from '../../../common/figures/paths.mjs'
import { lane_sectors, lanes_in_warp, second_leg_banks, thread_elements } from '../../../common/figures/lane_maps.mjs'
import { draw, read_beside } from '../../../common/figures/on_page.mjs'
import { buffers_over_time } from '../../../common/figures/products.mjs'
import { warp_tiles } from '../../../common/figures/warp_tiles.mjs'
import { bands_known } from '../../../common/figures/whole_call.mjs'

draw(import.meta.url, {
  'access-pattern': access_pattern({ csv: read_beside(import.meta.url, '../programs/parts/first_block.csv') }),
  'ahead-and-in-blocks': ahead_and_in_blocks(),
  'bands-known': bands_known({ csv: read_beside(import.meta.url, '../programs/parts/overlapped.cu') }),
  'banks-eight-apart': second_leg_banks(),
  'banks-vectors': second_leg_banks({ vectors: 'yes' }),
  'buffers-over-time': buffers_over_time({ work: 'relax' }),
  'busy-multiprocessors': busy_multiprocessors(),
  'chains-over-time': chains_over_time(),
  'divided-ks': divided_ks(),
  'float-bits': float_bits(),
  'floyd-warshall-phases': floyd_warshall_phases(),
  'integer-order': integer_order(),
  'lanes-in-warp': lanes_in_warp(),
  'padded-buffer': padded_buffer(),
  'pairs-in-a-word': pairs_in_a_word(),
  'reading-lines': reading_lines(),
  'reuse-in-registers': reuse_in_registers(),
  'sectors-coalesced': lane_sectors({ rung: 'coalesced' }),
  'sectors-naive': lane_sectors({ rung: 'naive' }),
  'shared-slab': shared_slab(),
  'thread-elements': thread_elements(),
  'two-legs': two_legs({ csv: read_beside(import.meta.url, '../maps/town.gr') }),
  'warp-tiles': warp_tiles({ wide: 128, factors: 't d', result: 'r' }),
})
