// What a cell of a map stands for: the element, the lanes that access it in this step, their request and its source line; or who
// accessed it last.

const kLookBack = 200000 // accesses

// The accesses of order[from..to) that take a byte of [low, high): [{ access, lanes }].
function takers(view, map, low, high, from, to) {
  const { launch, lists, steps } = view
  const { accesses, instructions } = launch
  const at = new Float64Array(kLanes)
  const found = []
  for (let n = from; n < to; ++n) {
    const k = steps.order[n]
    const { space, width } = instructions[accesses.instruction[k]]
    const here = maps_of_access(lists, space, accesses.array[k])
    if (!here || (here !== lists.shared ? accesses.array[k] !== map.place : map.kind !== 'shared')) continue
    if (map.kind === 'shared' && accesses.block[k] !== view.focus.block) continue
    const mask = lanes_of(launch, k, at)
    const lanes = lanes_in(mask).filter((lane) => at[lane] < high && at[lane] + width > low && (view.scope !== 'thread' || lane === 0))
    if (lanes.length > 0) found.push({ access: k, lanes })
  }
  return found
}

const warp_words = (launch, block, warp) => `warp ${warp} of block ${coordinates(block, launch.grid)}`

function request_words(launch, { access, lanes }) {
  const { accesses } = launch
  const { place, cost } = words_of(launch, access)
  return `${lanes.length === 1 ? 'lane' : 'lanes'} ${ranges(lanes)} of ${warp_words(launch, accesses.block[access], accesses.warp[access])}. ${place}${cost ? `; its request: ${cost}` : ''}.`
}

// A sentence for each paragraph of the tip.
function cell_words(view, map, [x, y]) {
  const { launch, steps, step } = view
  const name = element_name(map, x, y)
  const named = map.kind === 'shared' ? shared_name(launch, byte_of(map, x, y)) : ''
  const low = byte_of(map, x, y)
  const high = low + map.element * map.bin
  const title = named ? `${named}: ${name}` : name
  if (steps.count === 0) return [title]
  const now = takers(view, map, low, high, steps.start[step], steps.start[step + 1])
  if (now.length > 0) {
    const rest = now.length > 2 ? [`And ${counted(now.length - 2, 'more warp')}.`] : []
    return [title, ...now.slice(0, 2).map((taker) => `Now: ${request_words(launch, taker)}`), ...rest]
  }
  const end = steps.start[step]
  for (let n = end, piece = 512; n > Math.max(0, end - kLookBack); n -= piece) {
    const before = takers(view, map, low, high, Math.max(0, n - piece), n).at(-1)
    if (before) return [title, `${counted(step - steps.step_of[before.access], 'step')} ago: ${request_words(launch, before)}`]
  }
  const moved = map.kind !== 'shared' && takers(view, map, Math.floor(low / kSectorBytes) * kSectorBytes, (Math.floor(low / kSectorBytes) + 1) * kSectorBytes, steps.start[step], steps.start[step + 1])[0]
  if (moved) return [title, 'Moves with its sector in this step; nobody uses it.']
  return [title, 'Not accessed so far.']
}

// "tile[5]" is more than the trace knows of the elements, so: "tile + 20 B".
function shared_name(launch, byte) {
  const array = launch.shared_arrays.find(({ offset, bytes }) => byte >= offset && byte < offset + bytes)
  return array ? `${array.name} + ${byte - array.offset} B` : ''
}

// The card beside the pointer. One for the page.
class Tip {
  constructor(element) {
    this.element = element
  }
  show(words, [x, y]) {
    this.element.replaceChildren(...words.map((sentence, n) => make(n === 0 ? 'b' : 'span', {}, sentence)))
    this.element.hidden = false
    if (document.documentElement.clientWidth < 600) return this.element.removeAttribute('style') // at the bottom, by the style sheet
    const box = this.element.getBoundingClientRect()
    const left = x + 16 + box.width > document.documentElement.clientWidth ? x - 16 - box.width : x + 16
    const top = y + 16 + box.height > window.innerHeight ? y - 16 - box.height : y + 16
    this.element.style.left = `${Math.max(4, left)}px`
    this.element.style.top = `${Math.max(4, top)}px`
  }
  hide() {
    this.element.hidden = true
  }
}

// Makes a map answer to the pointer, to touch and to the keyboard.
function make_inspectable(view, drawn, tip) {
  const { canvas, map } = drawn
  const inspect = (cell, point) => {
    if (!cell) return tip.hide()
    tip.show(cell_words(view, map, cell), point ?? drawn.point_of(cell))
  }
  const set_cursor = (cell) => {
    drawn.cursor = cell
    drawn.finish()
  }
  canvas.addEventListener('pointermove', (event) => event.pointerType === 'mouse' && inspect(drawn.cell_at(event.clientX, event.clientY), [event.clientX, event.clientY]))
  canvas.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && tip.hide())
  canvas.addEventListener('click', (event) => {
    const cell = drawn.cell_at(event.clientX, event.clientY)
    set_cursor(cell)
    inspect(cell, [event.clientX, event.clientY])
  })
  canvas.addEventListener('focus', () => {
    if (!canvas.matches(':focus-visible')) return
    set_cursor(drawn.cursor ?? [0, 0])
    inspect(drawn.cursor)
  })
  canvas.addEventListener('blur', () => {
    set_cursor(null)
    tip.hide()
  })
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
  canvas.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return canvas.blur()
    if (!steps[event.key] || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const [x, y] = drawn.cursor ?? [0, 0]
    const far = event.shiftKey ? 8 : 1
    const within = (value, count) => Math.max(0, Math.min(count - 1, value))
    set_cursor([within(x + far * steps[event.key][0], map.cells_across), within(y + far * steps[event.key][1], map.cells_down)])
    inspect(drawn.cursor)
  })
}
