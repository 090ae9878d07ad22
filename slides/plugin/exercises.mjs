// The exercises of a chapter, from their pages: titles, and what the unsolved file prints.
import { DeckError, escape_html, exists, names_in, read } from './course_file.mjs'
import { code_html } from './regions.mjs'

// {name, text, title} of every page of a chapter's folder of exercises, 02.2 before 02.10. A title is "02.1: The uncoalesced side".
function pages_in(top, folder) {
  const in_order = names_in(top, folder).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const names = in_order.map((name) => `${folder}/${name}/README.md`)
  const pages = names
    .filter((name) => exists(top, name))
    .map((name) => ({ name, text: read(top, name) }))
    .map((page) => ({ ...page, title: /^# (.+)$/m.exec(page.text)?.[1] }))
  if (pages.length === 0) throw new DeckError(`There is no exercise in ${folder}.`)
  for (const { name, title } of pages) if (!title) throw new DeckError(`${name} has no title.`)
  return pages
}

export const exercise_list = (top, folder) =>
  pages_in(top, folder)
    .map(({ title }) => `- ${title}`)
    .join('\n')

// What a check of the exercise "02.1" says before anybody works on it.
export function unsolved_output(top, folder, number) {
  const page = pages_in(top, folder).find(({ title }) => title.startsWith(number))
  if (!page) throw new DeckError(`There is no exercise ${number} in ${folder}.`)
  const output = /<!-- table:unsolved begin -->\s*```text\n([^]*?)\n```/.exec(page.text)?.[1]
  if (!output) throw new DeckError(`${page.name} does not show what the unsolved file prints.`)
  const lines = output.split('\n').map((text) => ({ text, html: escape_html(text) }))
  return code_html(`make check EX=${number}`, lines)
}
