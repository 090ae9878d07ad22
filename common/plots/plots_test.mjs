// What plots read, where they put names, and what is committed.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { bars } from './bars.mjs'
import { curves, names_apart, power_of_two, powers_around } from './curves.mjs'
import { dots, scatter } from './dots.mjs'
import { ladder_bars } from './ladder_bars.mjs'
import { card, lines_of, width_of } from './look.mjs'
import { steps_in } from './occupancy.mjs'
import { pays_curve, pays_from } from './pays.mjs'
import { product_shapes } from './product_shapes.mjs'
import { can_draw, fingerprint, fingerprint_in, svg_of, with_alt } from './render.mjs'
import { counted_size, output_in, rates_of, size_words, table_in, words_of } from './results.mjs'
import { roofline } from './roofline.mjs'
import { clocks_of_forms } from './shortcuts.mjs'
import { looks, over_types } from './types.mjs'

const row = (ladder, rung, on, rate, share, device = 'H200') => ({ ladder, device, cpu: 'Xeon', size: '16', rung, on, mode: 'cold', rate, metric: 'gb_per_s', roof: 'cub', share })
const rows = [row('float', 'cub', 'device', '100', '1'), row('float', 'read_only', 'device', '120', '1.2'), row('float', 'naive', 'device', '50', '0.5'), row('float', 'better', 'device', '90', '0.9'), row('float', 'serial', 'cpu', '7', ''), row('int32', 'naive', 'device', '51', '0.5')]
const letters_in = (spec) => spec.layer.filter(({ mark }) => mark.type === 'text').flatMap(({ data, encoding }) => data.values.map((value) => value[encoding.text.field]))

test('a plot of a ladder has its rungs, its libraries by name and its roofs, and nothing else', () => {
  const spec = ladder_bars({ rows, ladder: 'float', at: '16', what: 'Sums', roofs: ['read_only'], libraries: ['cub'] })
  const header = ['Sums, GB/s', '16, H200; in brackets the share of cub']
  assert.deepEqual(letters_in(spec), [...header, 'cub, a library', 'naive', 'better', '100', '50.0 (0.50)', '90.0 (0.90)', 'read_only: 120'])
  assert.equal(spec.usermeta.alt, 'A bar for each rung: from naive, 50.0 GB/s, to better, 90.0; the line across is read_only, 120')
})

test('a ladder, a size or a roof without results stops the plot', () => {
  const of = (more) => () => ladder_bars({ rows, ladder: 'float', at: '16', what: 'Sums', ...more })
  assert.throws(of({ at: '32' }), /no results of Sums at 32/)
  assert.throws(of({ ladder: 'double' }), /no results/)
  assert.throws(of({ roofs: ['copy'] }), /no results of the roof copy/)
  assert.throws(() => clocks_of_forms({ printed: '' }), /tune printed no "roof ternary"/)
  assert.throws(() => table_in('', 'counts'), /quotes no table counts/)
  assert.throws(() => output_in('', 'build/x'), /quotes no output of build\/x/)
})

test('a plot over types has a row for each ladder, and one without results stops it', () => {
  const of = (ladders) => over_types({ rows, what: 'Sums', ticks: [10, 100], ladders: ladders.map((ladder) => ({ ladder, at: '16' })), rungs: { naive: looks.slow } })
  assert.deepEqual(letters_in(of(['float', 'int32'])), ['Sums, GB/s', '1 GiB, H200', 'float', 'int32', '50.0', '51.0', 'naive'])
  assert.throws(() => of(['float', 'double']), /no results of double/)
})

test('a product is compared with the fastest layout of cuBLAS, and its shape says what lies apart', () => {
  const product = (multiplication, us, more = {}) => ({ device: 'H200', m: '2', n: '3', k: '4', lda: '4', ldb: '3', ldc: '3', bar: '1', multiplication, us, ...more })
  const apart = { lda: '5', bar: '0' }
  const spec = product_shapes({ rows: [product('warp_tiled', '8'), product('divided_k', '2'), product('cuBLAS, both by rows', '6'), product('cuBLAS, A by columns', '4'), product('warp_tiled', '2', apart), product('divided_k', '4', apart), product('cuBLAS, both by rows', '1', apart)] })
  const letters = letters_in(spec)
  for (const words of ['2 × 3 × 4', '0.50', '2.00', '2 × 3 × 4, rows of 5, 3, 3 (no bar)', '0.25']) assert.ok(letters.includes(words), words)
  assert.match(spec.usermeta.alt, /faster in 1 of 2; .* falls to 0.50 at 2 × 3 × 4$/)
})

test('a bar is as long as its number, and a label that does not fit stands behind it', () => {
  const spec = bars({ title: '', alt: '', rows: [{ label: 'a', tracks: [[{ to: 100, words: 'long' }]] }, { label: 'b', tracks: [[{ to: 1, words: 'short' }]] }] })
  const [a, b] = spec.layer.find(({ mark }) => mark === 'rect').data.values
  assert.ok(Math.abs(a.x2 / b.x2 - 100) < 1e-6)
  const placed = spec.layer.flatMap(({ mark, data }) => (mark.type === 'text' ? data.values.filter(({ words }) => words).map(({ words }) => [words, mark.align]) : []))
  assert.deepEqual(placed.filter(([words]) => words === 'long' || words === 'short').sort(), [['long', 'right'], ['short', 'left']])
})

test('names beside curves keep apart and in order', () => {
  const places = names_apart([100, 101, 102, 300], 20)
  assert.ok(places[1] - places[0] >= 20 && places[2] - places[1] >= 20)
  assert.deepEqual(names_apart([10, 50, 90], 20), [10, 50, 90])
})

test('names of points cover neither points nor each other', () => {
  const points = [10, 10.6, 11.2, 11.8, 12.4, 13, 13.01].map((x, k) => ({ x, y: 10, name: `GPU${k}` }))
  const spec = scatter({ title: '', alt: '', series: [{ fill: '#000000', shape: 'circle', points }], x: { ticks: [1, 100], title: '' }, y: { ticks: [1, 100] } })
  const names = spec.layer.flatMap(({ mark, data }) => (mark.type === 'text' ? data.values.filter(({ name, label_y }) => name && label_y !== undefined) : []))
  assert.deepEqual(names.map(({ name }) => name).sort(), ['GPU0', 'GPU1', 'GPU2', 'GPU3', 'GPU4', 'GPU5, GPU6']) // the last two lie on each other
  for (const a of names) for (const b of names) assert.ok(a === b || a.align !== b.align || Math.abs(a.label_y - b.label_y) >= 14, `${a.name} and ${b.name}`)
})

test('the roofline slopes by the bandwidth and ends at the ceiling', () => {
  const spec = roofline({ title: '', rungs: [{ number: 0, name: 'cached', per_byte: 1, rate: 5 }, { number: 2, name: 'naive', per_byte: 1, rate: 2 }], bandwidth: { label: 'DRAM', bytes: 4e12 }, ceilings: [{ label: 'peak', rate: 40 }], x: { ticks: [0.1, 100], title: '' }, y: { ticks: [0.1, 100] } })
  assert.equal(spec.usermeta.alt, 'Roofline: cached above what DRAM could deliver, the others below; naive has 2.00 of 40.0')
  assert.ok(letters_in(spec).includes('2'), 'a rung keeps its number where another one is missing')
  const [slope, ceiling] = spec.layer.find(({ mark }) => mark.type === 'rule').data.values
  // Both axes have three decades, so the slope is the ratio of height and width: the line is one to one in logarithms.
  assert.ok(Math.abs((slope.y - slope.y2) / spec.height - (slope.x2 - slope.x) / spec.width) < 1e-9)
  assert.ok(Math.abs(slope.x2 - (spec.width * Math.log10(10 / 0.1)) / 3) < 1e-6, 'it meets 40 at ten for each byte')
  assert.deepEqual([ceiling.x, ceiling.y, ceiling.y2], [slope.x2, slope.y2, slope.y2])
})

test('a row of dots leaves out what was not measured', () => {
  const spec = dots({ title: '', alt: '', rows: [{ name: 'sgemm', marks: [{ series: 'then', at: 2 }, { series: 'now', at: undefined }] }], ticks: [1, 10], words: String, series: { then: { words: 'then', fill: '#000000', shape: 'circle', numbered: true }, now: { words: 'now', fill: '#111111', shape: 'square', numbered: true } } })
  const marks = spec.layer.find(({ mark, data }) => mark.type === 'point' && data.values.some(({ at }) => at)).data.values
  assert.deepEqual(marks.map(({ name, at }) => [name, at]), [['then', 2]])
  assert.deepEqual(letters_in(spec).filter((words) => /\d/.test(words)), ['2.00'])
})

test('the plot of what a GPU pays for says from which size on it is faster for good', () => {
  const times = [['256', '9', '8', '30'], ['1024', '9', '10', '40'], ['4096', '20', '10', '50'], ['16384', '80', '11', '90']]
  const rows = times.map(([elements, cpu, gpu, copied]) => ({ device: 'H200', cpu: 'Xeon', elements, 'sum: CPU, us': cpu, 'sum: GPU': gpu, 'sum: GPU, copies': copied }))
  assert.equal(pays_from(rows, 'sum: CPU, us', 'sum: GPU'), '4096')
  assert.match(pays_curve({ rows, problem: 'sum', title: '' }).usermeta.alt, /data that it has from 2¹² elements on, with copies at none of these sizes/)
})

test('tables and outputs are read as a page quotes them', () => {
  const page = '<!-- table:t begin -->\nCounted by the emulator at 8x16.\n\n| rung | 1.3: n | volume | 9.0: n | volume |\n| :-- | --: | --: | --: | --: |\n| [1 a](a.cu) | 7 | 8 | 9 | 10 |\n<!-- table:t end -->\n<!-- output: shown x --over registers -->\n  1 to 24    8    64    100.0 %   warps\n  25         6    48     75.0 %   warps\n<!-- end -->\n'
  assert.deepEqual(counted_size(page, 't'), [8, 16])
  assert.deepEqual(table_in(page, 't'), [{ rung: '1 a', '1.3: n': '7', volume: '8', '9.0: n': '9', 'volume of 9.0': '10' }])
  assert.deepEqual(steps_in(output_in(page, '--over registers')), [{ from: 1, to: 24, blocks: 8, occupancy: 1 }, { from: 25, to: 25, blocks: 6, occupancy: 0.75 }])
})

test('rates are those of one ladder on one side', () => {
  assert.deepEqual(rates_of(rows, 'float').map(({ rung }) => rung), ['cub', 'read_only', 'naive', 'better'])
  assert.deepEqual(rates_of(rows, 'float', 'cpu').map(({ rung, device }) => [rung, device]), [['serial', 'Xeon']])
})

test('numbers and sizes are short', () => {
  assert.deepEqual([4344.4, 120, 52.13, 3.03, 0.504].map(words_of), ['4,344', '120', '52.1', '3.03', '0.50'])
  assert.deepEqual(['268435456', '8192x8192', '6300'].map(size_words), ['2²⁸', '8,192 × 8,192', '6,300'])
  assert.deepEqual(powers_around([0.04, 12]), [0.01, 0.1, 1, 10, 100])
  assert.equal(power_of_two(65536), '2¹⁶')
  for (const line of lines_of('n = 16,384, as Figure 1.45; the book divides by 933, here by the 622 alone', 15, 300)) assert.ok(width_of(line, 15) <= 300)
})

test('a page shows a plot with its message', () => {
  assert.equal(with_alt('![old\nwords](figures/a.svg) and ![b](figures/b.svg)', 'figures/a.svg', 'new'), '![new](figures/a.svg) and ![b](figures/b.svg)')
})

const committed = ['common/pages', ...readdirSync('chapters').map((chapter) => `chapters/${chapter}/figures`)]
  .flatMap((folder) => { try { return readdirSync(folder).map((name) => `${folder}/${name}`) } catch { return [] } })
  .filter((path) => path.endsWith('.svg'))
  .map((path) => ({ path, svg: readFileSync(path, 'utf8') }))
  .filter(({ svg }) => fingerprint_in(svg))

test('a committed plot is a small card that names nothing outside, says its message, and has letters that a phone shows', () => {
  assert.ok(committed.length > 20)
  for (const { path, svg } of committed) {
    assert.ok(svg.length < 60000, path)
    assert.match(svg, new RegExp(`^<svg [^>]*width="${card.width}"[^>]* role="img" aria-label="[^"]{40,}"`), path)
    assert.doesNotMatch(svg, /href|url\(|NaN|undefined|<image|<style/, path)
    // 390 units of a phone, less its margins, show a card of 560 at 0.64: letters of 13 are then 8 high.
    for (const [, points] of svg.matchAll(/font-size="([\d.]+)px"/g)) assert.ok(Number(points) >= 13, path)
  }
})

test('every committed plot is on a page or in README', () => {
  const chapters = readdirSync('chapters').map((name) => `chapters/${name}`)
  const pages = ['README.md', ...chapters.flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`))]
  const text = pages.map((page) => readFileSync(page, 'utf8').replaceAll('](figures/', `](${page.replace(/[^/]*$/, '')}figures/`)).join('\n')
  for (const { path } of committed) assert.ok(text.includes(`](${path})`), path)
})

test('two drawings of a plot have the same bytes', { skip: !can_draw && 'Vega-Lite is not installed: make plots does it' }, async () => {
  const spec = curves({ title: 'a', alt: 'b & c', series: [{ name: 'n', points: [{ x: 1, y: 1 }, { x: 8, y: 5 }] }], x: { domain: [1, 8], ticks: [1, 8], words: String, title: '' }, y: { domain: [1, 10], ticks: [1, 10], words: String } })
  const first = await svg_of(spec)
  assert.equal(first, await svg_of(spec))
  assert.equal(fingerprint_in(first), fingerprint(spec))
  assert.match(first, /aria-label="b &amp; c"/)
  assert.notEqual(fingerprint(spec), fingerprint({ ...spec, height: 1 }))
})
