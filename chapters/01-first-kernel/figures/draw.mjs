// Draws the figures of the lesson as SVG beside this file, with the functions that the decks use too.
//
// usage: node chapters/01-first-kernel/figures/draw.mjs [--check]      --check: says which are not up to date, exit code 1
import * as launches from '../../../common/figures/launches.mjs'
import { cpu_and_gpu } from '../../../common/figures/machines.mjs'
import { draw } from '../../../common/figures/on_page.mjs'
import { packs_of_lanes, three_packs_a_lane } from '../../../common/figures/packs.mjs'
import * as warps from '../../../common/figures/warps.mjs'

draw(import.meta.url, {
  'cpu-and-gpu': cpu_and_gpu(),
  'grid-index': launches.grid_index(),
  'two-memories': launches.two_memories(),
  sharing: launches.sharing(),
  'block-48': warps.block_warps({ shape: '48' }),
  'block-8x8': warps.block_warps({ shape: '8x8' }),
  'block-4x8x2': warps.block_warps({ shape: '4x8x2' }),
  'divergent-lanes': warps.divergent_lanes(),
  'picture-76x62': warps.picture_edge({ picture: '76x62' }),
  'picture-200x150': warps.picture_edge({ picture: '200x150', lens: 'yes' }),
  'hidden-waiting': warps.hidden_waiting(),
  'packs-of-lanes': packs_of_lanes(),
  'three-packs': three_packs_a_lane(),
})
