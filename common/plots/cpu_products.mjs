// Chapter 04's products on a CPU over the size, with OpenBLAS, as measured by build/04/cpu.
import { curves, powers_around } from './curves.mjs'
import { paint } from './look.mjs'
import { words_of } from './results.mjs'

// versions: [[name in the CSV, name on the plot]], each with one thread and with all.
export function cpu_products({ rows, versions, libraries }) {
  const most = String(Math.max(...rows.map(({ threads }) => Number(threads))))
  const points = (name, threads) =>
    rows.filter((row) => row.version === name && row.threads === threads).map(({ n, seconds }) => ({ x: Number(n), y: (2 * Number(n) ** 3) / Number(seconds) / 1e9 })).sort((a, b) => a.x - b.x)
  const series = [...versions, ...libraries].flatMap(([name, shown]) =>
    ['1', most].map((threads) => ({
      name: `${shown}, ${threads}`,
      points: points(name, threads),
      ...(libraries.some(([library]) => library === name) ? { stroke: paint.library, dash: [8, 3] } : {}),
    })),
  )
  const sizes = [...new Set(rows.map(({ n }) => Number(n)))].sort((a, b) => a - b)
  const ticks = powers_around(series.flatMap(({ points }) => points.map(({ y }) => y)))
  const last = series.map(({ name, points }) => `${name}: ${words_of(points.at(-1).y)}`)
  return curves({
    title: 'Products on a CPU, GFLOP/s',
    note: `${rows[0].cpu.replaceAll('(R)', '')}; the number behind a name: threads`,
    alt: `Curves of GFLOP/s over n, at ${sizes.at(-1)} ${last.join(', ')}`,
    series,
    x: { domain: [sizes[0], sizes.at(-1)], ticks: sizes, words: String, title: 'n' },
    y: { domain: [ticks[0], ticks.at(-1)], ticks, words: (value) => value.toLocaleString('en-US') },
  })
}
