// Reads the files that a deck quotes. Their names are relative to the top of the course, where make runs.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

// What is wrong with a deck or with what it quotes, as a sentence for its author.
export class DeckError extends Error {}

export const exists = (top, name) => existsSync(join(top, name))

export function read(top, name) {
  if (!exists(top, name)) throw new DeckError(`There is no file ${name}, which the deck quotes.`)
  return readFileSync(join(top, name), 'utf8')
}

// The names in a folder, sorted; none where there is no folder.
export function names_in(top, folder) {
  return exists(top, folder) ? readdirSync(join(top, folder)).sort() : []
}

// A lesson's first page, README.md, and after it the other pages of its folder, as one text.
export function read_lesson(top, first) {
  const folder = dirname(first)
  const others = names_in(top, folder).map((name) => join(folder, name)).filter((name) => name.endsWith('.md') && name !== join(first))
  return [first, ...others].map((name) => read(top, name)).join('\n')
}

export const escape_html = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
