// Plots what README shows of all ladders, as SVG beside this file.
//
// usage: node common/pages/plots.mjs [--check]      --check: says whether it is up to date, exit code 1
import { all_ladders } from '../plots/all_ladders.mjs'
import { plot } from '../plots/render.mjs'

await plot(import.meta.url, { ladders: all_ladders() })
