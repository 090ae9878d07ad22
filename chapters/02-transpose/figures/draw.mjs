// Draws the figures of the lesson as SVG beside this file, out of the functions that the deck uses too.
//
// usage: node chapters/02-transpose/figures/draw.mjs [--check]      --check: says which are not up to date, exit code 1
import { dram_cell } from '../../../common/figures/dram_cell.mjs'
import { bank_timeline, burst, channels, column_access, row_access, transpose } from '../../../common/figures/memory.mjs'
import { quarter_warps, register_block, swizzle, tile, tile_banks } from '../../../common/figures/tiles.mjs'
import { packs_of_tile } from '../../../common/figures/packs.mjs'
import { linear_order } from '../../../common/figures/walks.mjs'
import { draw } from '../../../common/figures/on_page.mjs'

draw(import.meta.url, {
  transpose: transpose(),
  'linear-order': linear_order(),
  'row-access': row_access(),
  'column-access': column_access(),
  tile: tile(),
  'tile-banks': tile_banks(),
  'tile-banks-padded': tile_banks({ padding: 1 }),
  'tile-banks-two': tile_banks({ padding: 2 }),
  'packs-of-tile': packs_of_tile(),
  'register-block': register_block(),
  'quarter-warps': quarter_warps(),
  swizzle: swizzle(),
  'dram-cell': dram_cell(),
  burst: burst(),
  'one-bank': bank_timeline({ banks: 1 }),
  'two-banks': bank_timeline({ banks: 2 }),
  channels: channels(),
  'channels-column': channels({ touch: '0 8' }),
})
