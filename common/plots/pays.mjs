// When a GPU pays: the times that build/01/when_it_pays measured on CPU and GPU, over the number of elements.
import { curves, power_of_two, powers_around } from './curves.mjs'
import { paint } from './look.mjs'

const power_of_ten = (value) => (value < 1000 ? `${value} µs` : value < 1e6 ? `${value / 1e3} ms` : `${value / 1e6} s`)

// The smallest size from which on `ours` stays below `theirs`; undefined if there is none.
export function pays_from(rows, theirs, ours) {
  const last_loss = rows.map((row) => Number(row[ours]) >= Number(row[theirs])).lastIndexOf(true)
  return rows[last_loss + 1]?.elements
}

// problem: "sum" or "steps", as in the program's headings.
export function pays_curve({ rows, problem, title }) {
  const [cpu, gpu, copied] = [`${problem}: CPU, us`, `${problem}: GPU`, `${problem}: GPU, copies`]
  const points = (heading) => rows.map((row) => ({ x: Number(row.elements), y: Number(row[heading]) }))
  const sizes = rows.map(({ elements }) => Number(elements))
  const ticks = powers_around([cpu, gpu, copied].flatMap((heading) => points(heading).map(({ y }) => y)))
  const from = (heading) => {
    const size = pays_from(rows, cpu, heading)
    return size ? `from ${power_of_two(size)} elements on` : 'at none of these sizes'
  }
  return curves({
    title,
    note: `${rows[0].device}; ${rows[0].cpu.replace('(R)', '').replace('(R)', '')}`,
    alt: `Three curves of time over the number of elements: the GPU is faster than the CPU on data that it has ${from(gpu)}, with copies ${from(copied)}`,
    series: [
      { name: 'CPU, all cores', points: points(cpu), stroke: paint.library },
      { name: 'GPU', points: points(gpu), stroke: paint.ours },
      { name: 'GPU, copies', points: points(copied), stroke: paint.then },
    ],
    x: { domain: [sizes[0], sizes.at(-1)], ticks: sizes, words: power_of_two, title: 'elements' },
    y: { domain: [ticks[0], ticks.at(-1)], ticks, words: power_of_ten },
  })
}
