// Draws the figures of the lesson as SVG beside this file, out of the functions that the decks use too.
//
// usage: node chapters/04-matmul/figures/draw.mjs [--check]      --check: says which are not up to date, exit code 1
import { occupancy_over_registers, occupancy_over_shared_memory } from '../../../common/figures/occupancy.mjs'
import { buffers_over_time, product_element, product_tiles, register_tile, turned_store, warp_of_block } from '../../../common/figures/products.mjs'
import { warp_tiles } from '../../../common/figures/warp_tiles.mjs'
import { draw, lesson_beside } from '../../../common/figures/on_page.mjs'

const lesson = lesson_beside(import.meta.url)

draw(import.meta.url, {
  element: product_element(),
  'warp-in-a-row': warp_of_block(),
  'warp-in-a-column': warp_of_block({ across: 1 }),
  tiles: product_tiles(),
  'four-in-a-row': register_tile({ rows: 1, cols: 4 }),
  'banks-16': turned_store(),
  'banks-17': turned_store({ padding: 1 }),
  'banks-18': turned_store({ padding: 2 }),
  column: register_tile({ rows: 16, cols: 1 }),
  square: register_tile(),
  buffers: buffers_over_time(),
  'occupancy-registers': occupancy_over_registers({ lesson }),
  'warp-tiles': warp_tiles(),
  'occupancy-shared': occupancy_over_shared_memory({ lesson }),
})
