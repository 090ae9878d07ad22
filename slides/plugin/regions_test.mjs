import assert from 'node:assert/strict'
import { test } from 'node:test'
import { code_block, new_lines, region_of } from './regions.mjs'
import { course } from './course_fixture.mjs'

const source = `void f() {
    // region: body
    int a;
      int b;

#pragma unroll
    int c;
    // end region
}
// region: open
int d;
// region: last
int e;
// end region
`

test('a region is its lines without the indentation that they share', () => {
  assert.deepEqual(region_of(source, 'x.cuh', 'body'), ['int a;', '  int b;', '', '#pragma unroll', 'int c;'])
})

test('a region that is not there is named together with its file and with those that are', () => {
  assert.throws(() => region_of(source, 'x.cuh', 'tail'), {
    message:
      'There is no region "tail" in x.cuh; it has: body, open, last. ' +
      'A region lies between "// region: tail" and "// end region".',
  })
})

test('a region that does not end before the next begins is named with its file', () => {
  assert.throws(() => region_of(source, 'x.cuh', 'open'), { message: /"open" in x\.cuh has no "\/\/ end region"/ })
})

test('new lines are those outside a longest common subsequence', () => {
  assert.deepEqual(new_lines(['a', 'x', 'b', 'c'], ['a', 'b', 'y', 'c']), [false, true, false, false])
  assert.deepEqual(new_lines(['a'], []), [true])
})

const files = {
  'chapters/09-x/1_a.cuh': '// region: k\nint a = b < c;\nint d;\n// end region\n',
  'chapters/09-x/2_b.cuh': '// region: k\nint a = b < c;\n    long e;\n// end region\n',
}

test('a code block marks the lines that the file before does not have', () => {
  const html = code_block({ top: course(files), folder: 'chapters/09-x', file: '2_b.cuh', region: 'k', since: '1_a.cuh' })
  assert.match(html, /<span class="line" [^>]*>int a = b &lt; c;<\/span>/)
  assert.match(html, /<span class="line new" style="--indent:4ch">long e;<\/span>/)
  assert.ok(!html.includes('\n'), 'Markdown would end the block at an empty line')
})

const block = (options) => {
  const text = '// region: k\nint a = b < c;\n    // why\n    long e;\n// end region\n'
  const top = course({ ...files, 'chapters/09-x/3_c.cuh': text })
  return code_block({ top, folder: 'chapters/09-x', file: '3_c.cuh', region: 'k', since: '1_a.cuh', ...options })
}

test('a code block can be of the new lines alone, moved to the left', () => {
  assert.equal(block({ lines: 'new' }).match(/--indent:0ch/g).length, 2)
})

test('a code block can be without the lines that are comments', () => {
  assert.doesNotMatch(block({ comments: 'no' }), /why/)
  assert.equal(block({ comments: 'no' }).match(/class="line/g).length, 2)
})

test('a code block can go from one line to another', () => {
  const shown = (options) => block(options).match(/class="line/g).length
  assert.equal(shown({ from: 'why' }), 2)
  assert.equal(shown({ to: 'why' }), 2)
  assert.equal(shown({ from: 'why', to: 'why' }), 1)
  assert.throws(() => block({ from: 'f' }), { message: 'No line of the region "k" in chapters/09-x/3_c.cuh contains "f".' })
  assert.throws(() => block({ from: 'why', to: 'int' }), { message: /contains "int"/ })
})
