// Regions of a source file: the lines between "// region: name" and "// end region". A deck shows them as they are today,
// and marks those that the same region of another file does not have.
import { DeckError, escape_html, read } from './course_file.mjs'

const begin = /^\s*\/\/ region: (.+?)\s*$/
const end = /^\s*\/\/ end region\s*$/

// The lines of a region without the indentation that they share. `text` is the file called `name`.
export function region_of(text, name, region) {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => begin.exec(line)?.[1] === region)
  if (first < 0) {
    const there = lines.map((line) => begin.exec(line)?.[1]).filter(Boolean)
    throw new DeckError(
      `There is no region "${region}" in ${name}; it has: ${there.join(', ') || 'none'}. ` +
        `A region lies between "// region: ${region}" and "// end region".`,
    )
  }
  let depth = 0 // regions may lie within each other
  const last = lines.findIndex((line, k) => k >= first && (depth += begin.test(line) - end.test(line)) === 0)
  if (last < 0) throw new DeckError(`The region "${region}" in ${name} has no "// end region".`)
  const body = lines.slice(first + 1, last).filter((line) => !begin.test(line) && !end.test(line))
  const indents = body.filter((line) => /\S/.test(line) && !line.startsWith('#')).map((line) => line.search(/\S/))
  const indent = Math.min(...indents)
  return body.map((line) => (line.startsWith('#') ? line : line.slice(indent)))
}

// For each line of `now` whether it is new: not part of a longest common subsequence with `before`.
export function new_lines(now, before) {
  const common = Array.from({ length: now.length + 1 }, () => new Array(before.length + 1).fill(0))
  for (let i = now.length - 1; i >= 0; --i) {
    for (let j = before.length - 1; j >= 0; --j) {
      common[i][j] =
        now[i] === before[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1])
    }
  }
  const is_new = new Array(now.length).fill(true)
  for (let i = 0, j = 0; i < now.length && j < before.length; ) {
    if (now[i] === before[j]) {
      is_new[i] = false
      ++i, ++j
    } else if (common[i + 1][j] >= common[i][j + 1]) {
      ++i
    } else {
      ++j
    }
  }
  return is_new
}

// Lines of code with a label above: {html, text, is_new} each. In one line, as Markdown ends raw HTML at an empty line. A line
// too long for the slide goes on below itself, four characters further in.
export function code_html(label, lines) {
  const indent_of = ({ text }) => text.search(/\S|$/)
  const least = Math.min(...lines.filter(({ text }) => /\S/.test(text) && !text.startsWith('#')).map(indent_of))
  const spans = lines.map((line) => {
    const blank = /\S/.test(line.text) ? '' : ' blank'
    const mark = line.is_new && !blank ? ' new' : ''
    const indent = Math.max(0, indent_of(line) - least)
    return `<span class="line${mark}${blank}" style="--indent:${indent}ch">${line.html.trimStart() || '&#8203;'}</span>`
  })
  return `<div class="code"><div class="file">${label}</div><pre>${spans.join('')}</pre></div>`
}

// {first, last}: the first line that contains `from`, and the first from there on that contains `to`. `where` names the lines.
export function range_of(lines, { from, to }, where) {
  const line_with = (words, start) => {
    const found = lines.findIndex((line, k) => k >= start && line.includes(words))
    if (found < 0) throw new DeckError(`No line of ${where} contains "${words}".`)
    return found
  }
  const first = from === undefined ? 0 : line_with(from, 0)
  return { first, last: to === undefined ? lines.length - 1 : line_with(to, first) }
}

// A function of a text, from the line in which its name stands before a parenthesis to the brace that closes it; or a structure.
export function function_of(text, name, wanted) {
  const lines = text.split('\n')
  const head = /^(?:struct (?=\w+ (?:: \w+ )?\{)|[^\s/#][^()=]*? (?=\w+\())(\w+)/
  const first = lines.findIndex((line) => head.exec(line)?.[1] === wanted)
  const last = lines.findIndex((line, k) => k > first && line.startsWith('}'))
  if (first < 0 || last < 0) throw new DeckError(`There is no function "${wanted}" in ${name}.`)
  return lines.slice(first, last + 1)
}

// The lines of code as HTML. A highlighter's <span> may go over several lines: it is closed at the end of each and opened again in the next.
function highlighted(code, path, highlight) {
  const html = highlight(code.join('\n')).trimEnd().split('\n')
  if (html.length !== code.length) throw new DeckError(`The highlighter broke the lines of ${path}.`)
  const open = []
  return html.map((line) => {
    const before = open.join('')
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) tag === '</span>' ? open.pop() : open.push(tag)
    return before + line.trimStart() + '</span>'.repeat(open.length)
  })
}

// A function as HTML, without the marks of regions in it; `file` is one of the chapter's, or of common/. `from` and `to` are words of the first and the last line to show.
export function function_block({ top, folder, file, name, from, to, highlight = escape_html }) {
  const path = file.startsWith('common/') ? file : `${folder}/${file}`
  const code = function_of(read(top, path), path, name).filter((line) => !begin.test(line) && !end.test(line))
  const html = highlighted(code, path, highlight)
  const { first, last } = range_of(code, { from, to }, `the function "${name}" in ${path}`)
  return code_html(file, code.map((text, k) => ({ text, html: html[k] })).slice(first, last + 1))
}

// A region as HTML. `since` names the file to compare with; lines="new" leaves out what that file has too, comments="no" the
// lines that are comments; `from` and `to` are words of the first and the last line to show; `highlight` turns code into HTML.
export function code_block({ top, folder, file, region, since, lines: wanted, comments, from, to, highlight = escape_html }) {
  const path = `${folder}/${file}`
  const code = region_of(read(top, path), path, region)
  const before = since && region_of(read(top, `${folder}/${since}`), `${folder}/${since}`, region)
  const marks = before ? new_lines(code, before) : code.map(() => false)
  const html = highlighted(code, path, highlight)
  const { first, last } = range_of(code, { from, to }, `the region "${region}" in ${path}`)
  const is_shown = ({ text, is_new }, k) =>
    k >= first && k <= last && (wanted !== 'new' || is_new) && (comments !== 'no' || !text.trimStart().startsWith('//'))
  const lines = code.map((text, k) => ({ text, html: html[k], is_new: marks[k] })).filter(is_shown)
  return code_html(since ? `${file} <i>new since ${since}</i>` : file, lines)
}
