// What figures draw is what the chapters' tests count: chapters/03-reduction/test/counts_test.cpp and that of 05-shortcuts.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as figures from '../../common/figures/all.mjs'
import { adding_lanes, bank_conflicts, divergent_warps } from '../../common/figures/rounds.mjs'
import { bits_of } from '../../common/figures/floats_as_integers.mjs'
import { paths, min_plus, town_of } from '../../common/figures/paths.mjs'
import { place_of_lane, sectors_of } from '../../common/figures/lane_maps.mjs'
import { clocks_of, forms } from '../../common/figures/relaxation_forms.mjs'
import { call_of, overlap_of, shares_of } from '../../common/figures/whole_call.mjs'
import { order_of_additions, shuffle_values, tree_rows } from '../../common/figures/trees.mjs'

const range = (count) => Array.from({ length: count }, (_, k) => k)

test('of 1024 threads 32, 32, 32, 32, 32, 16, 8, 4, 2 and 1 warps diverge in the interleaved tree, in the others the last five', () => {
  assert.deepEqual(divergent_warps('interleaved', 1024), [32, 32, 32, 32, 32, 16, 8, 4, 2, 1])
  for (const tree of ['without_divergence', 'sequential']) assert.deepEqual(divergent_warps(tree, 1024), [0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
  assert.deepEqual(divergent_warps('sequential', 512), [0, 0, 0, 0, 1, 1, 1, 1, 1])
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
  const page = readFileSync('chapters/03-reduction/trees.md', 'utf8')
  for (const [title, tree] of [['1 interleaved', 'interleaved'], ['2 interleaved without divergence', 'without_divergence'], ['3 sequential', 'sequential']]) {
    const printed = page.slice(page.indexOf(`\n${title}\nround`))
    const numbers = (row) => new RegExp(`^${row} +([\\d ]+)$`, 'm').exec(printed)[1].trim().split(/ +/).slice(0, -1).map(Number)
    assert.deepEqual(numbers('divergent warps'), divergent_warps(tree, 1024))
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

test('what the lanes of chapter 05 ask for are the sectors that counts_test.cpp of that chapter counts', () => {
  const counts = (rung) => sectors_of(rung).map(({ sectors }) => sectors.length)
  assert.deepEqual(counts('naive'), [16, 1, 16])
  assert.deepEqual(counts('coalesced'), [2, 2, 4])
  assert.deepEqual(counts('interleaved'), [1, 1, 8])
  assert.deepEqual(counts('row_per_block'), [4, 4, 32])
})

test('neighbours share a row, lanes two apart a column, and each lane stands alone', () => {
  const places = range(32).map(place_of_lane)
  range(32).forEach((lane) => {
    assert.equal(places[lane].row, places[lane ^ 1].row)
    assert.equal(places[lane].col, places[lane ^ 2].col)
  })
  assert.equal(new Set(places.map(({ row, col }) => 8 * row + col)).size, 32)
})

test('the town of chapter 05: 15 minutes directly, 13 with one change, 12 with two, as its page tells', () => {
  const town = town_of(readFileSync('chapters/05-shortcuts/maps/town.gr', 'utf8'))
  assert.deepEqual(town.names, ['harbour', 'market', 'station', 'university', 'hospital', 'airport'])
  const two = min_plus(town.d)
  const four = min_plus(two)
  assert.deepEqual([town.d, two, four].map((lengths) => lengths[0][3]), [15, 13, 12])
  assert.deepEqual(min_plus(four), four)
  assert.deepEqual(paths(town).map(({ length }) => length), [15, 13, Infinity, 15, Infinity, Infinity])
})

test('bits of floats that are drawn are those of the floats', () => {
  assert.equal(bits_of(1), 0x3f800000)
  assert.match(figures.float_bits(), />1\.5<.*>1,069,547,520<.*>infinity<.*>2,139,095,040</)
})

test('what whole_call and tune printed is read line by line, and other words are refused', () => {
  const printed =
    'GPU 1, driver 2, milliseconds\nn = 7: the answers are equal\nordinary memory      allocate    0.25, copy in   17.50, free    0.25:   18.00 ms\n' +
    'overlapped           9.50 ms, 1.90 of the larger of computing and copying, 5.00 ms\n'
  const call = call_of(printed)
  assert.deepEqual(call.plain, [{ name: 'ordinary memory', sum: 18, parts: [{ name: 'allocate', ms: 0.25 }, { name: 'copy in', ms: 17.5 }, { name: 'free', ms: 0.25 }] }])
  assert.deepEqual(call.overlapped, { name: 'overlapped', ms: 9.5, share: '1.90', bound: 5 })
  assert.throws(() => call_of('n = 7\n'), /does not read/)
  assert.deepEqual(clocks_of('roof fminf        54.2 relaxations per clock and multiprocessor\n'), { fminf: 54.2 })
})

test('bands of the whole call: all of the work is done once, nothing begins before what it needs, and rows leave when they are computed', () => {
  const bands = shares_of('constexpr double kShares[] = {0.1, 0.4, 1};')
  assert.deepEqual(bands, [{ begin: 0, end: 0.1 }, { begin: 0.1, end: 0.4 }, { begin: 0.4, end: 1 }])
  assert.equal(shares_of(readFileSync('chapters/05-shortcuts/programs/parts/overlapped.cu', 'utf8')).at(-1).end, 1)
  const { arrivals, computed, leaving } = overlap_of(bands, { copy_in: 5, compute: 10, copy_out: 3 })
  const sum = (values) => values.reduce((a, b) => a + b)
  assert.ok(Math.abs(sum(computed.map(({ begin, end }) => end - begin)) - 10) < 1e-9)
  assert.ok(Math.abs(sum(leaving.map(({ begin, end }) => end - begin)) - 3) < 1e-9)
  computed.forEach((span, k) => assert.ok(span.begin >= arrivals[Math.min(k, 2)].end && (k === 0 || span.begin >= computed[k - 1].end)))
  leaving.forEach((span, k) => assert.ok(span.begin >= computed[k + 2].end))
})

test('the instructions that are drawn are those that forms.cuh names', () => {
  const source = readFileSync('chapters/05-shortcuts/parts/forms.cuh', 'utf8')
  const twice = (names) => [...names, ...names]
  for (const { form, code } of forms) {
    const named = new RegExp(`^//   ${form} +(\\S.*?) {2,}`, 'm').exec(source)[1]
    // "A, B twice" is both of them twice, "A twice, B" is A twice.
    const pair = named.endsWith(' twice') ? twice(named.replace(' twice', '').split(', ')) : named.split(', ').flatMap((name) => (name.endsWith(' twice') ? twice([name.replace(' twice', '')]) : [name]))
    assert.deepEqual(pair, code, form)
  }
})
