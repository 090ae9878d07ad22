// A small course in a temporary folder, for tests: a chapter with files as given, by name.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export function course(files) {
  const top = mkdtempSync(join(tmpdir(), 'slides-'))
  process.on('exit', () => rmSync(top, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, name)), { recursive: true })
    writeFileSync(join(top, name), text)
  }
  return top
}

// A deck of the chapter 09-x that says `text` in line 5.
export const deck = (text) => `---\nchapter: 09-x\n---\n\n${text}\n`
