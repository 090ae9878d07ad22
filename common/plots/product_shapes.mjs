// Chapter 04's products of many shapes: rungs 13 and 14 beside the fastest layout of cuBLAS, which is 1.
import { dots } from './dots.mjs'
import { paint } from './look.mjs'

const name_of = ({ m, n, k, lda, ldb, ldc, bar }) =>
  [m, n, k].join(' × ') + (lda === k && ldb === n && ldc === n ? '' : `, rows of ${lda}, ${ldb}, ${ldc}`) + (bar === '0' ? ' (no bar)' : '')

// rows: of results/shapes/h200.csv.
export function product_shapes({ rows }) {
  if (rows.length === 0) throw new Error('no results of products of many shapes')
  const shapes = new Map()
  for (const row of rows) shapes.set(name_of(row), [...(shapes.get(name_of(row)) ?? []), row])
  const found = [...shapes].map(([name, measured]) => {
    const us = (which) => Math.min(...measured.filter(({ multiplication }) => which(multiplication)).map((row) => Number(row.us)))
    const library = us((one) => one.startsWith('cuBLAS'))
    return { name, fixed: library / us((one) => one === 'warp_tiled'), divided: library / us((one) => one === 'divided_k') }
  })
  const faster = found.filter(({ divided }) => divided >= 1).length
  const worst = found.reduce((a, b) => (b.fixed < a.fixed ? b : a))
  const digits = (value) => value.toFixed(2)
  return dots({
    title: 'Rates in parts of cuBLAS’s fastest layout',
    note: `m × n × k, ${rows[0].device}`,
    alt: `A row for each shape of product: divided_k is as fast as cuBLAS or faster in ${faster} of ${found.length}; warp_tiled, which has one size of tile, falls to ${digits(worst.fixed)} at ${worst.name}`,
    rows: found.map(({ name, fixed, divided }) => ({ name, marks: [{ series: 'fixed', at: fixed }, { series: 'divided', at: divided }] })),
    ticks: [0.01, 0.1, 1, 2],
    words: String,
    digits,
    series: {
      fixed: { words: '13 warp_tiled', fill: paint.then, shape: 'circle', numbered: true },
      divided: { words: '14 divided_k', fill: paint.ours, shape: 'square', numbered: true },
    },
  })
}
