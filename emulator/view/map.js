// Draws a map (geometry.js) at a step: what was accessed before, paler the longer ago; what the step accesses, and by whom; what
// moves with it unused.
//
// Each cell remembers the first step in which each class of threads accessed it, so that any step can be drawn at once, forwards and
// backwards. The cells are pixels of a small picture, which the canvas enlarges; only the current step gets marks of its own.

const kFade = 10 // steps
const kLargestCell = 18
const kTallest = 400 // pixels, unless cells would get too small
const kShortest = 7 // pixels of a row of banks

class DrawnMap {
  constructor(map, figure) {
    Object.assign(this, { map, figure, cursor: null })
    this.canvas = make('canvas', { class: 'map-canvas', tabindex: 0, role: 'application', 'aria-roledescription': 'map of memory' })
    this.caption = make('span', { class: 'map-part' })
    figure.append(make('figcaption', {}, [make('b', {}, map.name), this.caption]), (this.scroller = make('div', { class: 'map-scroll' }, this.canvas)))
  }

  // For a figure of that width. True if the cells are others now: what was touched has to be told again.
  resize(width) {
    const { map } = this
    const density = window.devicePixelRatio || 1
    cut(map, Math.max(64, width - 42))
    this.gutter = { left: 10 + 7 * this.longest_label(), top: 18 }
    const room = Math.max(64, width - this.gutter.left - 4)
    const geometry = [map.pitch, map.left, map.top, map.width, map.height, map.bin].join()
    const other = geometry !== this.geometry
    this.geometry = geometry
    const tallest = Math.max(kTallest, (map.kind === 'shared' ? kShortest : 3) * map.cells_down)
    const most = Math.min(kLargestCell, room / map.cells_across, tallest / map.cells_down)
    this.cell = Math.max(1, Math.floor(most * density) / density) // whole pixels of the screen
    const [across, down] = [map.cells_across * this.cell, map.cells_down * this.cell]
    this.context = sized(this.canvas, this.gutter.left + across + 2, this.gutter.top + down + 2)
    Object.assign(this.canvas.dataset, { cell: this.cell, left: this.gutter.left, top: this.gutter.top, row: map.top, column: map.left })
    const count = map.cells_across * map.cells_down
    if (other) {
      this.first = Array.from({ length: 4 }, () => new Uint32Array(count))
      this.now = new Uint8Array(count) // 0: not in this step; 1 + class; kMoved
      this.picture = new ImageData(map.cells_across, map.cells_down)
      this.pixels = new Uint32Array(this.picture.data.buffer)
      this.small = make('canvas', { width: map.cells_across, height: map.cells_down })
      this.forget()
    }
    this.caption.textContent = this.part()
    this.canvas.setAttribute('aria-label', `${map.name}: ${this.part()}. Arrow keys move from element to element.`)
    this.draw_frame()
    return other
  }

  forget() {
    this.first.forEach((cells) => cells.fill(kNone))
  }

  longest_label() {
    const { map } = this
    return Math.max(...[0, map.cells_down - 1].map((y) => this.row_label(y).length))
  }

  row_label(y) {
    const { map } = this
    if (map.kind === 'shared') return String((map.top + y * map.bin) * kLineBytes)
    return String(map.folded ? Math.floor((byte_of(map, 0, y) - map.offset) / map.element) : map.top + y * map.bin)
  }

  // Which part of the array is drawn, in words.
  part() {
    const { map } = this
    const span = (first, count) => (count === 1 ? `${first}` : `${first} to ${first + count - 1}`)
    const cells = map.bin > 1 ? `; a cell is ${map.bin} × ${map.bin} elements` : ''
    const names = map.arrays?.map(({ name, offset }) => `${name} from byte ${offset}`).join(', ')
    if (map.kind === 'shared') return `${names ? `${names}; ` : ''}${map.bytes.toLocaleString('en')} bytes a block: a column is a bank, a row 128 bytes; row numbers are bytes${cells}`
    const size = map.element === 1 ? 'bytes' : `elements of ${map.element} bytes`
    if (map.folded) {
      const lines = map.width / (kLineBytes / map.element)
      return `${size}, ${lines === 1 ? 'a row is a line of 128 bytes' : `a row is ${lines} lines of 128 bytes`}${cells}`
    }
    const parts = [...(map.height < map.rows ? [`rows ${span(map.top, map.height)}`] : []), ...(map.width < map.columns ? [`columns ${span(map.left, map.width)}`] : [])]
    const drawn = parts.length === 0 ? '' : `, drawn: ${parts.join(', ')}`
    return `${map.rows.toLocaleString('en')} × ${map.columns.toLocaleString('en')} ${size}${drawn}${cells}`
  }

  // What does not change from step to step: rules between cells, sectors and lines, numbers.
  draw_frame() {
    const { map, cell, gutter } = this
    this.frame = make('canvas')
    const context = sized(this.frame, this.gutter.left + map.cells_across * cell + 2, this.gutter.top + map.cells_down * cell + 2)
    const [right, bottom] = [gutter.left + map.cells_across * cell, gutter.top + map.cells_down * cell]
    const rule = (x, y, width, height, fill) => ((context.fillStyle = fill), context.fillRect(x, y, width, height))
    if (cell >= 4) {
      for (let x = 1; x < map.cells_across; ++x) rule(gutter.left + x * cell, gutter.top, 1, bottom - gutter.top, colours.rule)
      for (let y = 1; y < map.cells_down; ++y) rule(gutter.left, gutter.top + y * cell, right - gutter.left, 1, colours.rule)
    }
    if (cell >= 3 && map.bin === 1) {
      for (let y = 0; y < map.cells_down; ++y)
        for (let x = 0; x < map.cells_across; ++x) {
          const into = map.kind === 'shared' ? (x % 8 === 0 ? (x === 0 ? 0 : 32) : 1) : byte_of(map, x, y) % kLineBytes
          if (into % kSectorBytes !== 0 || x === 0) continue
          if (into === 0) rule(gutter.left + x * cell, gutter.top + y * cell, cell >= 6 ? 2 : 1, cell, colours.line)
          else rule(gutter.left + x * cell, gutter.top + y * cell, 1, cell, colours.sector)
        }
    }
    context.strokeStyle = colours.sector
    context.strokeRect(gutter.left - 0.5, gutter.top - 0.5, right - gutter.left + 1, bottom - gutter.top + 1)
    context.font = canvas_font(11)
    context.fillStyle = colours.ink_soft
    context.textBaseline = 'middle'
    const every = (count, room) => [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024].find((step) => (step >= 4 || cell >= room) && step * cell >= room && count > 0) ?? 1024
    context.textAlign = 'right'
    const down = every(map.cells_down, 14)
    for (let y = 0; y < map.cells_down; ++y) if (this.row_number(y) % down === 0 || (map.cells_down < 6 && cell >= 11)) context.fillText(this.row_label(y), gutter.left - 6, gutter.top + (y + 0.5) * cell)
    context.textAlign = 'left'
    const across = Math.max(map.kind === 'shared' || map.folded ? 8 : 1, every(map.cells_across, 30))
    for (let x = 0; x < map.cells_across; x += 1) {
      const number = map.left + x * map.bin
      if (Math.floor(number / map.bin) % across === 0 && (x + 2) * cell <= map.cells_across * cell) context.fillText(`${map.folded && map.kind !== 'shared' ? '+' : ''}${number}`, gutter.left + x * cell + 1, gutter.top - 9)
    }
  }

  row_number(y) {
    return this.map.folded || this.map.kind === 'shared' ? y : Math.floor(this.map.top / this.map.bin) + y
  }

  // Remembers that a lane of that class accesses bytes in a step. Steps come in order.
  touch(step, byte, width, kind) {
    const cells = this.first[kind]
    for_cells(this.map, byte, width, (cell) => {
      if (cells[cell] === kNone) cells[cell] = step
    })
  }

  // What was accessed up to a step, and the steps before it fading.
  begin(step) {
    const [thread, warp, block, grid] = this.first
    const { pixels, now } = this
    const { cell, faded } = colours.pixels
    for (let n = 0; n < pixels.length; ++n)
      pixels[n] = thread[n] <= step ? faded[0] : warp[n] <= step ? faded[1] : block[n] <= step ? faded[2] : grid[n] <= step ? faded[3] : cell
    now.fill(0)
    this.marked = []
  }

  recent(byte, width, kind, age) {
    const colour = colours.fading[kind][age]
    for_cells(this.map, byte, width, (cell) => (this.pixels[cell] = colour))
  }

  // The sector of a byte of this step moves.
  move(byte) {
    const sector = Math.floor(byte / kSectorBytes) * kSectorBytes
    for_cells(this.map, Math.max(sector, this.map.base), kSectorBytes, (cell) => {
      if (this.now[cell] !== 0) return
      this.now[cell] = kMoved
      this.pixels[cell] = colours.pixels.moved
      this.marked.push(cell)
    })
  }

  use(byte, width, kind) {
    for_cells(this.map, byte, width, (cell) => {
      if (this.now[cell] === 0) this.marked.push(cell)
      else if (this.now[cell] !== kMoved && this.now[cell] <= kind + 1) return
      this.now[cell] = kind + 1
      this.pixels[cell] = colours.pixels.classes[kind]
    })
  }

  finish() {
    const { context, map, cell, gutter, small } = this
    small.getContext('2d').putImageData(this.picture, 0, 0)
    context.clearRect(0, 0, this.canvas.width, this.canvas.height)
    context.drawImage(small, gutter.left, gutter.top, map.cells_across * cell, map.cells_down * cell)
    context.drawImage(this.frame, 0, 0, gutter.left + map.cells_across * cell + 2, gutter.top + map.cells_down * cell + 2)
    if (cell >= 4) this.mark_step()
    if (this.marked.length > 0 && this.scroller.scrollHeight > this.scroller.clientHeight + 4) this.scroll_to(gutter.top + Math.floor(this.marked[0] / map.cells_across) * cell)
    if (this.cursor) {
      const [x, y] = this.cursor
      context.strokeStyle = colours.ink
      context.lineWidth = 2
      context.strokeRect(gutter.left + x * cell - 1, gutter.top + y * cell - 1, cell + 3, cell + 3)
    }
  }

  scroll_to(y) {
    const { scrollTop: top, clientHeight: room } = this.scroller
    if (y < top || y > top + room - 20) this.scroller.scrollTop = y - room / 3
  }

  // Shapes beside colours: the first thread has a dot, other warps of the block a smaller square, other blocks a hollow one; what
  // moves unused has a small dot.
  mark_step() {
    const { context, map, cell, gutter } = this
    for (const number of this.marked) {
      const x = gutter.left + (number % map.cells_across) * cell + 1
      const y = gutter.top + Math.floor(number / map.cells_across) * cell + 1
      draw_mark(context, x, y, cell - 1, this.now[number])
    }
  }

  // The cell under a point of the page: [x, y], or null.
  cell_at(client_x, client_y) {
    const box = this.canvas.getBoundingClientRect()
    const x = Math.floor((client_x - box.left - this.gutter.left) / this.cell)
    const y = Math.floor((client_y - box.top - this.gutter.top) / this.cell)
    return x >= 0 && y >= 0 && x < this.map.cells_across && y < this.map.cells_down ? [x, y] : null
  }

  // The middle of a cell, on the page.
  point_of([x, y]) {
    const box = this.canvas.getBoundingClientRect()
    return [box.left + this.gutter.left + (x + 0.5) * this.cell, box.top + this.gutter.top + (y + 0.5) * this.cell]
  }
}

const kMoved = 9

// A cell of the current step; kind: 1 + class, or kMoved. The cell has its colour already.
function draw_mark(context, x, y, size, kind) {
  const middle = [x + size / 2, y + size / 2]
  const dot = (radius, fill) => {
    context.fillStyle = fill
    context.beginPath()
    context.arc(...middle, radius, 0, 7)
    context.fill()
  }
  if (kind === kMoved) dot(Math.max(0.8, size / 9), colours.ink_soft)
  if (kind === 1) dot(size * 0.24, colours.card)
  if (kind < 3 || kind === kMoved) return
  const inset = kind === 3 ? Math.max(1, size * 0.18) : 0
  if (inset > 0) {
    context.strokeStyle = colours.cell
    context.lineWidth = 2 * inset
    context.save()
    context.beginPath()
    context.rect(x, y, size, size)
    context.clip()
    context.strokeRect(x, y, size, size)
    context.restore()
  } else {
    context.fillStyle = colours.cell
    const rim = Math.max(1.5, size * 0.2)
    context.fillRect(x + rim, y + rim, size - 2 * rim, size - 2 * rim)
  }
}
