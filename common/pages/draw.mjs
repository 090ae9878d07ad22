// Draws the moving picture at the top of README.md as SVG beside this file. (report.sh draws the picture of a report.)
//
// usage: node common/pages/draw.mjs [--check]      --check: says whether it is up to date, exit code 1 if not
import { column_then_row } from '../figures/column_then_row.mjs'
import { draw } from '../figures/on_page.mjs'

draw(import.meta.url, { 'column-then-row': column_then_row() })
