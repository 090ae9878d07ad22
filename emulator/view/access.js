// One access: the addresses of its lanes, what it costs, what would do, and both in words. The words are those of the emulator's
// report (emulator/report/pattern_words.cpp) and of `make show`.

const kSectorBytes = 32
const kLineBytes = 128
const kBanks = 32

// Calls run(start, step, count) for every run of lanes at equal distances: count lanes from start on.
function for_runs({ text, accesses }, k, run) {
  let start = accesses.first[k]
  let at = accesses.steps[k]
  // A run ends where the distance changes; the next one begins a step further.
  if (text.charCodeAt(at) === 10) return run(start, 0, 1)
  let before = 1 // lanes whose addresses are known and in no run yet
  for (;;) {
    let negative = false
    let step = 0
    let times = 1
    if (text.charCodeAt(at) === 45) (negative = true), ++at
    for (let digit; (digit = text.charCodeAt(at) - 48) >= 0 && digit <= 9; ++at) step = step * 10 + digit
    if (negative) step = -step
    if (text.charCodeAt(at) === 120) {
      times = 0
      ++at
      for (let digit; (digit = text.charCodeAt(at) - 48) >= 0 && digit <= 9; ++at) times = times * 10 + digit
    }
    if (before === 1) run(start, step, times + 1)
    else run(start + step, step, times)
    start += step * times
    before = 0
    if (text.charCodeAt(at) !== 32) return
    ++at
  }
}

// Writes the address of each lane in the mask to `out`.
const packed = new Float64Array(64)
function lanes_of(launch, k, out) {
  const mask = launch.accesses.mask[k]
  let count = 0
  for_runs(launch, k, (start, step, times) => {
    for (let n = 0; n < times && count < kLanes; ++n) packed[count++] = start + n * step
  })
  let next = 0
  for (let lane = 0; lane < kLanes; ++lane) if ((mask >>> lane) & 1) out[lane] = packed[next++]
  return mask
}

function lane_count(mask) {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) ++count
  return count
}
const lanes_in = (mask) => Array.from({ length: kLanes }, (_, lane) => lane).filter((lane) => (mask >>> lane) & 1)

// How many addresses differ. Most accesses are one run, whose addresses need no comparison.
const hashed = new Float64Array(64)
const stamp = new Uint32Array(64)
let stamped = 0
function distinct_addresses(launch, k) {
  let runs = 0
  let distinct = 0
  for_runs(launch, k, (start, step, times) => {
    ++runs
    distinct += step === 0 ? 1 : times
  })
  if (runs === 1) return distinct
  distinct = 0
  ++stamped
  for_runs(launch, k, (start, step, times) => {
    for (let n = 0; n < times; ++n) {
      const address = start + n * step
      let place = (Math.imul(address, 0x9e3779b1) >>> 26) & 63
      while (stamp[place] === stamped && hashed[place] !== address) place = (place + 1) & 63
      if (stamp[place] === stamped) continue
      stamp[place] = stamped
      hashed[place] = address
      ++distinct
    }
  })
  return distinct
}

// The fewest sectors or wavefronts for the same bytes (units_that_would_do of the report).
function need_of(launch, k) {
  const { accesses, instructions } = launch
  const { space, width } = instructions[accesses.instruction[k]]
  const cost = accesses.cost[k]
  if ((space !== kGlobal && space !== kShared) || cost === 0) return cost
  if (cost === 1) return 1
  const unit = space === kShared ? kLineBytes : kSectorBytes
  let enough = Math.max(1, Math.ceil((distinct_addresses(launch, k) * width) / unit))
  if (space === kShared && width >= 16) {
    const mask = accesses.mask[k]
    enough = Math.max(enough, ((mask & 0xffff) !== 0 ? 1 : 0) + (mask >>> 16 !== 0 ? 1 : 0))
  }
  return Math.min(enough, cost)
}

// What shared memory serves at once: an array for each wavefront, with a list of lanes for each bank
// (common/course/access_map.cpp says why wide elements are served in groups).
function wavefronts_of(launch, k) {
  const { accesses, instructions } = launch
  const at = new Float64Array(kLanes)
  const mask = lanes_of(launch, k, at)
  const width = Math.max(instructions[accesses.instruction[k]].width, 1)
  const piece_bytes = Math.max(width, 4)
  const columns = kLineBytes / piece_bytes
  const served = (together) => {
    const rows = []
    for (let first = 0; first < kLanes; first += together) {
      const begin = rows.length
      const pieces = new Map() // by column, in the order of the lanes
      for (const lane of lanes_in(mask)) {
        if (lane < first || lane >= first + together) continue
        const piece = Math.floor(at[lane] / piece_bytes)
        const column = piece % columns
        if (!pieces.has(column)) pieces.set(column, [])
        const here = pieces.get(column)
        if (!here.includes(piece)) here.push(piece)
        const row = begin + here.indexOf(piece)
        while (row >= rows.length) rows.push(Array.from({ length: kBanks }, () => []))
        for (let word = 0; word < piece_bytes / 4; ++word) rows[row][(column * piece_bytes) / 4 + word].push(lane)
      }
    }
    return rows
  }
  const rows = served(columns)
  const cost = accesses.cost[k]
  return cost !== 0 && cost < rows.length && columns < kLanes ? served(2 * columns) : rows
}

// How many wavefronts each bank takes part in, and so who is waited for.
const words_of_banks = (wavefronts) => Array.from({ length: kBanks }, (_, bank) => wavefronts.filter((row) => row[bank].length > 0).length)

const counted = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

// "0-3, 7".
function ranges(numbers) {
  const parts = []
  for (const number of numbers) {
    const last = parts.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else parts.push([number, number])
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}

const coordinates = (number, [x, y]) => `(${number % x},${Math.floor(number / x) % y},${Math.floor(number / x / y)})`

function stride_of(at) {
  const stride = at[1] - at[0]
  return at.every((address, n) => n === 0 || address - at[n - 1] === stride) ? stride : undefined
}

const one_place = (width) => (width <= 4 ? 'one word' : `one place of ${width} B`)
const step_words = (stride, width) => (stride === 0 ? `at ${one_place(width)}` : stride === width ? 'side by side' : `stride ${stride} B`)

// "32 lanes, stride 8192 B", "all 32 lanes at one word", "32 lanes in 4 groups of 8, …".
function lanes_words(at, width) {
  const count = at.length
  const lanes = count === kLanes ? '32 lanes' : `${count} of 32 lanes`
  if (count === 1) return lanes
  const stride = stride_of(at)
  if (stride === 0) return `${count === kLanes ? 'all ' : ''}${lanes} at ${one_place(width)}`
  if (stride === width) return `${lanes} side by side`
  if (stride !== undefined) return `${lanes}, stride ${stride} B`
  for (let size = count >> 1; size >= 2; --size) {
    if (count % size !== 0) continue
    const groups = Array.from({ length: count / size }, (_, group) => at.slice(group * size, (group + 1) * size))
    const inner = stride_of(groups[0])
    const outer = stride_of(groups.map((group) => group[0]))
    if (inner === undefined || outer === undefined || groups.some((group) => stride_of(group) !== inner)) continue
    return `${lanes} in ${groups.length} groups of ${size}, each ${step_words(inner, width)}${outer === 0 ? ', the groups at one place' : `, ${outer} B from group to group`}`
  }
  return `${lanes} at ${new Set(at).size} scattered places`
}

// What an instruction does: "load from shared memory".
function does({ space, kind }) {
  if (space === kBlock) return 'barrier of the block'
  return `${kind === 'store' ? 'store to' : kind === 'atomic' ? 'atomic in' : 'load from'} ${kSpaces[space]} memory`
}

const cost_words = (space, cost, need) =>
  cost > need ? `${counted(cost, space === kShared ? 'wavefront' : 'sector')} where ${need} would do` : counted(cost, space === kShared ? 'wavefront' : 'sector')

// { place, what, cost, wasteful }: the parts of the sentence about an access.
function words_of(launch, k) {
  const { accesses, instructions } = launch
  const instruction = instructions[accesses.instruction[k]]
  const { space, width, line } = instruction
  const place = `${line > 0 ? `Line ${line}: ` : ''}${does(instruction)}`
  if (space === kBlock) return { place, what: `${counted(lane_count(accesses.mask[k]), 'lane')} arrive`, cost: '', wasteful: false }
  const at = new Float64Array(kLanes)
  const addresses = lanes_in(lanes_of(launch, k, at)).map((lane) => at[lane])
  const what = lanes_words(addresses, width)
  const [cost, need] = [accesses.cost[k], need_of(launch, k)]
  if (space !== kGlobal && space !== kShared) return { place, what, cost: '', wasteful: false }
  if (cost === 0) return { place, what, cost: 'the launch ended here', wasteful: true }
  return { place, what, cost: cost_words(space, cost, need), wasteful: cost > need }
}
