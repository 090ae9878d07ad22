// Successive calls on small arrays, as measured by build/03/back_to_back.
import { curves, power_of_two } from './curves.mjs'
import { paint } from './look.mjs'

// mode: 'called' or 'queued', as in the CSV.
export function back_to_back({ rows, mode, rungs = ['register_blocked', 'single_launch', 'overlapped'] }) {
  const points = (name) => rows.filter((row) => row.mode === mode && row.rung === name).map(({ size, us }) => ({ x: Number(size), y: Number(us) })).sort((a, b) => a.x - b.x)
  const sizes = [...new Set(rows.map(({ size }) => Number(size)))].sort((a, b) => a - b)
  const at = (name) => points(name)[0].y.toFixed(1)
  return curves({
    title: mode === 'called' ? 'Microseconds a call, as called' : 'Microseconds a call, queued before the first begins',
    note: rows[0].device,
    alt: `Curves of microseconds a call over the size: at ${power_of_two(sizes[0])} elements ${['cub', 'single_launch', 'overlapped'].map((name) => `${name} takes ${at(name)}`).join(', ')}`,
    series: [
      ...rungs.map((name) => ({ name, points: points(name) })),
      { name: 'cub', points: points('cub'), stroke: paint.library, dash: [8, 3] },
      { name: 'read_only', points: points('read_only'), stroke: paint.roof, dash: [3, 3] },
    ],
    x: { domain: [sizes[0], sizes.at(-1)], ticks: sizes, words: power_of_two, title: 'elements' },
    y: { domain: [1, 32], ticks: [1, 2, 4, 8, 16, 32], words: String },
    height: 280,
  })
}
