// Draws the figures of the lesson as SVG beside this file, out of the functions that the decks use too.
//
// usage: node chapters/04-matmul/figures/draw.mjs [--check]      --check: says which are not up to date, exit code 1
import { occupancy_over_registers, occupancy_over_shared_memory } from '../../../slides/figures/occupancy.mjs'
import { warp_tiles } from '../../../slides/figures/warp_tiles.mjs'
import { draw, read_beside } from '../../../slides/figures/on_page.mjs'

const lesson = read_beside(import.meta.url, '../README.md')

draw(import.meta.url, {
  'occupancy-registers': occupancy_over_registers({ lesson }),
  'warp-tiles': warp_tiles(),
  'occupancy-shared': occupancy_over_shared_memory({ lesson }),
})
