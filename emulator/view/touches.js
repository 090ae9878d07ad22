// Tells the maps what the steps access: since the beginning (in slices between frames, so that a long trace opens at once), and now.

// Calls lane(map, byte, class) for each lane of an access that is on a map.
const lane_bytes = new Float64Array(kLanes)
function for_lanes(view, k, lane_is) {
  const { launch, lists, focus, scope } = view
  const { accesses, instructions } = launch
  const here = maps_of_access(lists, instructions[accesses.instruction[k]].space, accesses.array[k])
  if (!here) return
  const kind = class_of(accesses, k, focus)
  if (here === lists.shared && kind === 3) return // another block's shared memory
  const mask = lanes_of(launch, k, lane_bytes)
  const last = scope === 'thread' ? 1 : kLanes
  for (let lane = 0; lane < last; ++lane) if ((mask >>> lane) & 1) lane_is(map_of(here, lane_bytes[lane]).drawn, lane_bytes[lane], kind === 1 && lane === 0 ? 0 : kind)
}

function touch_step(view, step) {
  const { steps, launch } = view
  for (let n = steps.start[step]; n < steps.start[step + 1]; ++n) {
    const k = steps.order[n]
    const { width } = launch.instructions[launch.accesses.instruction[k]]
    for_lanes(view, k, (drawn, byte, kind) => drawn.touch(step, byte, width, kind))
  }
}

// Until a step, and then a slice in each frame until the end.
function touch_until(view, step) {
  while (view.touched <= step && view.touched < view.steps.count) touch_step(view, view.touched++)
  if (view.touched >= view.steps.count || view.slicing) return
  view.slicing = true
  const slice = () => {
    const end = performance.now() + kSlice
    while (view.touched < view.steps.count && performance.now() < end)
      for (let n = 0; n < 64 && view.touched < view.steps.count; ++n) touch_step(view, view.touched++)
    view.slicing = view.touched < view.steps.count
    if (view.slicing) setTimeout(slice)
  }
  setTimeout(slice)
}

function draw_maps(view) {
  const { steps, step, launch } = view
  touch_until(view, step)
  for (const drawn of view.drawn) drawn.begin(step)
  const each = (at, use) => {
    for (let n = steps.start[at]; n < steps.start[at + 1]; ++n) {
      const instruction = launch.instructions[launch.accesses.instruction[steps.order[n]]]
      for_lanes(view, steps.order[n], (drawn, byte, kind) => use(drawn, byte, instruction.width, kind, instruction))
    }
  }
  if (steps.count > 0) {
    for (let age = kFade; age > 0; --age) if (step - age >= 0) each(step - age, (drawn, byte, width, kind) => drawn.recent(byte, width, kind, age))
    each(step, (drawn, byte, width, kind, { space }) => space === kGlobal && drawn.move(byte))
    each(step, (drawn, byte, width, kind) => drawn.use(byte, width, kind))
  }
  for (const drawn of view.drawn) drawn.finish()
}
