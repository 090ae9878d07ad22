// What commands print, as the lesson quotes it: its page has it between <!-- output: … --> and <!-- end -->, and the lesson's
// script keeps it as it is today. Of an output that is "shown", the first line has the command behind a dollar sign, or it is
// more of what a command above prints; of a "report" of build/simt, the marker has it, and of the "first_report" about a kernel
// both, which a deck calls "COMMAND: KERNEL"; and "cat FILE" is a file. A deck shows the whole or a part.
import { DeckError, escape_html } from './course_file.mjs'
import { code_html, range_of } from './regions.mjs'

// Lines by command. One command's lines are without the one that has the command.
export function outputs_of(page) {
  const blocks = page.matchAll(/^<!-- output: (.*) -->\n```text\n(?:\$ (.*)\n)?([^]*?)^```\n<!-- end -->$/gm)
  const first_report = (marker) => marker.replace(/^first_report (\S+) (.*)$/, 'report $2: $1')
  const command_of = (marker, shown) => shown ?? /^(?:(?:report|shown) (.*?)|(cat \S+))(?: \|.*)?$/.exec(first_report(marker))?.slice(1).find(Boolean)
  const outputs = new Map()
  for (const [, marker, shown, text] of blocks) {
    const command = command_of(marker, shown)
    const lines = text.split('\n').slice(0, -1)
    const before = shown || !marker.startsWith('shown ') ? undefined : outputs.get(command)
    if (command !== undefined) outputs.set(command, before ? [...before, '', ...lines] : lines)
  }
  return outputs
}

// The lines from `from` to `to`, as range_of has them; of those the ones that contain one of the words in `keep`, "a|b". What
// is asked for must be there.
export function part_of(lines, { from, to, keep }, where) {
  const { first, last } = range_of(lines, { from, to }, where)
  const between = lines.slice(first, last + 1)
  if (keep === undefined) return between
  const wanted = keep.split('|')
  for (const words of wanted) {
    if (!between.some((line) => line.includes(words))) throw new DeckError(`No line of ${where} contains "${words}".`)
  }
  return between.filter((line) => wanted.some((words) => line.includes(words)))
}

// The lines up to the column in which `word` begins in the first of them.
export function columns_before(lines, word, where) {
  if (word === undefined) return lines
  const column = lines[0].indexOf(word)
  if (column < 0) throw new DeckError(`The first line of ${where} has no "${word}".`)
  return lines.map((line) => line.slice(0, column).trimEnd())
}

// The output of a command as the lesson `text`, called `name`, shows it; "in part" if lines are left out.
export function output_block(text, name, command, options) {
  const outputs = outputs_of(text)
  const all = outputs.get(command)
  if (!all) throw new DeckError(`${name} does not show what "${command}" prints; it shows: ${[...outputs.keys()].join(', ')}.`)
  const where = `what ${command} prints`
  const shown = columns_before(part_of(all, options, where), options.until, where)
  const lines = shown.map((text) => ({ text, html: escape_html(text) }))
  return code_html(`$ ${escape_html(command)}${shown.length < all.length || options.until ? ' <i>in part</i>' : ''}`, lines)
}
