// Reads a trace (emulator/trace/FORMAT.md) into typed arrays. A trace of a million accesses has to open in seconds, so there is
// no object for an access, and the addresses of its lanes stay text until they are drawn (lanes_of in access.js).

const kLanes = 32
const [kGlobal, kConstant, kShared, kLocal, kBlock] = [0, 1, 2, 3, 4]
const kSpaces = ['global', 'constant', 'shared', 'local', 'block']
const kNone = 0xffffffff

// Columns of numbers that grow.
class Rows {
  constructor(types) {
    this.types = types
    this.count = 0
    this.capacity = 1024
    for (const name in types) this[name] = new types[name](this.capacity)
  }
  // The number of a new row.
  add() {
    if (this.count === this.capacity) {
      this.capacity *= 2
      for (const name in this.types) {
        const wider = new this.types[name](this.capacity)
        wider.set(this[name])
        this[name] = wider
      }
    }
    return this.count++
  }
}

const access_columns = {
  instruction: Uint32Array,
  block: Uint32Array,
  warp: Uint32Array,
  who: Uint32Array, // index into launch.seen: the warp
  clock: Float64Array,
  mask: Uint32Array,
  cost: Uint32Array,
  array: Int32Array, // index into launch.arrays, -1: none
  first: Float64Array,
  steps: Uint32Array, // where the text has them
  visit: Int32Array, // the `at` line under which it was made, -1: not known
}
const visit_columns = { place: Uint32Array, block: Uint32Array, warp: Uint32Array, who: Uint32Array, clock: Float64Array, mask: Uint32Array }

const warp_columns = { block: Uint32Array, warp: Uint32Array, visit: Int32Array }

class Reader {
  constructor(text) {
    this.text = text
    this.at = 0
  }
  // Decimal, from here; ends behind the character that follows it.
  number() {
    const { text } = this
    let { at } = this
    const negative = text.charCodeAt(at) === 45
    if (negative) ++at
    let value = 0
    for (let digit; (digit = text.charCodeAt(at) - 48) >= 0 && digit <= 9; ++at) value = value * 10 + digit
    this.at = text.charCodeAt(at) === 32 ? at + 1 : at
    return negative ? -value : value
  }
  hexadecimal() {
    const { text } = this
    let { at } = this
    let value = 0
    for (let code; (code = text.charCodeAt(at)) >= 48; ++at) value = (value << 4) | (code < 58 ? code - 48 : (code | 32) - 87)
    this.at = text.charCodeAt(at) === 32 ? at + 1 : at
    return value >>> 0
  }
  word() {
    const { text, at } = this
    let end = at
    for (let code; (code = text.charCodeAt(end)) !== 32 && code !== 10 && end < text.length; ) ++end
    this.at = text.charCodeAt(end) === 32 ? end + 1 : end
    return text.slice(at, end)
  }
  // To the line's end. `simt view` wrote <\/ for </, which would end the element that holds the trace.
  rest() {
    const end = this.text.indexOf('\n', this.at)
    const words = this.text.slice(this.at, end).replaceAll('<\\/', '</')
    this.at = end
    return words
  }
}

function read_launch(reader, text) {
  const [number, gx, gy, gz, bx, by, bz, shared_bytes] = Array.from({ length: 8 }, () => reader.number())
  const warps = Math.ceil((bx * by * bz) / kLanes)
  return {
    text,
    number,
    grid: [gx, gy, gz],
    block: [bx, by, bz],
    threads: bx * by * bz,
    warps,
    shared_bytes,
    kernel: reader.rest(),
    instructions: [],
    arrays: [],
    array_index: new Map(),
    shared_arrays: [],
    places: [],
    accesses: new Rows(access_columns),
    visits: new Rows(visit_columns),
    seen: new Rows(warp_columns), // the warps, in the order in which they come
    numbers: new Int32Array(Math.min(gx * gy * gz * warps, kDense)).fill(-1), // of the warps in `seen`
    more_numbers: new Map(),
    latest: -1, // the warp of the line before
  }
}

// Where a warp stands in launch.seen. Most lines are about the warp of the line before.
const kDense = 1 << 22 // so many warps get a table, more of them a map
function number_of_warp(launch, block, warp) {
  const { seen, latest } = launch
  if (latest >= 0 && seen.block[latest] === block && seen.warp[latest] === warp) return latest
  const key = block * launch.warps + warp
  const dense = key < kDense
  let number = dense ? launch.numbers[key] : launch.more_numbers.get(key) ?? -1
  if (number < 0) {
    number = seen.add()
    seen.block[number] = block
    seen.warp[number] = warp
    seen.visit[number] = -1
    if (dense) launch.numbers[key] = number
    else launch.more_numbers.set(key, number)
  }
  return (launch.latest = number)
}

// The tables are large, and only reading needs them.
function forget_numbers(launch) {
  launch.numbers = launch.more_numbers = null
}

function read_access(reader, launch) {
  const { accesses } = launch
  const instruction = reader.number()
  const k = accesses.add()
  accesses.instruction[k] = instruction
  const block = (accesses.block[k] = reader.number())
  const warp = (accesses.warp[k] = reader.number())
  accesses.clock[k] = reader.number()
  accesses.mask[k] = reader.hexadecimal()
  accesses.array[k] = -1
  accesses.visit[k] = launch.seen.visit[(accesses.who[k] = number_of_warp(launch, block, warp))]
  if (launch.instructions[instruction].space === kBlock) return
  accesses.cost[k] = reader.number()
  const array = reader.number()
  if (array !== 0) accesses.array[k] = launch.array_index.get(array) ?? -1
  accesses.first[k] = reader.number()
  accesses.steps[k] = reader.at
}

function read_visit(reader, launch) {
  const { visits } = launch
  const k = visits.add()
  visits.place[k] = reader.number()
  const block = (visits.block[k] = reader.number())
  const warp = (visits.warp[k] = reader.number())
  visits.clock[k] = reader.number()
  visits.mask[k] = reader.hexadecimal()
  launch.seen.visit[(visits.who[k] = number_of_warp(launch, block, warp))] = k
}

function read_array(reader, launch) {
  const number = reader.number()
  launch.array_index.set(number, launch.arrays.length)
  launch.arrays.push({ number, bytes: reader.number(), name: reader.rest(), shapes: [] })
}

function read_shape(reader, launch) {
  const [number, rows, columns, pitch, element, offset] = Array.from({ length: 6 }, () => reader.number())
  const array = launch.arrays[launch.array_index.get(number)]
  if (array) array.shapes.push({ rows, columns, pitch, element, offset, name: reader.rest() })
}

function read_instruction(reader, launch) {
  const [space, kind] = [kSpaces.indexOf(reader.word()), reader.word()]
  const [width, line, opcode] = [reader.number(), reader.number(), reader.word()]
  launch.instructions.push({ space, kind, width, line, opcode, file: reader.rest() })
}

// { launches, cut, complete, problem }. problem: a sentence if this is no trace. cut: how many accesses were kept, 0: all.
function parse_trace(text) {
  const trace = { launches: [], cut: 0, complete: false, problem: '' }
  const begin = text.search(/\S/)
  if (begin < 0) return { ...trace, problem: 'The trace is empty: nothing was recorded.' }
  if (!text.startsWith('simt-trace 1\n', begin)) return { ...trace, problem: 'This is no trace of version 1, which this page reads.' }
  const reader = new Reader(text)
  const other = {
    launch: () => trace.launches.push(read_launch(reader, text)),
    instruction: (launch) => read_instruction(reader, launch),
    array: (launch) => read_array(reader, launch),
    shape: (launch) => read_shape(reader, launch),
    shared: (launch) => launch.shared_arrays.push({ offset: reader.number(), bytes: reader.number(), name: reader.rest() }),
    place: (launch) => launch.places.push({ line: reader.number(), file: reader.rest() }),
    at: (launch) => read_visit(reader, launch),
    cut: () => (trace.cut = reader.number()),
    end: () => (trace.complete = true),
  }
  let launch
  for (let at = text.indexOf('\n', begin) + 1, end; (end = text.indexOf('\n', at)) >= 0; at = end + 1) {
    reader.at = at
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) {
      read_access(reader, launch)
    } else {
      const word = reader.word()
      if (Object.hasOwn(other, word)) other[word](launch)
      if (word === 'launch') {
        if (launch) forget_numbers(launch)
        launch = trace.launches.at(-1)
      }
    }
  }
  if (launch) forget_numbers(launch)
  return trace
}
