// Which lanes of a block's warps are at work, source line by source line: time goes down, the warps stand side by side, and a barrier
// is a line across all of them. Without `at` lines in the trace, a row is an access in place of a source line.

const kRowHeight = 12
const kLanesHead = 22
const kLanesLeft = 84

const kAligned = 64 // rows that are searched for a warp's next line

// Rows for what the warps do between two barriers, lists[column] = [k, …]: a row has one line, and the warps that come to it. A warp
// that leaves a line out leaves the row empty.
function aligned(lists, columns, first_column, line_of) {
  const head = { next: null }
  const order = [first_column, ...Array.from({ length: columns }, (_, column) => column).filter((column) => column !== first_column)]
  for (const column of order) {
    let row = head
    for (const k of lists[column] ?? []) {
      const line = line_of(k)
      let found = row.next
      for (let far = 0; found && found.line !== line; ++far) found = far < kAligned ? found.next : null
      if (!found) found = row.next = { line, cells: new Int32Array(columns).fill(-1), next: row.next }
      found.cells[column] = k
      row = found
    }
  }
  const rows = []
  for (let row = head.next; row; row = row.next) rows.push(row.cells)
  return rows
}

// The rows of a block: { rows: [{ barrier (its line, or -1) }], warps, cells: for each row and warp the number of a visit or access, or
// -1; row_of: of each visit or access }.
function rows_of_lanes(launch, focus, warps) {
  const { phase, place, visit_phase } = (launch.in_step ??= places_in_step(launch))
  const by_visits = launch.visits.count > 0
  const [source, phases, line_of] = by_visits ? [launch.visits, visit_phase, (k) => launch.visits.place[k]] : [launch.accesses, phase, (k) => launch.accesses.instruction[k]]
  const here = warps.filter(({ block }) => block === focus.block).map(({ warp }) => warp)
  const column = new Map(here.map((warp, n) => [warp, n]))
  const lists = []
  for (let k = 0; k < source.count; ++k) {
    if (source.block[k] !== focus.block || (!by_visits && place[k] === kNone)) continue
    const of_phase = (lists[phases[k]] ??= [])
    const of_warp = (of_phase[column.get(source.warp[k])] ??= [])
    of_warp.push(k)
  }
  const barriers = []
  for (let k = 0; k < launch.accesses.count; ++k) {
    const { space, line } = launch.instructions[launch.accesses.instruction[k]]
    if (space === kBlock && launch.accesses.block[k] === focus.block) barriers[phase[k]] = line
  }
  const rows = []
  const pieces = []
  for (let p = 0; p < Math.max(lists.length, barriers.length); ++p) {
    for (const cells of aligned(lists[p] ?? [], here.length, Math.max(0, here.indexOf(focus.warp)), line_of)) {
      rows.push({ barrier: -1 })
      pieces.push(cells)
    }
    if (barriers[p] === undefined) continue
    rows.push({ barrier: barriers[p] })
    pieces.push(new Int32Array(here.length).fill(-1))
  }
  const cells = new Int32Array(rows.length * here.length)
  const row_of = new Int32Array(source.count).fill(-1)
  pieces.forEach((piece, row) => {
    cells.set(piece, row * here.length)
    for (const k of piece) if (k >= 0) row_of[k] = row
  })
  return { by_visits, source, rows, warps: here, cells, row_of }
}

// For each source line: how often a warp came to it, and how many of its lanes were at work.
function work_of_lines(launch, table) {
  const lines = new Map()
  table.cells.forEach((k, n) => {
    if (k < 0) return
    const { file, line } = table.by_visits ? launch.places[launch.visits.place[k]] : launch.instructions[launch.accesses.instruction[k]]
    const key = `${file}:${line}`
    if (!lines.has(key)) lines.set(key, { file, line, times: 0, lanes: 0, possible: 0 })
    const entry = lines.get(key)
    ++entry.times
    entry.lanes += lane_count(table.source.mask[k])
    entry.possible += Math.min(kLanes, launch.threads - table.warps[n % table.warps.length] * kLanes)
  })
  return [...lines.values()].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
}

class LanesPanel {
  constructor(view, { lanes, lanes_caption }, tip) {
    Object.assign(this, { view, host: lanes, caption: lanes_caption, tip })
    this.box = make('div', { class: 'lanes-box', tabindex: 0, role: 'region', 'aria-label': 'Lanes at work, time going down' })
    this.canvas = make('canvas', { class: 'lanes-canvas', 'aria-hidden': 'true' })
    this.spacer = make('div', { class: 'lanes-spacer' }, this.canvas)
    this.box.append(this.spacer)
    this.summary = make('table', { class: 'work' })
    this.host.append(this.box, make('div', { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': 'Lanes at work at each line' }, this.summary))
    this.box.addEventListener('scroll', () => this.draw())
    this.canvas.addEventListener('pointermove', (event) => this.hover(event))
    this.canvas.addEventListener('pointerleave', () => tip.hide())
    this.canvas.addEventListener('click', (event) => this.pick(event))
  }

  show() {
    const { launch, focus, warps } = this.view
    this.table = rows_of_lanes(launch, focus, warps)
    const { by_visits, rows } = this.table
    this.caption.textContent =
      rows.length === 0
        ? 'Nothing was recorded of this block.'
        : `Block ${coordinates(focus.block, launch.grid)}: a row is ${by_visits ? 'a source line' : 'an access to memory'} that each warp comes to, with its ${Math.min(kLanes, launch.threads)} lanes side by side; filled lanes are at work. The chosen warp has its colours from the maps. A line across all warps is a barrier.${by_visits ? '' : ' The trace does not have the source lines between accesses.'}`
    const lines = work_of_lines(launch, this.table)
    const bar = ({ lanes, possible }) => make('span', { class: 'share' }, [make('span', { class: 'bar' }, make('span', { style: `width:${(100 * lanes) / possible}%` })), make('span', { class: 'percent' }, `${Math.round((100 * lanes) / possible)} %`)])
    const text = ({ file, line }) => {
      const source = this.view.sources.files?.[file]
      return make('span', {}, [`${this.line_words({ file, line })}  `, make('code', {}, source?.lines[line - source.first]?.trim() ?? '')])
    }
    fill_table(this.summary, ['Line', by_visits ? 'Times a warp came' : 'Accesses', 'Lanes at work'], lines.map((entry) => [text(entry), number_words(entry.times), bar(entry)]))
  }

  // With a pixel for each lane.
  least_width() {
    return kLanesLeft + this.table.warps.length * (kLanes + 2)
  }

  resize(width) {
    const { rows, warps } = this.table
    const room = width - kLanesLeft - 12
    this.cell = Math.max(1, Math.min(12, Math.floor((room / Math.max(1, warps.length) - 2) / kLanes)))
    this.pitch = kLanes * this.cell + (this.cell < 4 ? 2 : 8) // from warp to warp
    const full = kLanesLeft + warps.length * this.pitch
    const height = Math.min(520, kLanesHead + rows.length * kRowHeight + 8)
    this.box.style.height = `${height + 2}px`
    this.spacer.style.width = `${full}px`
    this.spacer.style.height = `${kLanesHead + rows.length * kRowHeight + 8}px`
    this.size = [Math.min(width, full) - 2, height]
    this.context = sized(this.canvas, ...this.size)
    this.draw()
  }

  line_of(k) {
    const { launch } = this.view
    return this.table.by_visits ? launch.places[launch.visits.place[k]] : launch.instructions[launch.accesses.instruction[k]]
  }

  // "12", or "operators.hpp 30" for a line of another file than the one beside the picture.
  line_words({ file, line }) {
    return `${file === this.view.code.files[0] ? '' : `${file.split('/').at(-1)} `}${line || '?'}`
  }

  // The row of an access; -1 if it has none.
  row_of_access(k) {
    const { by_visits, row_of } = this.table
    const place = by_visits ? this.view.launch.accesses.visit[k] : k
    return place < 0 ? -1 : row_of[place]
  }

  // Goes to the row of the current step.
  follow() {
    const row = this.current_row()
    if (row < 0) return this.draw()
    const [top, room] = [row * kRowHeight, this.size[1] - kLanesHead]
    if (top < this.box.scrollTop || top + kRowHeight > this.box.scrollTop + room) this.box.scrollTop = top - room / 2
    this.draw()
  }

  current_row() {
    const k = this.view.access_of_step()
    return k < 0 ? -1 : this.row_of_access(k)
  }

  draw() {
    if (!this.context || this.host.offsetParent === null) return
    const { context, cell, table } = this
    const { rows, warps, cells, source } = table
    const { focus, launch } = this.view
    const [width, height] = this.size
    const [left, top] = [this.box.scrollLeft, this.box.scrollTop]
    context.clearRect(0, 0, width, height)
    const x_of = (column) => kLanesLeft + column * this.pitch - left
    const first = Math.floor(top / kRowHeight)
    const current = this.current_row()
    const last = Math.min(rows.length, Math.ceil((top + height) / kRowHeight))
    context.textBaseline = 'middle'
    for (let row = first; row < last; ++row) {
      const y = kLanesHead + row * kRowHeight - top
      if (row === current) {
        context.fillStyle = colours.card_soft
        context.fillRect(0, y, width, kRowHeight)
      }
      if (rows[row].barrier >= 0) {
        context.fillStyle = colours.ink
        context.fillRect(kLanesLeft - left, y + kRowHeight / 2 - 1, warps.length * this.pitch - (this.pitch - kLanes * cell), 2)
        continue
      }
      for (let column = 0; column < warps.length; ++column) {
        const k = cells[row * warps.length + column]
        if (k < 0) continue
        const mask = source.mask[k]
        const own = warps[column] === focus.warp
        const count = Math.min(kLanes, launch.threads - warps[column] * kLanes)
        context.fillStyle = colours.cell
        context.fillRect(x_of(column), y + 1, count * cell, kRowHeight - 2)
        for (let lane = 0; lane < kLanes; ) {
          const on = (mask >>> lane) & 1
          let end = lane + 1
          while (end < kLanes && ((mask >>> end) & 1) === on && (cell < 4 || !on) && !(own && lane === 0)) ++end
          context.fillStyle = own ? (lane === 0 ? colours.thread : colours.warp) : colours.block
          if (on) context.fillRect(x_of(column) + lane * cell, y + 1, (end - lane) * cell - (cell >= 4 ? 1 : 0), kRowHeight - 2)
          lane = end
        }
      }
    }
    this.draw_labels(first, last, current, x_of)
  }

  // Line numbers at the left and warps at the top, which stay while the rest is scrolled.
  draw_labels(first, last, current, x_of) {
    const { context, table, cell } = this
    const { rows, warps, cells } = table
    const [width, height] = this.size
    context.fillStyle = colours.card
    context.fillRect(0, 0, kLanesLeft - 6, height)
    const own = Math.max(0, warps.indexOf(this.view.focus.warp))
    for (let row = first; row < last; ++row) {
      const y = kLanesHead + (row + 0.5) * kRowHeight - this.box.scrollTop
      const k = cells[row * warps.length + own] >= 0 ? cells[row * warps.length + own] : cells.subarray(row * warps.length, (row + 1) * warps.length).find((number) => number >= 0) ?? -1
      const words = rows[row].barrier >= 0 ? `barrier${rows[row].barrier > 0 ? ` ${rows[row].barrier}` : ''}` : k < 0 ? '' : `line ${this.line_of(k).line || '?'}`
      context.fillStyle = row === current || rows[row].barrier >= 0 ? colours.ink : colours.ink_soft
      context.font = canvas_font(10, row === current ? 'bold' : '')
      context.textAlign = 'right'
      context.fillText(words, kLanesLeft - 12, y)
    }
    context.fillStyle = colours.card
    context.fillRect(0, 0, width, kLanesHead - 2)
    context.textAlign = 'left'
    context.fillStyle = colours.ink_soft
    context.font = canvas_font(10)
    const every = Math.max(1, Math.ceil(48 / this.pitch))
    warps.forEach((warp, column) => column % every === 0 && x_of(column) >= kLanesLeft - 6 && context.fillText(kLanes * cell > 44 ? `warp ${warp}` : String(warp), x_of(column), kLanesHead / 2))
  }

  // The row and the column of the warps under the pointer.
  place_of(event) {
    const box = this.canvas.getBoundingClientRect()
    const row = Math.floor((event.clientY - box.top - kLanesHead + this.box.scrollTop) / kRowHeight)
    const column = Math.floor((event.clientX - box.left - kLanesLeft + this.box.scrollLeft) / this.pitch)
    return { row, column, inside: row >= 0 && row < this.table.rows.length && event.clientY - box.top >= kLanesHead }
  }

  hover(event) {
    const { row, column, inside } = this.place_of(event)
    if (!inside) return this.tip.hide()
    const { rows, warps, cells, source } = this.table
    const point = [event.clientX, event.clientY]
    if (rows[row].barrier >= 0) return this.tip.show([`Barrier${rows[row].barrier > 0 ? `, line ${rows[row].barrier}` : ''}`, 'All warps of the block have come here before any goes on.'], point)
    const k = column >= 0 && column < warps.length ? cells[row * warps.length + column] : -1
    if (k < 0) return this.tip.hide()
    const lanes = lanes_in(source.mask[k])
    this.tip.show([`Warp ${warps[column]}, line ${this.line_words(this.line_of(k))}`, `${lanes.length === kLanes ? 'All 32 lanes are' : `${counted(lanes.length, 'lane')} of 32 ${lanes.length === 1 ? 'is' : 'are'}`} at work${lanes.length < kLanes ? `: ${ranges(lanes)}` : ''}.`], point)
  }

  // The first step at that row or after it.
  pick(event) {
    const { row, inside } = this.place_of(event)
    if (!inside) return
    const { steps } = this.view
    for (let n = 0; n < steps.order.length; ++n) if (this.row_of_access(steps.order[n]) >= row) return this.view.go(steps.step_of[steps.order[n]])
  }
}
