// What a deck quotes. {{code naive kernel}} in a deck becomes the region "kernel" of the rung naive, and so
// on: README.md lists all of them. What is quoted must exist, or the deck is not built.
import { DeckError, read } from './course_file.mjs'
import { exercise_list, unsolved_output } from './exercises.mjs'
import { code_block, function_block } from './regions.mjs'
import { Lesson } from './tables.mjs'
import { Results } from './results.mjs'
import { historical_bars, measured_bars, number_card, program_table, rate_card } from './numbers.mjs'
import { output_block } from './outputs.mjs'

// a "b c" since=d: the plain ones are ['a', 'b c'], the named ones {since: 'd'}.
function arguments_of(text) {
  const plain = []
  const named = {}
  for (const [, key, quoted, word] of text.matchAll(/(?:(\w+)=)?(?:"([^"]*)"|(\S+))/g)) {
    if (key) named[key] = quoted ?? word
    else plain.push(quoted ?? word)
  }
  return { plain, named }
}

// "sectors per load|sectors per store"
const list = (text) => text?.split('|').map((word) => word.trim())

// The heads of arrows by names of their own: otherwise all drawings of a deck use those of the first, which a browser does not have
// while the slide that it is on is hidden.
const with_own_heads = (svg, number) => svg.replace(/(id="|url\(#)head-/g, `$1head-${number}-`)

// `figures` are the functions that draw; `highlight` turns code into HTML.
export function quotations({ top, chapter, figures, highlight }) {
  const folder = `chapters/${chapter}`
  const lesson = new Lesson(top, `${folder}/README.md`)
  const results = new Results(top, `${folder}/results`)
  let drawings = 0
  return {
    code: ([file, region], { since, ...options }) =>
      code_block({ ...options, top, folder, file: lesson.file_of(file), since: since && lesson.file_of(since), region, highlight }),
    function: ([file, name], options) => function_block({ ...options, top, folder, file: lesson.file_of(file), name, highlight }),
    table: ([table], { columns, rows, mark }) =>
      lesson.markdown(table, { columns: list(columns), rows: list(rows), mark }),
    cell: ([table, row, heading]) => lesson.cell(table, row, heading),
    count: ([row, heading], { says, table = 'counts' }) => number_card(lesson.cell(table, row, heading), says),
    output: ([command], options) => output_block(lesson.text, lesson.name, command, options),
    rate: ([rung, size], options) => rate_card(results, rung, size, options),
    measured: (rungs, { size, ...options }) => measured_bars(results, rungs, size, options),
    results: ([program], { columns, rows, ...options }) =>
      program_table(results, program, chapter, { columns: list(columns), rows: list(rows), ...options }),
    historical: (rungs, options) => historical_bars(lesson, rungs, options),
    figure: ([name], { file, height, ...options }) => {
      if (!figures[name]) throw new DeckError(`There is no figure "${name}".`)
      const csv = file ? list(file).map((name) => read(top, `${folder}/${name}`)).join('\n') : undefined
      const size = height ? ` style="--height: ${height}px"` : ''
      const svg = figures[name]({ ...options, csv })
      return `<div class="figure"${size}>${with_own_heads(svg, ++drawings)}</div>`
    },
    plot: ([name], { height = 500 }) =>
      `<div class="figure plot" style="--height: ${height}px">${read(top, `${folder}/figures/${name}.svg`).trim()}</div>`,
    exercises: () => exercise_list(top, `exercises/${chapter}`),
    unsolved: ([number]) => unsolved_output(top, `exercises/${chapter}`, number),
  }
}

// The deck with everything that it quotes. Its front matter names the chapter: "chapter: 02-transpose".
export function expand(deck, { top, figures = {}, highlight }) {
  if (!deck.includes('{{')) return deck // Marp passes footers through here as well
  const chapter = /^---\n(?:.*\n)*?chapter: (\S+)\n(?:.*\n)*?---\n/.exec(deck)?.[1]
  if (!chapter) throw new DeckError('The front matter names no chapter; it should say, for example, "chapter: 02-transpose".')
  const known = quotations({ top, chapter, figures, highlight })
  return deck.replace(/\{\{(\w+)\s*(.*?)\}\}/g, (whole, name, text, offset) => {
    const { plain, named } = arguments_of(text)
    try {
      if (!known[name]) throw new DeckError(`A deck cannot quote a "${name}"; it knows: ${Object.keys(known).join(', ')}.`)
      return known[name](plain, named)
    } catch (error) {
      if (error instanceof DeckError) error.message += ` (line ${deck.slice(0, offset).split('\n').length} of the deck, ${whole})`
      throw error
    }
  })
}
