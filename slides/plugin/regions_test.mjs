// Regions and functions cut out of source files.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { code_block, code_html, function_block, function_of, new_lines, region_of } from './regions.mjs'
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

test('a region within another is no end of it, and its marks are no lines of it', () => {
  const text = '// region: k\n{\n    // region: inner\n    int a;\n    // end region\n}\n// end region\nint b;\n'
  assert.deepEqual(region_of(text, 'x.cuh', 'k'), ['{', '    int a;', '}'])
  assert.deepEqual(region_of(text, 'x.cuh', 'inner'), ['int a;'])
})

test('a region that does not end is named with its file', () => {
  assert.throws(() => region_of(source, 'x.cuh', 'open'), { message: /"open" in x\.cuh has no "\/\/ end region"/ })
})

test('a structure is quoted by its name as well', () => {
  const text = 'struct Other;\nstruct Sum {\n    int f(int a) { return a; }\n};\nint Sum(int a);\n'
  assert.deepEqual(function_of(text, 'x.hpp', 'Sum'), ['struct Sum {', '    int f(int a) { return a; }', '};'])
  assert.throws(() => function_of(text, 'x.hpp', 'Other'), { message: 'There is no function "Other" in x.hpp.' })
})

test('a structure that has a base is quoted too, and of a function the lines from one to another', () => {
  const text = 'struct Sum : Base {\n    int a;\n};\nint f() {\n    // region: k\n    int b;\n    // end region\n    int c;\n}\n'
  assert.deepEqual(function_of(text, 'x.hpp', 'Sum'), ['struct Sum : Base {', '    int a;', '};'])
  const html = function_block({ top: course({ 'common/x.hpp': text }), folder: '', file: 'common/x.hpp', name: 'f', from: 'int b', to: 'int c' })
  assert.equal(html.match(/class="line/g).length, 2)
})

test('a directive at the edge does not keep the lines around it from moving to the left', () => {
  const html = code_html('x', ['    int a;', '#pragma unroll', '      int b;'].map((text) => ({ text, html: text })))
  assert.deepEqual([...html.matchAll(/--indent:(\d)ch/g)].map(([, indent]) => indent), ['0', '0', '2'])
})

test('a function is quoted by its name, also one of common/, and what is not there is named', () => {
  const text = '#include <a>\n// f( is called\nint g() { return f(1); }\nstatic int f(int a,\n      int b) {\n    return a;\n}\nint h;\n'
  assert.deepEqual(function_of(text, 'x.hpp', 'f'), ['static int f(int a,', '      int b) {', '    return a;', '}'])
  assert.throws(() => function_of(text, 'x.hpp', 'k'), { message: 'There is no function "k" in x.hpp.' })
  const top = course({ 'common/x.hpp': text, 'chapters/09-x/y.cuh': text.replaceAll('f(', 'q(') })
  assert.match(function_block({ top, folder: 'chapters/09-x', file: 'common/x.hpp', name: 'f' }), /common\/x\.hpp<.*static int f/)
  assert.match(function_block({ top, folder: 'chapters/09-x', file: 'y.cuh', name: 'q' }), /static int q/)
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

test('what a highlighter marks over several lines ends with each of them', () => {
  const html = block({ highlight: (code) => `<span class="x">${code}</span>` })
  assert.equal(html.match(/<span class="x">/g).length, 3)
  assert.equal(html.match(/<\/span><\/span>/g).length, 3)
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
