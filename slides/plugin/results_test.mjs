// Rates and bars out of the committed results.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse_csv } from '../../common/figures/csv.mjs'
import { Results } from './results.mjs'
import { measured_bars, program_table, rate_card } from './numbers.mjs'
import { course } from './course_fixture.mjs'

const csv = `device,cpu,size,rung,on,mode,rate,roof,share
H200,"Xeon(R), 16 threads",8x8,cudaMemcpy,device,cold,4000.4,cudaMemcpy,1
H200,"Xeon(R), 16 threads",8x8,naive,device,cold,1000,cudaMemcpy,0.25
H200,"Xeon(R), 16 threads",8x8,slow,device,cold,1.2,cudaMemcpy,0.0003
H200,"Xeon(R), 16 threads",8x8,naive,device,loop in the kernel,9999,,
H200,"Xeon(R), 16 threads",8x8,naive,cpu,cold,2,memcpy,0.75
"Other, 8 GB",Core,8x8,naive,device,cold,10,cudaMemcpy,0.5
`
const results = (files) => new Results(course(files), 'results')
const measured = () => results({ 'results/a.csv': csv })

test('cells of a CSV line may be quoted', () => {
  assert.deepEqual(parse_csv('a,b,c\n"x, ""y""",,1\n'), [{ a: 'x, "y"', b: '', c: '1' }])
})

test('a rung has the rate of its cold launches on the first device', () => {
  assert.deepEqual(measured().rung('naive', '8x8'), { device: 'H200', rate: 1000, share: 0.25, roof: 'cudaMemcpy' })
  assert.match(rate_card(measured(), 'naive', '8x8'), /<b>1000<\/b><span>GB\/s on the H200, 0\.25 of cudaMemcpy/)
})

test('the roof has no share of itself', () => {
  assert.equal(measured().rung('cudaMemcpy', '8x8').share, undefined)
})

test('a loop is a measurement of its own', () => {
  assert.match(rate_card(measured(), 'naive', '8x8', { mode: 'loop in the kernel', says: 'looped' }), /<b>9999<.*looped/)
})

test('where ladders share a size, a deck says which one it means', () => {
  const files = { 'results/a.csv': 'ladder,device,cpu,size,rung,on,mode,rate,roof,share\nfloat,H200,X,9,a,device,cold,1,a,1\nint32,H200,X,9,a,device,cold,2,a,1\n' }
  assert.equal(results(files).rung('a', '9', { ladder: 'int32' }).rate, 2)
  assert.match(measured_bars(results(files), ['a'], '9', { ladder: 'float' }), />1\.0</)
  assert.match(rate_card(results(files), 'a', '9', { ladder: 'int32' }), /<b>2\.0</)
  assert.throws(() => results(files).rung('a', '9'), { message: 'Several ladders in results have the size 9; say which one, ladder=float. There are: float, int32.' })
  assert.throws(() => results(files).rung('a', '9', { ladder: 'scan' }), { message: 'No result in results has the ladder "scan".' })
})

test('long names leave the bars less room, and no name is cut off', () => {
  const files = { 'results/a.csv': csv.replaceAll('naive', 'interleaved_without_divergence') }
  const [, x] = /<rect x="([\d.]+)"/.exec(measured_bars(results(files), ['interleaved_without_divergence'], '8x8'))
  assert.ok(Number(x) > 30 * 13.2)
})

test('a size or a rung that was not measured stops the deck', () => {
  assert.throws(() => measured().rung('naive', '9x9'), { message: 'No result in results has the size 9x9.' })
  assert.throws(() => measured().rung('tma', '8x8'), { message: 'No result in results has the rung "tma" at 8x8.' })
})

test('where nothing is measured the slide says so and shows no number', () => {
  for (const html of [rate_card(results({}), 'naive', '8x8'), measured_bars(results({}), ['naive'], '8x8')]) {
    assert.match(html, /not measured yet: make bench/)
    assert.doesNotMatch(html.replaceAll(/8x8|8 × 8/g, ''), /\d/)
  }
})

test('bars are as long as their rates', () => {
  const svg = measured_bars(measured(), ['cudaMemcpy', 'naive'], '8x8', { mark: 'naive' })
  const widths = [...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))
  assert.equal(widths.length, 2)
  assert.ok(Math.abs(widths[1] / widths[0] - 1000 / 4000.4) < 1e-9)
})

test('a rung with a question mark is left out as long as it is not measured', () => {
  const names = (rungs) => [...measured_bars(measured(), rungs, '8x8').matchAll(/>([a-z]+)</g)].map(([, name]) => name)
  assert.deepEqual(names(['naive', 'slow?', 'tma?']), ['naive', 'slow'])
  assert.throws(() => measured_bars(measured(), ['naive', 'tma'], '8x8'), { message: /No result/ })
})

test('a version of the CPU is named as one, and has no share of the device\'s roof', () => {
  assert.equal(measured().rung('cpu:naive', '8x8').share, undefined)
  const svg = measured_bars(measured(), ['cpu:naive', 'naive', 'slow'], '8x8')
  assert.match(svg, />CPU: naive<.*>2\.0<.*>naive<.*>1000 \(0\.25\)<.*>slow<.*>1\.2 \(< 0\.01\)</)
  assert.match(svg, />GB\/s at 8 × 8, H200, Xeon, 16 threads; in brackets the share of cudaMemcpy</)
  assert.doesNotMatch(measured_bars(measured(), ['naive'], '8x8'), /Xeon/)
  assert.throws(() => measured().rung('cpu:slow', '8x8'), { message: 'No result in results has the rung "cpu:slow" at 8x8.' })
})

test('bars of the CPU alone are named without it, and have shares of its own roof', () => {
  const text = `device,cpu,size,rung,on,mode,metric,rate,roof,share
H200,Core,9,three,device,cold,relaxations_per_s,2e12,three,1
H200,Core,9,peak,cpu,cold,relaxations_per_s,3.2e11,peak,1
H200,Core,9,serial,cpu,cold,relaxations_per_s,1.6e11,peak,0.5
`
  const svg = measured_bars(results({ 'results/a.csv': text }), ['cpu:serial', 'cpu:peak'], '9')
  assert.match(svg, />serial<.*>160 \(0\.50\)<.*>peak<.*>320<.*>10⁹ relaxations\/s at 9, Core; in brackets the share of peak</)
  assert.match(measured_bars(results({ 'results/a.csv': text }), ['cpu:serial', 'three'], '9'), />0\.16<.*>2\.0<.*10¹² relaxations\/s/)
})

test('results of the CPU alone are no results of a device', () => {
  const alone = 'device,cpu,size,rung,on,mode,rate,roof,share\nemulated,Core,8x8,serial,cpu,cold,1,,\n'
  assert.equal(results({ 'results/a.csv': alone }).at('8x8'), undefined)
})

const clocks = `device,cpu,toolkit,driver,date,clock,"nothing, us",sums
H200,Core,13.0,13.0,2026-11-21,"host, alone",3.4,5
H200,Core,13.0,13.0,2026-11-21,device,5.6,6
H200,Core,13.0,13.0,2026-11-21,row,3.5,7
`
const table_of = (options, files = { 'results/clocks/gpu.csv': clocks }) => program_table(results(files), 'clocks', '09-x', options)

test('what a program measured is a table without the columns of the machine, which are said below', () => {
  assert.equal(
    table_of({ mark: 'device' }),
    '| clock | nothing, µs | sums |\n| :-- | --: | --: |\n| host, alone | 3.4 | 5 |\n| **device** | **5.6** | **6** |\n| row | 3.5 | 7 |' +
      '\n\n<p class="caption">build/09/clocks; H200</p>',
  )
})

test('a program\'s table can be cut to columns and rows, and to one row in some, the last among them', () => {
  const rows = (options) => table_of(options).split('\n').filter((line) => line.startsWith('| '))
  assert.deepEqual(rows({ columns: ['sums'], rows: ['row'] }), ['| clock | sums |', '| :-- | --: |', '| row | 7 |'])
  assert.deepEqual(rows({ columns: ['sums'], every: '2' }).slice(2), ['| host, alone | 5 |', '| row | 7 |'])
  assert.throws(() => table_of({ columns: ['times'] }), { message: 'clocks measured no "times"; it has: clock, nothing, us, sums.' })
  assert.throws(() => table_of({ rows: ['times'] }), { message: 'clocks measured no "times".' })
})

test('a program that nobody has measured yet is named with the command that does', () => {
  assert.equal(table_of({}, {}), '<p class="unmeasured">Not measured yet: build/09/clocks --csv, on a GPU</p>')
})
