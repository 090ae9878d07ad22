// Measured bandwidth over what is in flight, from build/01/latency: over warps, and over bytes.
import { curves } from './curves.mjs'
import { paint } from './look.mjs'

const bytes_of_load = 128 // of a warp

// over: 'warps' or 'bytes'.
export function latency_curve({ rows, over }) {
  const [{ device, multiprocessors, latency_ns }] = rows
  const x_of = (row) => (over === 'warps' ? Number(row.warps) : Number(row.warps) * Number(row.loads) * bytes_of_load)
  const points = (loads) => rows.filter((row) => row.loads === loads).map((row) => ({ x: x_of(row), y: Number(row.gb_per_s) })).sort((a, b) => a.x - b.x)
  const series = ['1', '2', '4'].map((loads) => ({ name: loads === '1' ? '1 load a thread' : `${loads} loads`, points: points(loads) }))
  const rates = rows.map(({ gb_per_s }) => Number(gb_per_s))
  const best = Math.max(...rates)
  const ticks = [...new Set(rows.map(x_of))].filter((value) => Number.isInteger(Math.log2(value))).sort((a, b) => a - b)
  const law = (bytes) => (bytes / Number(latency_ns)) * Number(multiprocessors)
  const end = (loads) => points(loads).at(-1)
  const bent = (best / Number(multiprocessors)) * Number(latency_ns) // where the law reaches the memory's best
  const steps = Array.from({ length: 25 }, (_, k) => ticks[0] * (bent / ticks[0]) ** (k / 24))
  const law_curve = { name: 'Little’s law', stroke: paint.roof, dash: [3, 3], shape: 'none', points: [...steps.map((x) => ({ x, y: law(x) })), { x: ticks.at(-1), y: best }] }
  return curves({
    title: `GB/s over ${over === 'warps' ? 'resident warps' : 'bytes in flight'}`,
    note: over === 'warps' ? device : `${device}; a load takes ${Number(latency_ns).toFixed(0)} ns`,
    alt: over === 'warps'
      ? `Three curves rise with the warps of a multiprocessor: at ${end('1').x} warps one load a thread reaches ${end('1').y.toFixed(0)} GB/s, four loads ${end('4').y.toFixed(0)}`
      : `The same points over the bytes in flight lie near one curve, a little below Little’s law, up to ${best.toFixed(0)} GB/s`,
    series: over === 'warps' ? series : [...series, law_curve],
    x: { domain: [ticks[0], ticks.at(-1)], ticks, words: (value) => (value >= 1024 ? `${value / 1024} Ki` : String(value)), title: `${over === 'warps' ? 'resident warps' : 'bytes in flight'} in each multiprocessor` },
    y: { domain: [0, 5000], ticks: [0, 1000, 2000, 3000, 4000, 5000], words: (value) => value.toLocaleString('en-US') },
    log: false,
  })
}
