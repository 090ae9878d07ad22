// Reads the CSV files of results.

// One object a line, with the headings as keys. Cells may be quoted.
export function parse_csv(text) {
  const [headings, ...lines] = text.trim().split('\n').map(cells_of_line)
  return lines.map((cells) => Object.fromEntries(headings.map((heading, k) => [heading, cells[k]])))
}

function cells_of_line(line) {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)
  return [...cells].map(([, quoted, plain]) => (quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"')))
}
