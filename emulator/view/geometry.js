// Where bytes lie on a map. A map is a matrix of cells: that of an array with a shape; the lines of 128 bytes of one without; or the
// banks of shared memory. Only the part that the launch touches is drawn, and of very large parts several elements share a cell.

const kMostRows = 520 // of cells, which are pixels then
const kWholeSide = 128 // smaller matrices are drawn whole,
const kMost = 1.5 // if that is no more than this many times the touched part
const kFolded = 64 // more lines than this go side by side, until the map is a square

// The maps of a launch, before anything is known of what is touched. `place` is an index into launch.arrays, or -1 for shared memory.
function bare_maps(launch) {
  const maps = []
  launch.arrays.forEach((array, place) => {
    array.shapes.forEach((shape) => {
      const { rows, columns, element, offset, name } = shape
      const bytes = ((rows - 1) * shape.pitch + columns) * element
      const folded = rows === 1 && kLineBytes % element === 0
      maps.push({ kind: 'matrix', folded, place, name, element, offset, pitch: shape.pitch, rows, columns, bytes })
    })
    maps.push({ kind: 'lines', folded: true, place, name: array.name, element: 4, offset: 0, bytes: array.bytes })
  })
  if (launch.shared_bytes > 0 || launch.shared_arrays.length > 0 || launch.instructions.some(({ space }) => space === kShared))
    maps.push({ kind: 'shared', place: -1, name: 'Shared memory', arrays: launch.shared_arrays, element: 4, offset: 0, pitch: kBanks, columns: kBanks, rows: Math.ceil(launch.shared_bytes / kLineBytes), bytes: launch.shared_bytes })
  return maps
}

// The map that shows a byte of an array. Where shapes overlap the later one holds; the last map of an array has what is in no shape.
function map_of(maps_of_array, byte) {
  if (maps_of_array.length === 1) return maps_of_array[0]
  for (let n = maps_of_array.length - 2; n >= 0; --n) {
    const map = maps_of_array[n]
    if (byte >= map.offset && byte < map.offset + map.bytes) return map
  }
  return maps_of_array[maps_of_array.length - 1]
}

function by_array(launch, maps) {
  const lists = launch.arrays.map((_, place) => maps.filter((map) => map.place === place))
  lists.shared = maps.filter((map) => map.kind === 'shared')
  return lists
}

// The maps that show an access: those of its array or of shared memory; none for local memory and barriers.
const maps_of_access = (lists, space, array) => (space === kShared ? lists.shared : (space === kGlobal || space === kConstant) && array >= 0 ? lists[array] : undefined)

// Measures what each map's part is: from which byte to which, and for a matrix also the columns.
function touch(map, start, step, count, width) {
  const last = start + step * (count - 1)
  const [low, high] = step < 0 ? [last, start] : [start, last]
  map.low = Math.min(map.low ?? Infinity, low)
  map.high = Math.max(map.high ?? -Infinity, high + width - 1)
  if (map.kind !== 'matrix' || map.folded) return
  const column = (byte) => Math.floor((byte - map.offset) / map.element) % map.pitch
  const [from, to] = [column(low), column(high + width - 1)]
  const one_row = Math.floor((low - map.offset) / map.element / map.pitch) === Math.floor((high + width - 1 - map.offset) / map.element / map.pitch)
  const down = step % (map.pitch * map.element) === 0
  map.left = Math.min(map.left ?? Infinity, one_row || down ? from : 0)
  map.right = Math.max(map.right ?? 0, one_row || down ? to : map.pitch - 1)
}

function measure(launch, maps) {
  const lists = by_array(launch, maps)
  const { accesses, instructions } = launch
  for (let k = 0; k < accesses.count; ++k) {
    const { space, width } = instructions[accesses.instruction[k]]
    const here = maps_of_access(lists, space, accesses.array[k])
    // An access without a cost ended the launch: its lanes may be anywhere.
    if (!here || (accesses.cost[k] === 0 && space !== kConstant)) continue
    for_runs(launch, k, (start, step, count) => {
      const first = map_of(here, start)
      if (first === map_of(here, start + step * (count - 1))) touch(first, start, step, count, width)
      else for (let n = 0; n < count; ++n) touch(map_of(here, start + n * step), start + n * step, 0, 1, width)
    })
  }
}

// The element size of an array without a shape: the bytes that most of its accesses take.
function choose_elements(launch, maps) {
  const { accesses, instructions } = launch
  for (const map of maps.filter(({ kind }) => kind === 'lines')) {
    const votes = new Map()
    for (let k = 0; k < Math.min(accesses.count, 4096); ++k) {
      if (accesses.array[k] !== map.place) continue
      const { width } = instructions[accesses.instruction[k]]
      votes.set(width, (votes.get(width) ?? 0) + 1)
    }
    const [best] = [...votes].sort((a, b) => b[1] - a[1])
    if (best && best[0] > 0 && kLineBytes % best[0] === 0) map.element = best[0]
  }
}

// Cuts out the part that is drawn in so many pixels: rows top to top + height and columns left to left + width, in elements; bin × bin
// elements share a cell.
function cut(map, pixels) {
  if (map.folded) cut_lines(map)
  else cut_matrix(map)
  // Banks stay apart; shared memory is scrolled instead.
  map.bin = map.kind === 'shared' ? 1 : Math.max(1, Math.ceil(map.width / Math.max(pixels, 1)), Math.ceil(map.height / kMostRows))
  map.cells_across = Math.ceil(map.width / map.bin)
  map.cells_down = Math.ceil(map.height / map.bin)
}

function cut_lines(map) {
  const line = kLineBytes / map.element
  const [first, last] = [Math.floor(map.low / kLineBytes), Math.floor(map.high / kLineBytes)]
  let side_by_side = 1
  const rows = () => (last - first + 1) / side_by_side
  while (rows() > kFolded && side_by_side * line < rows()) side_by_side *= 2
  const top = Math.floor(first / side_by_side)
  Object.assign(map, { pitch: side_by_side * line, base: 0, left: 0, width: side_by_side * line, top, height: Math.floor(last / side_by_side) - top + 1 })
}

// The touched rows and columns, whole sectors; all of them if they are most.
function cut_matrix(map) {
  const bytes_of_row = map.pitch * map.element
  const row = (byte) => Math.floor((byte - map.offset) / bytes_of_row)
  const sector = kSectorBytes % map.element === 0 ? kSectorBytes / map.element : 1
  let [left, right] = [Math.floor(map.left / sector) * sector, Math.min(map.pitch, Math.ceil((map.right + 1) / sector) * sector)]
  let [top, bottom] = [row(map.low), row(map.high) + 1]
  if (map.kind === 'shared') [left, right] = [0, kBanks]
  else if ((right - left) * kMost >= map.columns && map.columns <= kWholeSide) [left, right] = [0, Math.max(map.columns, map.right + 1)]
  if ((bottom - top) * kMost >= map.rows && map.rows <= kWholeSide) [top, bottom] = [0, map.rows]
  Object.assign(map, { base: map.offset, left, top, width: right - left, height: bottom - top })
}

// Whether a map may stand beside another one: it is not much wider than high.
const is_square = (map) => map.height * 2 > map.width && map.height > 8

// The touched maps of a launch; lists: the maps of each array, to find where an access goes.
function make_maps(launch) {
  const all = bare_maps(launch)
  choose_elements(launch, all)
  measure(launch, all)
  const maps = all.filter((map) => map.low !== undefined)
  return { maps, lists: by_array(launch, all) }
}

// The cell of an element that begins at a byte; -1 outside of the part that is drawn.
function cell_of(map, byte) {
  const element = Math.floor((byte - map.base) / map.element)
  const row = Math.floor(element / map.pitch)
  const x = element - row * map.pitch - map.left
  const y = row - map.top
  if (x < 0 || y < 0 || x >= map.width || y >= map.height) return -1
  return map.bin === 1 ? y * map.cells_across + x : Math.floor(y / map.bin) * map.cells_across + Math.floor(x / map.bin)
}

// Calls cell(number) for each cell of `width` bytes from a byte on.
function for_cells(map, byte, width, cell) {
  let before = -1
  for (let at = byte; at < byte + width; at += map.element) {
    const number = cell_of(map, at)
    if (number >= 0 && number !== before) cell(number)
    before = number
  }
}

// The first byte of the element at a cell.
function byte_of(map, x, y) {
  return map.base + ((map.top + y * map.bin) * map.pitch + map.left + x * map.bin) * map.element
}

// "A[3][17]", "element 96", "bank 3, row 2 (byte 268)".
function element_name(map, x, y) {
  const byte = byte_of(map, x, y)
  const bin = map.bin > 1 ? ` and its ${map.bin} × ${map.bin} neighbourhood` : ''
  if (map.kind === 'shared') return `byte ${byte} of shared memory, bank ${x}`
  const number = Math.floor((byte - map.offset) / map.element)
  if (map.kind === 'lines') return `element ${number} (byte ${byte}) of ${map.name}${bin}`
  if (map.folded) return `${map.name}[${number}], byte ${byte}${bin}`
  return `${map.name}[${map.top + y * map.bin}][${map.left + x * map.bin}], byte ${byte - map.offset}${bin}`
}
