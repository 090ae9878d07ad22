// One kernel: the launch that is chosen, what of it is shown, and the step. Two of these stand side by side if there are two traces.

const kSlice = 8 // milliseconds of work between two frames
const kHalf = 300 // pixels that a map needs to stand beside another one
const kGap = 14
const kNarrow = 560 // the lanes of a block beside the source

class View {
  constructor(host, { trace, sources, events, tip, suffix }) {
    host.append(document.getElementById('view-template').content.cloneNode(true))
    this.root = host.lastElementChild
    this.parts = parts_of(this.root)
    Object.assign(this, { trace, sources, events, tip, suffix, launch: null, step: 0, scope: 'block', order: 'step' })
    this.code = new CodePanel(this.parts, sources, (file, line) => this.go_to_line(file, line))
    this.lanes = new LanesPanel(this, this.parts, tip)
    this.player = new Player(this, this.parts)
    this.make_tabs()
    this.parts.view_title.textContent = sources.title ?? ''
    const notice = notice_of(trace)
    this.parts.notice.textContent = notice
    this.parts.notice.hidden = notice === ''
    this.root.classList.toggle('empty', trace.launches.length === 0)
    if (trace.launches.length === 0) return
    const on = (name, change) => this.parts[name].addEventListener('change', () => change(this.parts[name].value))
    on('launch', (value) => this.choose_launch(Number(value)))
    on('scope', (value) => this.change({ scope: value }))
    on('order', (value) => this.change({ order: value }))
    on('warp', (value) => this.change({ focus: this.warps[Number(value)] }))
    new ResizeObserver(() => this.resize()).observe(this.root)
  }

  make_tabs() {
    const names = ['memory', 'lanes']
    const select = (name) => {
      for (const each of names) {
        const [tab, panel] = [this.parts[`${each}_tab`], this.parts[`${each}_panel`]]
        tab.setAttribute('aria-selected', String(each === name))
        tab.tabIndex = each === name ? 0 : -1
        panel.hidden = each !== name
      }
      this.resize(true)
    }
    for (const [n, each] of names.entries()) {
      const [tab, panel] = [this.parts[`${each}_tab`], this.parts[`${each}_panel`]]
      tab.id = `${each}-tab-${this.suffix}`
      panel.id = `${each}-panel-${this.suffix}`
      tab.setAttribute('aria-controls', panel.id)
      panel.setAttribute('aria-labelledby', tab.id)
      tab.addEventListener('click', () => select(each))
      tab.addEventListener('keydown', (event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        event.preventDefault()
        event.stopPropagation()
        const other = names[1 - n]
        select(other)
        this.parts[`${other}_tab`].focus()
      })
    }
    this.select_tab = select
    select('memory')
  }

  choose_launch(index) {
    this.launch = this.trace.launches[index]
    this.warps = warps_of(this.launch)
    const { parts, launch } = this
    fill_select(parts.launch, this.trace.launches.map((each, n) => [n, `${each.number}: ${short_kernel(each.kernel)}, grid ${size_words(each.grid)}, block ${size_words(each.block)}`]), index)
    fill_select(parts.warp, this.warps.slice(0, 2000).map((each, n) => [n, `${each.warp} of block ${coordinates(each.block, launch.grid)}`]), 0)
    const blocks = new Set(this.warps.map(({ block }) => block)).size
    const scopes = [['thread', 'its first thread'], ['warp', 'the warp'], ...(this.warps.length > 1 ? [['block', 'its block']] : []), ...(blocks > 1 ? [['all', 'all that was recorded']] : [])]
    const { maps, lists } = make_maps(launch)
    this.lists = lists
    this.make_figures(maps)
    const scope = this.warps.length > 1 ? 'block' : 'warp'
    fill_select(parts.scope, scopes, scope)
    fill_select(parts.order, [['step', 'warps in step'], ['recorded', 'as recorded']], 'step')
    this.change({ focus: this.warps[0] ?? { block: 0, warp: 0 }, scope, order: 'step' })
    if (launch.accesses.count === 0) this.select_tab('lanes')
  }

  make_figures(maps) {
    const shared = maps.some(({ kind }) => kind === 'shared')
    this.parts.maps.replaceChildren()
    this.drawn = maps.map((map) => {
      const figure = make('figure', { class: 'map card' })
      this.parts.maps.append(figure)
      const drawn = new DrawnMap(map, figure)
      map.drawn = drawn
      make_inspectable(this, drawn, this.tip)
      return drawn
    })
    this.wavefronts = null
    if (shared) {
      const figure = make('figure', { class: 'map card' })
      this.parts.maps.append(figure)
      this.wavefronts = new Wavefronts(figure)
    }
    if (maps.length === 0) this.parts.maps.append(make('p', { class: 'empty card' }, 'No access to an array or to shared memory was recorded in this launch.'))
  }

  // settings: scope, order, focus. Steps are others then; the moment stays as near as it can.
  change(settings) {
    const before = this.steps && this.launch === this.steps_launch ? this.access_of_step() : -1
    Object.assign(this, settings)
    this.steps = make_steps(this.launch, this)
    this.steps_launch = this.launch
    this.sums = make_sums(this.launch, this.steps)
    this.costs = costs_of_lines(this.launch, this.steps)
    this.parts.scope.value = this.scope
    this.parts.order.value = this.order
    this.shared_before = this.latest_shared()
    this.step = before >= 0 && this.steps.step_of[before] !== kNone ? this.steps.step_of[before] : 0
    this.touched = 0
    this.drawn.forEach((drawn) => drawn.first && drawn.forget())
    this.player.show()
    this.code.show(this.costs, this.launch.places)
    this.lanes.show()
    this.show_totals()
    this.show_legend()
    this.events.changed?.(this)
    this.resize(true)
  }

  // For each step, the last request of the warp to shared memory until then; -1: none.
  latest_shared() {
    const { accesses, instructions } = this.launch
    const latest = new Int32Array(this.steps.count)
    let most = 1
    let last = -1
    for (let step = 0; step < this.steps.count; ++step) {
      for (let n = this.steps.start[step]; n < this.steps.start[step + 1]; ++n) {
        const k = this.steps.order[n]
        if (class_of(accesses, k, this.focus) !== 1 || instructions[accesses.instruction[k]].space !== kShared) continue
        last = k
        most = Math.max(most, accesses.cost[k])
      }
      latest[step] = last
    }
    this.most_wavefronts = most
    return latest
  }

  show_legend() {
    const { launch, focus, scope } = this
    const items = [[1, `lane 0 of ${warp_words(launch, focus.block, focus.warp)}`]]
    if (scope !== 'thread') items.push([2, 'the other lanes of that warp'])
    if (scope === 'block' || scope === 'all') items.push([3, 'other warps of its block'])
    if (scope === 'all') items.push([4, 'other blocks'])
    items.push([kMoved, 'moves with its sector, not used'], ['faded', 'accessed before, fading'], ['rules', 'a sector of 32 bytes, a line of 128'])
    this.legend = items
    this.parts.legend.replaceChildren(...items.map(([kind, words]) => make('li', {}, [make('canvas', { 'aria-hidden': 'true' }), words])))
    this.draw_legend()
  }

  draw_legend() {
    const canvases = this.parts.legend.querySelectorAll('canvas')
    this.legend?.forEach(([kind], n) => {
      const size = 14
      const context = sized(canvases[n], kind === 'faded' || kind === 'rules' ? 2 * size : size, size)
      if (kind === 'faded') {
        for (const [place, share] of [[0, 0.78], [1, 0.5], [2, 0.28]].entries()) {
          context.globalAlpha = share[1]
          context.fillStyle = colours.warp
          context.fillRect((place * 28) / 3, 0, 28 / 3 - 1, size)
        }
        return
      }
      if (kind === 'rules') {
        context.fillStyle = colours.cell
        context.fillRect(0, 0, 28, size)
        context.fillStyle = colours.sector
        context.fillRect(9, 0, 1, size)
        context.fillStyle = colours.line
        context.fillRect(19, 0, 2, size)
        return
      }
      context.fillStyle = kind === kMoved ? colours.moved : colours.classes[kind - 1]
      context.fillRect(0, 0, size, size)
      draw_mark(context, 0, 0, size, kind)
    })
  }

  resize(always = false) {
    if (!this.launch) return
    // Many warps need the whole width.
    this.parts.columns.classList.toggle('stacked', !this.parts.lanes_panel.hidden && this.lanes.least_width() > kNarrow)
    const width = this.parts.maps.clientWidth || this.parts.lanes_panel.clientWidth
    if (!always && width === this.laid_out) return
    this.laid_out = width
    const inner = width - 2 * Number.parseFloat(getComputedStyle(this.root).getPropertyValue('--pad') || '14') - 2
    // Maps that are not much wider than high stand side by side where there is room.
    this.drawn.forEach(({ map }) => cut(map, inner))
    const squares = this.drawn.filter(({ map }) => is_square(map))
    const half = width >= 2 * kHalf && squares.length > 1
    this.drawn.forEach((drawn) => drawn.figure.classList.toggle('half', half && squares.includes(drawn)))
    this.parts.maps.classList.toggle('halves', half)
    const half_inner = inner - (width + kGap) / 2
    if (this.drawn.map((drawn) => drawn.resize(half && squares.includes(drawn) ? half_inner : inner)).some(Boolean)) {
      this.touched = 0
      this.drawn.forEach((drawn) => drawn.forget())
    }
    const beside = half && squares.length % 2 === 1
    this.wavefronts?.figure.classList.toggle('half', beside)
    this.wavefronts?.resize(beside ? half_inner : inner, this.most_wavefronts)
    this.player.resize(this.parts.strip.parentElement.clientWidth)
    if (!this.parts.lanes_panel.hidden) this.lanes.resize(this.parts.lanes.clientWidth)
    this.draw()
  }

  repaint() {
    if (!this.launch) return
    this.draw_legend()
    this.resize(true)
  }

  go(step) {
    if (!this.launch) return
    const to = Math.max(0, Math.min(this.steps.count - 1, step))
    if (to === this.step) return
    this.step = to
    this.draw()
    this.events.moved?.(this)
  }

  go_to_line(file, line) {
    const { accesses, instructions } = this.launch
    for (let n = 1; n <= this.steps.count; ++n) {
      const step = (this.step + n) % this.steps.count
      for (let place = this.steps.start[step]; place < this.steps.start[step + 1]; ++place) {
        const instruction = instructions[accesses.instruction[this.steps.order[place]]]
        if (instruction.line === line && instruction.file === file) return this.go(step)
      }
    }
  }

  // The access that the step is described by: the warp's own, or the first one; -1 without any.
  access_of_step() {
    const { steps, step, launch, focus } = this
    if (steps.count === 0) return -1
    for (let n = steps.start[step]; n < steps.start[step + 1]; ++n) if (class_of(launch.accesses, steps.order[n], focus) === 1) return steps.order[n]
    return steps.order[steps.start[step]]
  }

  draw() {
    draw_maps(this)
    const k = this.access_of_step()
    this.player.draw()
    this.draw_now(k)
    if (this.wavefronts && this.steps.count > 0) {
      const shared = this.shared_before[this.step]
      this.wavefronts.draw(this.launch, shared, shared === k, this.focus)
    }
    this.draw_totals()
    if (k >= 0) this.code.mark(this.launch.instructions[this.launch.accesses.instruction[k]].file, this.launch.instructions[this.launch.accesses.instruction[k]].line)
    if (!this.parts.lanes_panel.hidden) this.lanes.follow()
  }

  draw_now(k) {
    const { now } = this.parts
    if (k < 0) return now.replaceChildren('No access was recorded in this launch.')
    const { launch, steps, step } = this
    const { accesses } = launch
    const { place, what, cost, wasteful } = words_of(launch, k)
    const others = steps.start[step + 1] - steps.start[step] - 1
    const [all, too_much] = [this.sums.cost[step], this.sums.excess[step]]
    const more = others > 0 ? `and ${counted(others, 'more warp')}${all > 0 ? `: together ${number_words(all)}${too_much > 0 ? ` where ${number_words(all - too_much)} would do` : ''}` : ''}` : ''
    now.classList.toggle('wasteful', wasteful)
    now.replaceChildren(make('span', { class: 'place' }, place), make('span', { class: 'what' }, what), ...(cost ? [make('strong', { class: 'cost' }, wasteful ? `! ${cost}` : cost)] : []), make('span', { class: 'who' }, `${warp_words(launch, accesses.block[k], accesses.warp[k])} ${more}`))
  }

  // Once for these steps; draw_totals writes the numbers so far into it.
  show_totals() {
    const { sums, steps } = this
    const global = [['Requests to global memory', 'global_requests'], ['Sectors', 'sectors'], ['Sectors that would do', 'sectors_needed']]
    const shared = [['Requests to shared memory', 'shared_requests'], ['Wavefronts', 'wavefronts'], ['Wavefronts that would do', 'wavefronts_needed']]
    const used = (rows) => (sums[rows[0][1]][steps.count] > 0 ? rows : [])
    const rows = [...used(global), ...used(shared)]
    if (rows.length === 0) rows.push(global[0])
    this.so_far = rows.map(([, key]) => ({ key, cell: make('span') }))
    fill_table(this.parts.totals, ['', 'So far', 'In all'], rows.map(([name, key], n) => [name, this.so_far[n].cell, number_words(sums[key][steps.count])]))
  }

  draw_totals() {
    const until = Math.min(this.steps.count, this.step + 1)
    for (const { key, cell } of this.so_far) cell.textContent = number_words(this.sums[key][until])
  }
}

const size_words = (sizes) => sizes.join(' × ').replace(/( × 1)+$/, '')
const short_kernel = (kernel) => kernel.replaceAll('(anonymous namespace)::', '').replace(/^void /, '').replace(/\(.*/, '')

// What is missing from a trace, in a sentence; '' if nothing is.
function notice_of(trace) {
  if (trace.problem) return trace.problem
  if (trace.launches.length === 0) return `No launch was recorded: ${trace.complete ? 'the program launched no kernel that --kernel, --launch-range and --trace-of select' : 'the program ended before its first launch'}.`
  const cut = trace.cut > 0 ? `The trace was cut after ${counted(trace.cut, 'access', 'accesses')}: what came later is missing. --trace-limit 0 records all of it.` : ''
  const ended = trace.complete ? '' : 'The trace has no end: the program was stopped while it ran, and what came later is missing.'
  return [cut, ended].filter(Boolean).join(' ')
}
