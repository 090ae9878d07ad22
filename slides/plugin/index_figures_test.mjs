// The drawings of indices, banks and sectors draw what the chapters count; the colours of all drawings can be told apart.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { wavefronts_of_column } from '../../common/figures/bank_maps.mjs'
import { column_then_row } from '../../common/figures/column_then_row.mjs'
import { array, colour } from '../../common/figures/svg.mjs'
import { table_of } from './tables.mjs'

const cell = (page, table, row, heading) => {
  const { headings, rows } = table_of(readFileSync(page, 'utf8'), page, table)
  return Number(rows.find(([name]) => name === row)[headings.indexOf(heading)])
}

test('a column of the transposed tile takes as many wavefronts as the lesson counts, on 16 banks and on 32', () => {
  const counted = (rung, machine) => cell('chapters/04-matmul/columns.md', 'shared', rung, `${machine}: per load`)
  const rungs = { transposed_tile: 16, 'bank_conflict_free, rows of 17': 17, 'bank_conflict_free, rows of 18': 18 }
  for (const [rung, row] of Object.entries(rungs)) {
    // A load from A's tile takes one wavefront and one from B's a column's; on 16 banks each half-warp takes as many.
    assert.equal(counted(rung, '9.0'), (1 + wavefronts_of_column(row, 32)) / 2, rung)
    assert.equal(counted(rung, '1.3'), (2 + 2 * wavefronts_of_column(row, 16)) / 2, rung)
  }
})

test('the moving picture counts the sectors that the emulator counts for a column and a row', () => {
  const [, stores] = readFileSync('chapters/02-transpose/README.md', 'utf8').match(/^naive +ok +[\d.]+ +([\d.]+)/m)
  const [, loads] = readFileSync('chapters/02-transpose/README.md', 'utf8').match(/^copy +ok +([\d.]+)/m)
  const counts = (panel) => [...column_then_row().matchAll(new RegExp(`class="${panel}_count(\\d+)" opacity="(\\d)"`, 'g'))]
  assert.equal(counts('column').length, Number(stores))
  assert.equal(counts('row').length, Number(loads))
  // Without motion only the last count is seen.
  for (const panel of ['column', 'row']) assert.deepEqual(counts(panel).map(([, , opacity]) => opacity).lastIndexOf('0'), counts(panel).length - 2)
})

test('who asks for less motion gets none', () => {
  const style = column_then_row().match(/<style>(.*?)<\/style>/)[1]
  assert.match(style, /^@media \(prefers-reduced-motion:no-preference\)\{.*\}$/)
})

const linear = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
const times = (matrix, v) => matrix.map((row) => row.reduce((sum, one, k) => sum + one * v[k], 0))
const to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
function lab(rgb) {
  const [x, y, z] = times(to_xyz, rgb.map((v) => Math.min(1, Math.max(0, v)))).map((v, k) => v / [0.9505, 1, 1.089][k]).map((v) => (v > 0.008856 ? Math.cbrt(v) : 7.787 * v + 16 / 116))
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
// Machado, Oliveira and Fernandes 2009: what people see who have no cones for red, or for green.
const sight = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  'no red': [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  'no green': [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
}

test('the colours of arrays can be told apart without seeing red, and without seeing green', () => {
  const strong = [...new Set(Object.values(array).map((family) => family.strong))]
  assert.equal(strong.length, 3)
  for (const [who, matrix] of Object.entries(sight))
    strong.forEach((one, k) =>
      strong.slice(k + 1).forEach((other) => {
        const [a, b] = [one, other].map((hex) => lab(times(matrix, linear(hex))))
        const distance = Math.hypot(...a.map((v, axis) => v - b[axis]))
        assert.ok(distance > 40, `${one} and ${other}, ${who}: ${distance.toFixed(0)}`)
      }),
    )
})

test('the strong colours stand out on a white card and on a dark one', () => {
  const luminance = (hex) => times([to_xyz[1]], linear(hex))[0]
  const contrast = (...pair) => pair.map(luminance).sort((a, b) => b - a).map((v) => v + 0.05).reduce((a, b) => a / b)
  for (const name of ['blue', 'orange', 'green'])
    for (const ground of [colour.white, '#0d1117']) assert.ok(contrast(colour[name], ground) >= 3, `${name} on ${ground}`)
})
