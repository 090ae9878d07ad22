// The steps of the animation: which accesses happen at once, in what order, and what they cost.
//
// The emulator runs a block's warps one after the other, from barrier to barrier. "In step" undoes that: the nth access of every warp
// after a barrier is one step, as if the warps executed together (which a GPU does not promise). "As recorded" takes the accesses
// one by one.

const kScopes = ['thread', 'warp', 'block', 'all']

// The class of an access, from the point of view of a warp: 1 that warp, 2 its block, 3 another block. Its first lane is class 0.
const class_of = (accesses, k, focus) => (accesses.block[k] !== focus.block ? 3 : accesses.warp[k] !== focus.warp ? 2 : 1)

// The warps that were recorded, in order: { block, warp }.
function warps_of({ seen }) {
  const warps = Array.from({ length: seen.count }, (_, n) => ({ block: seen.block[n], warp: seen.warp[n] }))
  return warps.sort((a, b) => a.block - b.block || a.warp - b.warp)
}

// For each access and each visit: how many barriers its warp has passed. For each access also its place since the last one.
function places_in_step(launch) {
  const { accesses, instructions, visits } = launch
  const phase = new Uint32Array(accesses.count)
  const place = new Uint32Array(accesses.count)
  const visit_phase = new Uint32Array(visits.count)
  // Of each warp: barriers passed, and accesses since the last one.
  const [passed, since] = [new Uint32Array(launch.seen.count), new Uint32Array(launch.seen.count)]
  let next = 0
  const number_visits = (until) => {
    for (; next <= until; ++next) visit_phase[next] = passed[visits.who[next]]
  }
  for (let k = 0; k < accesses.count; ++k) {
    const who = accesses.who[k]
    number_visits(accesses.visit[k])
    phase[k] = passed[who]
    if (instructions[accesses.instruction[k]].space === kBlock) {
      place[k] = kNone
      ++passed[who]
      since[who] = 0
    } else {
      place[k] = since[who]++
    }
  }
  number_visits(visits.count - 1)
  return { phase, place, visit_phase }
}

// order: accesses in the order of the steps; start[s]: where step s begins in it; step_of[access]: its step, kNone if it is left out.
function make_steps(launch, { scope, order: by, focus }) {
  const { accesses } = launch
  const deepest = Math.max(1, kScopes.indexOf(scope))
  let chosen = new Uint32Array(accesses.count)
  let count = 0
  for (let k = 0; k < accesses.count; ++k) {
    if (class_of(accesses, k, focus) > deepest) continue
    if (scope === 'thread' && ((accesses.mask[k] & 1) === 0)) continue
    chosen[count++] = k
  }
  chosen = chosen.subarray(0, count)
  const start = []
  const step_of = new Uint32Array(accesses.count).fill(kNone)
  if (by === 'recorded') {
    chosen.forEach((k, n) => {
      step_of[k] = n
      start.push(n)
    })
  } else {
    const { phase, place } = (launch.in_step ??= places_in_step(launch))
    // A stable sort by phase and place.
    const key = new Float64Array(accesses.count)
    for (const k of chosen) key[k] = phase[k] * 2 ** 32 + place[k]
    let sorted = true
    for (let n = 1; n < count; ++n) if (key[chosen[n]] < key[chosen[n - 1]]) sorted = false
    if (!sorted) chosen = chosen.slice().sort((a, b) => key[a] - key[b] || a - b)
    let before = -1
    chosen.forEach((k, n) => {
      if (key[k] !== before) start.push(n)
      before = key[k]
      step_of[k] = start.length - 1
    })
  }
  start.push(count)
  return { order: chosen, start: Uint32Array.from(start), step_of, count: start.length - 1 }
}

// Sums up to each step: sums[name][s] is what the steps before s have cost together. need and cost in sectors and wavefronts.
function make_sums(launch, steps) {
  const { accesses, instructions } = launch
  const need = (launch.need ??= needs(launch))
  const names = ['global_requests', 'sectors', 'sectors_needed', 'shared_requests', 'wavefronts', 'wavefronts_needed', 'barriers']
  const sums = Object.fromEntries(names.map((name) => [name, new Float64Array(steps.count + 1)]))
  const running = new Float64Array(names.length)
  const cost = new Float64Array(steps.count)
  const excess = new Float64Array(steps.count)
  for (let s = 0; s < steps.count; ++s) {
    for (let n = steps.start[s]; n < steps.start[s + 1]; ++n) {
      const k = steps.order[n]
      const { space } = instructions[accesses.instruction[k]]
      if (space === kBlock) ++running[6]
      if (space !== kGlobal && space !== kShared) continue
      const base = space === kGlobal ? 0 : 3
      running[base] += 1
      running[base + 1] += accesses.cost[k]
      running[base + 2] += need[k]
      cost[s] += accesses.cost[k]
      excess[s] += accesses.cost[k] - need[k]
    }
    names.forEach((name, place) => (sums[name][s + 1] = running[place]))
  }
  return { ...sums, cost, excess }
}

function needs(launch) {
  const need = new Uint32Array(launch.accesses.count)
  for (let k = 0; k < need.length; ++k) need[k] = need_of(launch, k)
  return need
}

// For each source line, "file:line": its loads, stores, … in each space, with what these steps' requests cost and need.
function costs_of_lines(launch, steps) {
  const { accesses, instructions } = launch
  const need = (launch.need ??= needs(launch))
  const lines = new Map()
  const of_instruction = instructions.map(({ file, line, space, kind }) => {
    const key = `${file}:${line}`
    if (!lines.has(key)) lines.set(key, { file, line, uses: new Map() })
    const { uses } = lines.get(key)
    const use = `${kSpaces[space]} ${kind}`
    if (!uses.has(use)) uses.set(use, { use, space, requests: 0, cost: 0, need: 0 })
    return uses.get(use)
  })
  for (const k of steps.order) {
    const entry = of_instruction[accesses.instruction[k]]
    ++entry.requests
    entry.cost += accesses.cost[k]
    entry.need += need[k]
  }
  return lines
}
