// What a quotation in a deck becomes, and what stops the build.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { expand } from './expand.mjs'
import { course, deck } from './course_fixture.mjs'
import * as figures from '../../common/figures/all.mjs'

const files = { 'chapters/09-x/1_a.cuh': '// region: k\nint a;\n// end region\n' }
const refuses = (text, message) => assert.throws(() => expand(deck(text), { top: course(files), figures }), { message })

test('a quotation is replaced by what it quotes, the rest of a deck stays', () => {
  const html = expand(deck('before {{code 1_a.cuh k}} after'), { top: course(files) })
  assert.match(html, /^---\nchapter: 09-x\n---\n\nbefore <div class="code">.*int a;.*<\/div> after\n$/)
})

test('a missing file stops the deck with its name and the line of the deck', () => {
  refuses('{{code 7_b.cuh k}}', 'There is no file chapters/09-x/7_b.cuh, which the deck quotes. (line 5 of the deck, {{code 7_b.cuh k}})')
})

test('a missing region stops the deck with the names of both', () => {
  refuses('{{code 1_a.cuh turn}}', /^There is no region "turn" in chapters\/09-x\/1_a\.cuh; it has: k\..*line 5 of the deck/)
})

test('a missing lesson, an unknown figure, an unknown quotation and a deck of no chapter are refused', () => {
  refuses('{{cell counts a b}}', /There is no file chapters\/09-x\/README\.md/)
  refuses('{{figure spiral}}', /There is no figure "spiral"/)
  refuses('{{film a}}', /A deck cannot quote a "film"; it knows: code, function, table,/)
  refuses('{{exercises}}', /There is no exercise in exercises\/09-x/)
  assert.throws(() => expand('{{code 1_a.cuh k}}', { top: '.' }), { message: /names no chapter/ })
})

test('exercises are listed by the titles of their pages, in the order of their numbers', () => {
  const pages = { 'exercises/09-x/10-b/README.md': '# 09.10 Tenth\n', 'exercises/09-x/2-a/README.md': '# 09.2 Second\n' }
  assert.match(expand(deck('{{exercises}}'), { top: course(pages) }), /\n- 09\.2 Second\n- 09\.10 Tenth\n/)
})

test('what an unsolved exercise prints is quoted from its page', () => {
  const page = '# 09.1: First\n<!-- table:unsolved begin -->\n\n```text\nFAILED   a < b\n         why\n```\n'
  const pages = { 'exercises/09-x/1-a/README.md': page, 'exercises/09-x/2-b/README.md': '# 09.2: Second\n' }
  const html = expand(deck('{{unsolved 09.1}}'), { top: course(pages) })
  assert.match(html, /make check EX=09\.1.*--indent:0ch">FAILED {3}a &lt; b<.*--indent:9ch">why</)
  const quote = (text) => () => expand(deck(text), { top: course(pages) })
  assert.throws(quote('{{unsolved 09.3}}'), { message: /There is no exercise 09\.3 in exercises\/09-x/ })
  assert.throws(quote('{{unsolved 09.2}}'), { message: /2-b\/README\.md does not show what the unsolved file prints/ })
})

test('the figure of the banks counts what the access rule says: 32 / gcd(stride, 32) banks share a column', () => {
  const wavefronts = (options) => Number(/>(\d+) wavefronts?</.exec(figures.tile_banks(options))[1])
  assert.equal(wavefronts({}), 32)
  assert.equal(wavefronts({ padding: 1 }), 1)
  assert.equal(wavefronts({ padding: 2 }), 2)
  assert.equal(wavefronts({ padding: 8 }), 8)
  assert.equal(wavefronts({ swizzle: 'yes' }), 1)
})

test('a figure can be made smaller, and be drawn from a file of the chapter', () => {
  const files = { 'chapters/09-x/maps/m.gr': 'a,b\n' }
  const quote = (text, figures) => expand(deck(text), { top: course(files), figures })
  assert.match(quote('{{figure f height=300}}', { f: () => 'drawn' }), /<div class="figure" style="--height: 300px">drawn<\/div>/)
  assert.match(quote('{{figure f file=maps/m.gr}}', { f: ({ csv }) => csv }), />a,b\n</)
})

test('a plot is the one of the chapter, and one that is not there is refused', () => {
  const files = { 'chapters/09-x/README.md': '', 'chapters/09-x/figures/p.svg': '<svg>plotted</svg>\n' }
  assert.match(expand(deck('{{plot p height=400}}'), { top: course(files) }), /<div class="figure plot" style="--height: 400px"><svg>plotted<\/svg><\/div>/)
  assert.throws(() => expand(deck('{{plot q}}'), { top: course(files) }), /no file chapters\/09-x\/figures\/q.svg/)
})

test('a count can be of another table than counts', () => {
  const page = '<!-- table:t begin -->\n| rung | n |\n| :-- | --: |\n| a | 7 |\n<!-- table:t end -->\n'
  const html = expand(deck('{{count a n table=t says=lanes}}'), { top: course({ 'chapters/09-x/README.md': page }) })
  assert.match(html, /<b>7<\/b><span>lanes</)
})

test('every drawing of a deck has heads of arrows of its own', () => {
  const html = expand(deck('{{figure transpose}}\n\n{{figure row_access}}'), { top: course({}), figures })
  const used = [...html.matchAll(/url\(#(head-[^)]+)\)/g)].map(([, id]) => id)
  assert.equal(new Set(used).size, 2)
  for (const id of used) assert.equal(html.split(`id="${id}"`).length, 2)
})

for (const name of readdirSync('slides').filter((name) => /^\d.*\.md$/.test(name))) {
  test(`the deck ${name} finds everything that it quotes`, () => {
    const html = expand(readFileSync(`slides/${name}`, 'utf8'), { top: '.', figures })
    assert.doesNotMatch(html, /\{\{|undefined/)
    // A deck may speak of NaN; what is drawn must not be at one, and nothing has been measured as one.
    assert.doesNotMatch(html, /\s(?!aria-label)[\w-]+="[^"]*NaN|NaN ?(?:%|\/|\(|GB|TFLOP|ms|µs|10)/)
  })
}
