// The source beside the maps: the file's own line numbers, what each line costs, the line of the current step. A click on a line
// goes to its next access.

class CodePanel {
  // jump(file, line): a line was chosen.
  constructor({ code, file }, sources, jump) {
    Object.assign(this, { host: code, heading: file, sources, jump, current: null, shown: null })
  }

  // costs: costs_of_lines of the steps.
  show(costs, places) {
    this.costs = costs
    this.files = [...new Set([...costs.values(), ...places].map(({ file }) => file))]
    this.shown = null
    this.rows = new Map()
    this.heading.textContent = 'Source'
    if (this.files.length > 0) this.show_file(this.files[0])
    else this.host.replaceChildren(make('p', { class: 'empty' }, 'No source line is known: build with -lineinfo.'))
  }

  show_file(file) {
    if (this.shown === file) return
    this.shown = file
    this.rows = new Map()
    this.current = null
    this.heading.textContent = file.split('/').at(-1) || 'Source'
    this.heading.title = file
    const source = this.sources.files?.[file]
    this.host.replaceChildren(...(source ? source.lines.map((text, n) => this.row(file, source.first + n, text)) : this.rows_without_source(file)))
  }

  rows_without_source(file) {
    const lines = [...this.costs.values()].filter((entry) => entry.file === file && entry.line > 0).sort((a, b) => a.line - b.line)
    return [make('p', { class: 'empty' }, file ? `${file} was not there when this page was written: only the lines that access memory are listed.` : 'The lines are not known: build with -lineinfo.'), ...lines.map(({ line }) => this.row(file, line, ''))]
  }

  row(file, line, text) {
    const entry = this.costs.get(`${file}:${line}`)
    const uses = entry ? [...entry.uses.values()].filter(({ requests }) => requests > 0) : []
    const has_cost = ({ space, need }) => (space === kGlobal || space === kShared) && need > 0
    const worst = uses.filter(has_cost).reduce((most, { cost, need }) => Math.max(most, cost / need), 0)
    const bad = worst > 1.004
    const use_words = (each) => {
      if (each.space === kBlock) return `${counted(each.requests, 'arrival')} at the barrier`
      const cost = has_cost(each) ? `: ${counted(each.cost, each.space === kGlobal ? 'sector' : 'wavefront')}${each.cost > each.need ? `, ${number_words(each.need)} would do` : ''}` : ''
      return `${counted(each.requests, `${each.use}`)}${cost}`
    }
    const words = uses.map(use_words).join('; ')
    const barrier = uses.some(({ space }) => space === kBlock)
    const factor = worst === 0 ? (barrier ? 'barrier' : '') : `${bad ? '! ' : ''}${worst.toFixed(worst < 9.95 && bad ? 1 : 0)}×`
    const content = [make('span', { class: `factor${bad ? ' bad' : ''}` }, factor), make('span', { class: 'number' }, String(line)), make('code', {}, text === '' ? ' ' : text)]
    const row = entry ? make('button', { type: 'button', class: 'source-line', title: words }, content) : make('div', { class: 'source-line' }, content)
    if (entry) row.addEventListener('click', () => this.jump(file, line))
    this.rows.set(line, row)
    return row
  }

  mark(file, line) {
    if (line > 0) this.show_file(file)
    const row = line > 0 ? this.rows.get(line) : undefined
    if (row === this.current) return
    this.current?.classList.remove('current')
    this.current?.removeAttribute('aria-current')
    this.current = row ?? null
    if (!row) return
    row.classList.add('current')
    row.setAttribute('aria-current', 'step')
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight]
    const room = this.host.clientHeight
    if (top < this.host.scrollTop + 24 || bottom > this.host.scrollTop + room - 24) this.host.scrollTop = top - room / 2
  }
}
