// What the figures of chapter 03 draw is what chapters/03-reduction/counts_test.cu counts.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as figures from '../figures/all.mjs'
import { adding_lanes, bank_conflicts, warps_that_part } from '../figures/rounds.mjs'
import { names_apart, rates_of } from '../figures/rates.mjs'
import { Results } from './results.mjs'
import { order_of_additions, shuffle_values, tree_rows } from '../figures/trees.mjs'

const range = (count) => Array.from({ length: count }, (_, k) => k)

test('of 1024 threads 32, 32, 32, 32, 32, 16, 8, 4, 2 and 1 warps part in the interleaved tree, in the others the last five', () => {
  assert.deepEqual(warps_that_part('interleaved', 1024), [32, 32, 32, 32, 32, 16, 8, 4, 2, 1])
  for (const tree of ['without_divergence', 'sequential']) assert.deepEqual(warps_that_part(tree, 1024), [0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
  assert.deepEqual(warps_that_part('sequential', 512), [0, 0, 0, 0, 1, 1, 1, 1, 1])
})

test('every tree makes half as many additions from round to round', () => {
  for (const tree of ['interleaved', 'without_divergence', 'sequential']) {
    const additions = adding_lanes(tree, 512).map((warps) => warps.reduce((a, b) => a + b))
    assert.deepEqual(additions, [256, 128, 64, 32, 16, 8, 4, 2, 1])
  }
})

test('bank conflicts are those that the emulator counts, and only without divergence', () => {
  const conflicts = (tree) => range(10).map((round) => bank_conflicts(tree, round, 1024))
  assert.deepEqual(conflicts('without_divergence'), [48, 72, 84, 90, 93, 45, 21, 9, 3, 0])
  for (const tree of ['interleaved', 'sequential']) assert.deepEqual(conflicts(tree), range(10).fill(0))
})

test('the lesson prints the same rounds as the figures draw', () => {
  const page = readFileSync('chapters/03-reduction/README.md', 'utf8')
  for (const [title, tree] of [['1 interleaved', 'interleaved'], ['2 interleaved without divergence', 'without_divergence'], ['3 sequential', 'sequential']]) {
    const printed = page.slice(page.indexOf(`\n${title}\nround`))
    const numbers = (row) => new RegExp(`^${row} +([\\d ]+)$`, 'm').exec(printed)[1].trim().split(/ +/).slice(0, -1).map(Number)
    assert.deepEqual(numbers('warps that part'), warps_that_part(tree, 1024))
    assert.deepEqual(numbers('bank conflicts'), range(10).map((round) => bank_conflicts(tree, round, 1024)))
  }
})

test('the tree over ten elements makes nine additions in four rounds, and 19 waits twice', () => {
  const rows = tree_rows(10)
  assert.equal(rows.length, 5)
  assert.equal(rows.at(-1)[0].value, 55)
  assert.deepEqual(rows.flatMap((row, round) => row.flatMap(({ alone, value }) => (alone ? [[round, value]] : []))), [[2, 19], [3, 19]])
  for (const order of ['rounds', 'elements']) assert.equal(order_of_additions(rows, order).length, 9)
  assert.deepEqual(order_of_additions(rows, 'elements')[0], { round: 1, i: 8 })
  assert.match(figures.tree_forwards(), />1 \+ 2 \+ 7 \+ 26 \+ 19 = 55<.*>1 \+ 2 \+ 3 \+ 5 \+ 9 = 20</)
  assert.match(figures.tree_forwards({ n: 1 }), />1 = 1</)
})

test('an element of the tree is finished before another one takes it, in both orders', () => {
  for (const n of [1, 2, 3, 7, 10, 13]) {
    const rows = tree_rows(n)
    for (const order of ['rounds', 'elements']) {
      const values = range(n).map((i) => i + 1)
      for (const { round, i } of order_of_additions(rows, order)) values[i] += values[rows[round][i].from]
      assert.equal(values[0], (n * (n + 1)) / 2)
    }
  }
})

test('five shuffles leave the sum in lane 0 alone', () => {
  const rows = shuffle_values(range(32).map((lane) => lane % 3))
  assert.equal(rows.length, 6)
  assert.equal(rows[5][0], 31)
})

test('repeated launches go on until one result is left', () => {
  assert.match(figures.repeated_launches(), /16 elements in blocks of 4 threads take 2 launches.*>136</)
  assert.match(figures.repeated_launches({ n: 4 }), /take 1 launches/)
})

const csv = `ladder,device,size,rung,on,mode,rate,roof,share
float,H200,4,cub,device,cold,100,cub,1
float,H200,4,naive,device,cold,50,cub,0.5
float,H200,4,serial,cpu,cold,7,,
float,H200,16,cub,device,cold,200,cub,1
float,H200,16,naive,device,cold,60,cub,0.3
int32,H200,4,naive,device,cold,51,cub,0.5
float,Other,4,naive,device,cold,9,cub,0.5
`

test('rates are those of one ladder on the first device, and where none are measured the figure says so', () => {
  assert.deepEqual(rates_of(csv, 'float').map(({ rate }) => rate), [100, 50, 200, 60])
  const bars = figures.rates_by_rung({ csv, size: 4 })
  assert.match(bars, />cub<.*>100<.*>naive<.*>50\.0 \(0\.50\)</)
  assert.doesNotMatch(bars, /Other|serial/)
  const curves = figures.rates_over_size({ csv, rungs: 'cub naive overlapped' })
  assert.match(curves, />cub<.*>naive</)
  assert.doesNotMatch(curves, /overlapped/)
  for (const drawn of [figures.rates_by_rung(), figures.rates_over_size()]) assert.match(drawn, /Not measured yet/)
})

test('the committed results have what the curves and bars are drawn from', () => {
  const rates = rates_of(new Results('.', 'chapters/03-reduction/results').bench_text(), 'float')
  for (const rung of ['cub', 'interleaved', 'single_launch']) assert.ok(rates.some((row) => row.rung === rung && row.size === 268435456))
})

test('calls back to back are drawn for the rungs that were measured, in both modes', () => {
  const rows = ['called', 'queued'].flatMap((mode) => [16, 64].flatMap((size) => [`H200,${mode},${size},cub,4.5`, `H200,${mode},${size},overlapped,1.9`]))
  const drawn = figures.back_to_back_calls({ csv: ['device,mode,size,rung,us', ...rows].join('\n') })
  assert.match(drawn, /as called<.*queued.*>cub<.*>overlapped<.*H200/)
  assert.doesNotMatch(drawn, /NaN|undefined|single_launch/)
  assert.match(figures.back_to_back_calls(), /Not measured yet/)
})

test('names beside curves keep apart and in order', () => {
  const places = names_apart([100, 101, 102, 300], 20)
  assert.ok(places[1] - places[0] >= 20 && places[2] - places[1] >= 20)
  assert.deepEqual(names_apart([10, 50, 90], 20), [10, 50, 90])
})
