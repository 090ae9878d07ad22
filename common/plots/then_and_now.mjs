// Chapter 04's figures of Li, Ranka and Sahni beside ours. The book prints plots of its Figures 1.36, 1.40, 1.41 and 1.42 and no other
// numbers, so these are drawn from the tables of the lesson, which have the book's values and ours.
import { bars } from './bars.mjs'
import { dots, scatter } from './dots.mjs'
import { paint } from './look.mjs'
import { table_in, words_of } from './results.mjs'

const number = (cell) => (cell === undefined || cell === '-' ? undefined : Number(cell))
const short = (version) => version.split(',')[0]
const C1060 = 'Tesla C1060'
const fill = { then: paint.then, now: paint.ours }
const in_order = ['GPU1', 'GPU2', 'GPU3', 'GPU4', 'GPU5', 'GPU6', 'GPU7', 'GPU8', 'sgemm']

// What the kernels ask of memory at n = 16384: Figures 1.37 and 1.38.
const asked = (derived) => table_in(derived, 'large')
export function asked_of_memory({ derived, volume }) {
  const [then, now] = volume ? ['volume, GB', 'volume, GB of 9.0'] : ['1.3: transactions, 10^9', '9.0: sectors, 10^9']
  const rows = asked(derived).map((row) => ({ name: row.version, then: Number(row[then]), now: Number(row[now]) }))
  const [first, last] = [rows[0], rows.find(({ name }) => name === 'GPU8')]
  return bars({
    title: volume ? 'Volume that the kernels ask for, TB' : 'What memory is asked for, in 10⁹',
    note: `n = 16,384, as Figure ${volume ? '1.38' : '1.37'} has it for the C1060`,
    alt: volume
      ? `Two bars a kernel: from GPU1 to GPU8 the volume falls from ${words_of(first.then / 1000)} to ${words_of(last.then / 1000)} TB on the C1060 and from ${words_of(first.now / 1000)} to ${words_of(last.now / 1000)} on the H200`
      : `Two bars a kernel: from GPU1 to GPU8 the C1060's transactions fall from ${words_of(first.then)} to ${words_of(last.then)} billion, the H200's sectors from ${words_of(first.now)} to ${words_of(last.now)} billion`,
    rows: rows.map(({ name, then, now }) => {
      const [a, b] = volume ? [then / 1000, now / 1000] : [then, now]
      return { label: name, tracks: [[{ to: a, fill: fill.then, words: words_of(a) }], [{ to: b, fill: fill.now, words: words_of(b) }]] }
    }),
    key: volume ? [{ fill: fill.then, words: 'compute capability 1.3' }, { fill: fill.now, words: '9.0' }] : [{ fill: fill.then, words: 'transactions of 1.3' }, { fill: fill.now, words: 'sectors of 9.0' }],
  })
}

// The versions of a table of then-and-now.md with both numbers at that size.
const pairs = (page, table, n = 16384) =>
  table_in(page, `04/comparison ${table}`).map((row) => ({ name: row.version, then: number(row[`C1060, ${n}`]?.split(' ')[0]), now: number(row[`H200, ${n}`]), bracket: number(/\((.*)\)/.exec(row[`C1060, ${n}`])?.[1]) })).filter(({ then, now }) => then !== undefined || now !== undefined)

// Seconds at n = 16384 and what the volume alone would take: Figure 1.43.
export function run_times({ page, derived }) {
  const headings = Object.keys(table_in(page, '04/comparison bounds')[0])
  const [then, now] = headings.flatMap((heading) => /^at (\d+) GB\/s/.exec(heading)?.[1] ?? []).map(Number)
  const volumes = Object.fromEntries(asked(derived).map((row) => [row.version, { then: Number(row['volume, GB']) / then, now: Number(row['volume, GB of 9.0']) / now }]))
  const rows = pairs(page, 'times').filter(({ then }) => then !== undefined).map(({ name, then, now }) => ({ name, marks: [
    { series: 'then', at: then }, { series: 'now', at: now && now / 1000 },
    { series: 'then_bound', at: volumes[short(name)]?.then }, { series: 'now_bound', at: volumes[short(name)]?.now },
  ] }))
  const sooner = rows.filter(({ marks }) => marks[1].at < marks[3].at).map(({ name }) => short(name))
  return dots({
    title: 'Run times, seconds', note: 'n = 16,384, as Figure 1.43 has it for the C1060',
    alt: `A row for each kernel, with its time and what its volume alone would take: on the C1060 ${words_of(rows[0].marks[0].at)} seconds for GPU1, on the H200 ${words_of(rows[0].marks[1].at)}; there ${sooner.join(' and ')} take less than their volume would`,
    rows, ticks: [0.1, 1, 10, 100, 1000], words: (value) => value.toLocaleString('en-US'),
    series: {
      then: { words: C1060, fill: fill.then, shape: 'circle', numbered: true }, now: { words: 'H200', fill: fill.now, shape: 'square', numbered: true },
      then_bound: { words: 'volume alone', fill: fill.then, shape: 'diamond' }, now_bound: { words: 'volume alone', fill: fill.now, shape: 'diamond' },
    },
  })
}

// Figure 1.44.
export function rates({ page }) {
  const rows = pairs(page, 'rates').filter(({ then }) => then !== undefined)
  const of = (version) => rows.find(({ name }) => short(name) === version)
  return dots({
    title: 'GFLOP/s', note: 'n = 16,384, as Figure 1.44 has it for the C1060',
    alt: `A row for each kernel, GFLOP/s on the C1060 and on the H200: ${['GPU1', 'GPU3', 'GPU4', 'GPU8'].map((name) => `${name} ${words_of(of(name).then)} and ${words_of(1000 * of(name).now)}`).join(', ')}`,
    rows: rows.map(({ name, then, now }) => ({ name, marks: [{ series: 'then', at: then }, { series: 'now', at: now && now * 1000 }] })),
    ticks: [10, 100, 1000, 10000, 100000], words: (value) => value.toLocaleString('en-US'),
    series: { then: { words: C1060, fill: fill.then, shape: 'circle', numbered: true }, now: { words: 'H200', fill: fill.now, shape: 'square', numbered: true } },
  })
}

// Shares of the peak without special function units: Figure 1.45.
export function efficiency({ page }) {
  const found = pairs(page, 'efficiency')
  const of = (version) => found.find(({ name }) => short(name) === version)
  return dots({
    title: 'Share of the peak of multiply-adds', note: 'n = 16,384, as Figure 1.45; the book divides by 933 GFLOP/s, here by the 622 of multiply-adds alone',
    alt: `A row for each version, shares of the peak of C1060 and H200: ${['GPU1', 'GPU8', 'CUBLAS'].map((name) => `${name} ${of(name).bracket} and ${of(name).now}`).join(', ')}`,
    rows: found.map(({ name, bracket, now }) => ({ name, marks: [{ series: 'then', at: bracket }, { series: 'now', at: now }] })),
    ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], words: (value) => String(value), log: false, digits: (value) => value.toFixed(2),
    series: { then: { words: C1060, fill: fill.then, shape: 'circle', numbered: true }, now: { words: 'H200', fill: fill.now, shape: 'square', numbered: true } },
  })
}

// Time against transactions or volume: Figures 1.46 and 1.47.
export function against({ page, derived, volume }) {
  const times = Object.fromEntries(pairs(page, 'times').map(({ name, then, now }) => [short(name), { then, now: now && now / 1000 }]))
  const rows = asked(derived).filter(({ version }) => in_order.includes(version))
  const [then, now] = volume ? ['volume, GB', 'volume, GB of 9.0'] : ['1.3: transactions, 10^9', '9.0: sectors, 10^9']
  const points = (column, when) => rows.map((row) => ({ name: row.version, x: Number(row[column]) / (volume ? 1000 : 1), y: times[row.version][when] })).filter(({ y }) => y !== undefined)
  const [old, today] = [points(then, 'then'), points(now, 'now')]
  const span = (points) => `from ${words_of(Math.min(...points.map(({ y }) => y)))} to ${words_of(Math.max(...points.map(({ y }) => y)))} seconds`
  return scatter({
    title: `Seconds over ${volume ? 'volume' : 'what memory is asked for'}`, note: `n = 16,384, as Figure ${volume ? '1.47' : '1.46'} has it for the C1060`,
    alt: `Points of kernels, time over ${volume ? 'volume' : 'transactions and sectors'}: the C1060's rise to the right ${span(old)}, the H200's lie on levels ${span(today)}`,
    x: { ticks: volume ? [1, 2, 5, 10, 20, 50] : [10, 20, 50, 100, 200, 500, 1000], title: volume ? 'TB' : '10⁹ transactions (C1060), 10⁹ sectors (H200)' },
    y: { ticks: [0.1, 1, 10, 100, 1000] },
    series: [{ words: C1060, fill: fill.then, shape: 'circle', points: old }, { words: 'H200', fill: fill.now, shape: 'square', points: today }],
  })
}

// Speedups over one thread of a CPU at n = 4096: Figure 1.48. `printed`: what build/04/cpu --speedups prints, as a page quotes it.
export function speedups({ printed }) {
  const rows = [...printed.matchAll(/^(\w[^\n]*?) {2,}([\d.]+) +([\d.]+|-)$/gm)].map(([, name, ours, theirs]) => ({ name, marks: [{ series: 'then', at: number(theirs) }, { series: 'now', at: Number(ours) }] }))
  if (rows.length === 0) throw new Error('cpu --speedups printed nothing that this plot reads')
  return dots({
    title: 'Times as fast as one thread of the host, ikj', note: 'n = 4,096, as Figure 1.48 has it for the C1060 and a Xeon of its time',
    alt: `A row for each version: GPU8 was ${rows.find(({ name }) => name.includes('GPU8')).marks[0].at} times as fast as its host's one thread then, and is ${rows.find(({ name }) => name.includes('GPU8')).marks[1].at} times today`,
    rows, ticks: [0.01, 0.1, 1, 10, 100, 1000, 10000, 100000], words: (value) => value.toLocaleString('en-US'),
    series: { then: { words: 'then', fill: fill.then, shape: 'circle', numbered: true }, now: { words: 'now', fill: fill.now, shape: 'square', numbered: true } },
  })
}
