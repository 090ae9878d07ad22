// Draws the figures of the lesson as SVG beside this file, out of the functions that the deck uses too.
//
// usage: node chapters/02-transpose/figures/draw.mjs [--check]      --check: says which are not up to date, exit code 1
import { bank_timeline, burst, channels, column_access, row_access, transpose } from '../../../common/figures/memory.mjs'
import { quarter_warps, register_block, swizzle, tile, tile_banks } from '../../../common/figures/tiles.mjs'
import { draw } from '../../../common/figures/on_page.mjs'

draw(import.meta.url, {
  transpose: transpose(),
  'row-access': row_access(),
  'column-access': column_access(),
  tile: tile(),
  'tile-banks': tile_banks(),
  'tile-banks-padded': tile_banks({ padding: 1 }),
  'tile-banks-two': tile_banks({ padding: 2 }),
  'register-block': register_block(),
  'quarter-warps': quarter_warps(),
  swizzle: swizzle(),
  burst: burst(),
  'one-bank': bank_timeline({ banks: 1 }),
  'two-banks': bank_timeline({ banks: 2 }),
  channels: channels(),
  'channels-column': channels({ touch: '0 8' }),
})
