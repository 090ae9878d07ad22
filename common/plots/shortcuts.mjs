// What chapter 05's programs measured: the whole call, part by part, and the forms of a relaxation.
import { call_of } from '../figures/whole_call.mjs'
import { clocks_of, forms } from '../figures/relaxation_forms.mjs'
import { bars } from './bars.mjs'
import { paint } from './look.mjs'

const fill_of = { 'copy in': paint.then, compute: paint.ours, 'copy out': paint.then, allocate: paint.quiet, free: paint.quiet }

// printed: by build/05/whole_call.
export function call_parts({ printed }) {
  const { device, n, plain, overlapped } = call_of(printed)
  const track = (parts) => {
    let from = 0
    return parts.map(({ name, ms }) => ({ from, to: (from += ms), fill: fill_of[name], words: `${name} ${ms.toFixed(1)}`, centred: true }))
  }
  const total = (ms) => ({ from: ms, to: ms, fill: 'none', words: ms.toFixed(1) })
  return bars({
    most: 1.12 * Math.max(...plain.map(({ sum }) => sum)),
    title: 'The whole call, milliseconds',
    note: `n = ${n.toLocaleString('en-US')}, ${device}`,
    alt: `Bars of milliseconds: ${plain.map(({ name, sum }) => `${name} ${sum.toFixed(1)}`).join(', ')}, ${overlapped.name} ${overlapped.ms.toFixed(1)}; computing alone takes ${overlapped.bound.toFixed(1)}`,
    rows: [
      ...plain.map(({ name, parts, sum }) => ({ label: name, tracks: [[...track(parts), total(sum)]] })),
      { label: overlapped.name, tracks: [[{ to: overlapped.ms, fill: paint.together, words: 'all at once', centred: true }, total(overlapped.ms)]] },
    ],
    roofs: [{ label: `the larger of computing and copying: ${overlapped.bound.toFixed(1)}`, at: overlapped.bound }],
    key: [{ fill: paint.then, words: 'copy in, copy out' }, { fill: paint.ours, words: 'compute' }, { fill: paint.quiet, words: 'allocate, free' }],
  })
}

const lanes_issued = 128 // a clock and multiprocessor

// printed: by build/05/tune.
export function clocks_of_forms({ printed }) {
  const measured = clocks_of(printed)
  const device = /NVIDIA [^,\n]+/.exec(printed)?.[0] ?? 'H200'
  const rows = forms.map((form) => ({ ...form, issued: (2 * lanes_issued) / form.code.length, rate: measured[form.roof] }))
  for (const { roof, rate } of rows) if (!rate) throw new Error(`tune printed no "roof ${roof}"`)
  return bars({
    title: 'Relaxations a clock and multiprocessor',
    note: device,
    alt: `Two bars for each way of writing a relaxation, what issuing allows and what was measured: ${rows.map(({ written, issued, rate }) => `${written} ${issued.toFixed(0)} and ${rate.toFixed(1)}`).join(', ')}`,
    rows: rows.map(({ written, integers, issued, rate }) => ({
      label: integers ? `${written}, integers` : written,
      tracks: [[{ to: issued, fill: paint.quiet, words: issued.toFixed(0) }], [{ to: rate, fill: paint.ours, words: rate.toFixed(1) }]],
    })),
    roofs: [{ label: 'the unit for minima of two: 64', at: 64 }],
    key: [{ fill: paint.quiet, words: 'if only issuing limited it' }, { fill: paint.ours, words: 'measured' }],
  })
}
