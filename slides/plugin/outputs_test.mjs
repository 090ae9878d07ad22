// What a deck takes from the outputs that a lesson shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expand } from './expand.mjs'
import { columns_before, outputs_of, part_of } from './outputs.mjs'
import { course, deck } from './course_fixture.mjs'

const page = `# Lesson
<!-- output: shown build/09/a || true -->
\`\`\`text
$ build/09/a
one < two

  three
\`\`\`
<!-- end -->
<!-- output: measured b -->
\`\`\`text
Not measured yet.
\`\`\`
<!-- end -->
<!-- output: shown build/09/a x -->
\`\`\`text
$ build/09/a x
four
\`\`\`
<!-- end -->
<!-- output: report build/simt build/09/a | sed -n 1p || true -->
\`\`\`text
simt: five
\`\`\`
<!-- end -->
<!-- output: shown build/09/a x | sed -n 2p -->
\`\`\`text
six
\`\`\`
<!-- end -->
<!-- output: first_report kernel build/09/a -->
\`\`\`text
simt: seven
\`\`\`
<!-- end -->
<!-- output: cat results/b/gpu.txt -->
\`\`\`text
eight
\`\`\`
<!-- end -->
`
const quote = (text) => expand(deck(text), { top: course({ 'chapters/09-x/README.md': page }) })

test('outputs are found by the commands that they begin with', () => {
  assert.deepEqual([...outputs_of(page)], [
    ['build/09/a', ['one < two', '', '  three']],
    ['build/09/a x', ['four', '', 'six']],
    ['build/simt build/09/a', ['simt: five']],
    ['build/09/a: kernel', ['simt: seven']],
    ['cat results/b/gpu.txt', ['eight']],
  ])
})

test('an output is quoted with its command, and says if it is not the whole', () => {
  assert.match(quote('{{output build/09/a}}'), /\$ build\/09\/a<\/div>.*one &lt; two.*three/)
  const part = quote('{{output build/09/a keep="one"}}')
  assert.match(part, /\$ build\/09\/a <i>in part<\/i>.*one/)
  assert.doesNotMatch(part, /three/)
  assert.match(quote('{{output "build/09/a x"}}'), /four/)
})

test('a part goes from one line to another, or has some words in each line', () => {
  const lines = ['a 1', 'b 2', 'a 3', 'b 4']
  assert.deepEqual(part_of(lines, { from: 'b', to: 'b 4' }, 'x'), ['b 2', 'a 3', 'b 4'])
  assert.deepEqual(part_of(lines, { from: 'b', to: 'a' }, 'x'), ['b 2', 'a 3'])
  assert.deepEqual(part_of(lines, { keep: 'a|4' }, 'x'), ['a 1', 'a 3', 'b 4'])
  assert.deepEqual(part_of(lines, {}, 'x'), lines)
})

test('a table is cut before the column of a heading', () => {
  assert.deepEqual(columns_before(['size  edge  share', '1000     1  3.1 %'], 'share', 'x'), ['size  edge', '1000     1'])
  assert.throws(() => columns_before(['size'], 'share', 'the file'), { message: 'The first line of the file has no "share".' })
})

test('a command or a line that is not there stops the deck', () => {
  assert.throws(() => quote('{{output build/09/b}}'), {
    message: /^chapters\/09-x\/README\.md does not show what "build\/09\/b" prints; it shows: build\/09\/a, build\/09\/a x, build\/simt/,
  })
  const told = (options) => assert.throws(() => part_of(['a', 'b'], options, 'the file'), { message: 'No line of the file contains "c".' })
  told({ from: 'c' })
  told({ from: 'a', to: 'c' })
  told({ keep: 'a|c' })
})
