// Tables of a lesson, whole and cut.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lesson, with_commas } from './tables.mjs'
import { course } from './course_fixture.mjs'

const page = `# Lesson
| not | this |
<!-- table:counts begin -->

Counted.

| rung | sectors per store | bank conflicts |
| :-- | --: | --: |
| copy | 4.00 | - |
| naive | 32.50 | 7 |

<!-- table:counts end -->
<!-- table:empty begin -->
<!-- table:empty end -->
`
const lesson = () => new Lesson(course({ 'README.md': page }), 'README.md')

test('a cell is found by its row and its heading, whole numbers without zeros behind the point', () => {
  assert.equal(lesson().cell('counts', 'copy', 'sectors per store'), '4')
  assert.equal(lesson().cell('counts', 'naive', 'sectors per store'), '32.50')
})

test("a rung's file is the one that the page's table of rungs links to", () => {
  const row = (number, name, folder) => `| [${number} ${name}](${folder}${number}_${name}.cu) | What it does. |\n`
  const of_rungs = new Lesson(course({ 'README.md': row(3, 'naive', '') + row(1, 'naive', 'more/words/') }), 'README.md')
  assert.equal(of_rungs.file_of('naive'), '3_naive.cu')
  assert.equal(of_rungs.file_of('more/words/naive'), 'more/words/1_naive.cu')
  assert.equal(of_rungs.file_of('programs/hello.cu'), 'programs/hello.cu')
  assert.throws(() => of_rungs.file_of('fast'), { message: 'The tables of rungs in README.md have no "fast"; they have: naive, more/words/naive.' })
})

test('numbers of five digits and more have commas', () => {
  assert.deepEqual(['1003', '12345', '1000003'].map(with_commas), ['1003', '12,345', '1,000,003'])
  const page = '<!-- table:t begin -->\n| rung | n |\n| :-- | --: |\n| a | 750090 |\n| b | 62502.00 |\n<!-- table:t end -->\n'
  const large = new Lesson(course({ 'README.md': page }), 'README.md')
  assert.deepEqual([large.cell('t', 'a', 'n'), large.cell('t', 'b', 'n')], ['750,090', '62,502'])
})

test('what a lesson does not have is named', () => {
  const told = (call, message) => assert.throws(call, { message })
  told(() => lesson().cell('times', 'copy', 'x'), 'There is no table "times" in README.md.')
  told(() => lesson().cell('empty', 'copy', 'x'), 'The table "empty" in README.md is empty: run make tables.')
  told(() => lesson().cell('counts', 'tma', 'bank conflicts'), 'The table "counts" in README.md has no row "tma".')
  told(
    () => lesson().cell('counts', 'copy', 'sectors'),
    'The table "counts" in README.md has no column "sectors"; it has: sectors per store, bank conflicts.',
  )
})

test('a table can be cut to columns and rows, one row in bold, numbers to the right', () => {
  assert.equal(
    lesson().markdown('counts', { columns: ['bank conflicts'], rows: ['naive'], mark: 'naive' }),
    '| rung | bank conflicts |\n| :-- | --: |\n| **naive** | **7** |',
  )
  assert.throws(() => lesson().markdown('counts', { rows: ['tma'] }), { message: /no row "tma"/ })
})

test('a table of words that nobody generates is found below its heading', () => {
  const text = '# Lesson\n## Here\nWords.\n\n| on | off |\n| :-- | :-- |\n| a | b |\n\n## There\nNo table.\n'
  const words = new Lesson(course({ 'README.md': text }), 'README.md')
  assert.equal(words.markdown('Here'), '| on | off |\n| :-- | :-- |\n| a | b |')
  assert.throws(() => words.markdown('There'), { message: 'The table "There" in README.md is empty: run make tables.' })
})
