// Draws the figures of the lesson as SVG beside this file, out of the functions that the decks use too.
//
// usage: node chapters/04-matmul/figures/draw.mjs [--check]      --check: says which are not up to date, exit code 1
import { bank_map } from '../../../common/figures/bank_maps.mjs'
import { packs_of_pair, pairs_of_threads, thread_of_block, tiles_of_blocks } from '../../../common/figures/block_indices.mjs'
import { lanes_in_warp } from '../../../common/figures/lane_maps.mjs'
import { runs_of_columns } from '../../../common/figures/packs.mjs'
import { buffers_over_time, product_element, product_tiles, register_tile, turned_store, warp_of_block } from '../../../common/figures/products.mjs'
import { turned_corner, walk } from '../../../common/figures/walks.mjs'
import { warp_tiles } from '../../../common/figures/warp_tiles.mjs'
import { draw } from '../../../common/figures/on_page.mjs'

draw(import.meta.url, {
  element: product_element(),
  'walk-along-rows': walk({ way: 'along' }),
  'walk-down-columns': walk(),
  'tiles-of-blocks': tiles_of_blocks(),
  'thread-of-block': thread_of_block(),
  'pairs-of-threads': pairs_of_threads(),
  'packs-of-pair': packs_of_pair(),
  'warp-in-a-row': warp_of_block(),
  'warp-in-a-column': warp_of_block({ across: 1 }),
  tiles: product_tiles(),
  'four-in-a-row': register_tile({ rows: 1, cols: 4 }),
  'bank-map-16': bank_map({ row: 16 }),
  'bank-map-17': bank_map({ row: 17 }),
  'bank-map-18': bank_map({ row: 18 }),
  'banks-16': turned_store(),
  'banks-17': turned_store({ padding: 1 }),
  'banks-18': turned_store({ padding: 2 }),
  column: register_tile({ rows: 16, cols: 1 }),
  square: register_tile(),
  'runs-of-columns': runs_of_columns(),
  buffers: buffers_over_time(),
  'warp-tiles': warp_tiles(),
  'lanes-in-warp': lanes_in_warp({ factors: 'A B' }),
  'turned-corner': turned_corner(),
})
