import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Results, parse_csv } from './results.mjs'
import { measured_bars, rate_card } from './numbers.mjs'
import { course } from './course_fixture.mjs'

const csv = `device,size,rung,on,mode,rate,roof,share
H200,8x8,cudaMemcpy,device,cold,4000.4,cudaMemcpy,1
H200,8x8,naive,device,cold,1000,cudaMemcpy,0.25
H200,8x8,naive,device,loop in the kernel,9999,,
H200,8x8,serial,cpu,cold,1,,
"Other, 8 GB",8x8,naive,device,cold,10,cudaMemcpy,0.5
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
  const svg = measured_bars(measured(), ['cudaMemcpy', 'naive'], '8x8', 'naive')
  const widths = [...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))
  assert.equal(widths.length, 2)
  assert.ok(Math.abs(widths[1] / widths[0] - 1000 / 4000.4) < 1e-9)
})
