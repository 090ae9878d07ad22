// Elements of the page.

// make('p', { class: 'note' }, 'text') or with a list of children.
function make(name, attributes = {}, content = []) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value)
  element.append(...[content].flat())
  return element
}

// { name: element } for the elements with data-part="name".
const parts_of = (root) => Object.fromEntries([...root.querySelectorAll('[data-part]')].map((element) => [element.dataset.part.replaceAll('-', '_'), element]))

function fill_select(select, choices, chosen) {
  select.replaceChildren(...choices.map(([value, words]) => make('option', { value }, words)))
  select.value = String(chosen)
  select.disabled = choices.length < 2
}

// A table of rows of cells; the first cell of a row is its heading.
function fill_table(table, headings, rows) {
  const head = make('thead', {}, make('tr', {}, headings.map((words) => (words === '' ? make('td') : make('th', { scope: 'col' }, words)))))
  const body = rows.map(([name, ...cells]) => make('tr', {}, [make('th', { scope: 'row' }, name), ...cells.map((cell) => (cell instanceof Node ? make('td', {}, cell) : make('td', {}, String(cell))))]))
  table.replaceChildren(head, make('tbody', {}, body))
}

const number_words = (number) => number.toLocaleString('en')
