// Draws the figures of the lesson as SVG beside this file, out of the functions that the deck uses too.
//
// usage: node chapters/05-shortcuts/figures/draw.mjs [--check]      --check: says which are not up to date, exit code 1
import { access_pattern } from '../../../common/figures/access_pattern.mjs'
import { float_bits, integer_order } from '../../../common/figures/floats_as_integers.mjs'
import { floyd_warshall_phases, two_legs } from '../../../common/figures/paths.mjs'
import { lane_sectors, thread_elements } from '../../../common/figures/lane_maps.mjs'
import { draw, read_beside } from '../../../common/figures/on_page.mjs'
import { warp_tiles } from '../../../common/figures/warp_tiles.mjs'
import { bands_known } from '../../../common/figures/whole_call.mjs'

draw(import.meta.url, {
  'access-pattern': access_pattern({ csv: read_beside(import.meta.url, '../programs/parts/first_block.csv') }),
  'bands-known': bands_known(),
  'float-bits': float_bits(),
  'floyd-warshall-phases': floyd_warshall_phases(),
  'integer-order': integer_order(),
  'sectors-coalesced': lane_sectors({ rung: 'coalesced' }),
  'sectors-naive': lane_sectors({ rung: 'naive' }),
  'thread-elements': thread_elements(),
  'two-legs': two_legs({ csv: read_beside(import.meta.url, '../maps/town.gr') }),
  'warp-tiles': warp_tiles({ wide: 128, factors: 't d', result: 'r' }),
})
