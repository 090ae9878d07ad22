// The page: reads the traces, makes a view for each, and answers to the keyboard. The last script: it starts.

function read_data(k) {
  const text = document.getElementById(`trace-${k}`)
  if (!text) return null
  const sources = JSON.parse(document.getElementById(`sources-${k}`)?.textContent || '{}')
  return { trace: parse_trace(text.textContent), sources }
}

// What both have cost, side by side.
function show_comparison(table, views) {
  const rows = [
    ['Steps', (view) => view.steps.count],
    ['Requests to global memory', (view) => view.sums.global_requests.at(-1)],
    ['Sectors', (view) => view.sums.sectors.at(-1)],
    ['Sectors that would do', (view) => view.sums.sectors_needed.at(-1)],
    ['Requests to shared memory', (view) => view.sums.shared_requests.at(-1)],
    ['Wavefronts', (view) => view.sums.wavefronts.at(-1)],
    ['Wavefronts that would do', (view) => view.sums.wavefronts_needed.at(-1)],
    ['Barriers', (view) => view.sums.barriers.at(-1)],
  ]
  const ratio = ([a, b]) => (a === b ? 'the same' : a === 0 || b === 0 ? '' : b < a ? `${(a / b).toFixed(1)} times fewer` : `${(b / a).toFixed(1)} times more`)
  const figures = rows.map(([name, of]) => [name, views.map(of)]).filter(([, pair]) => pair.some((value) => value > 0))
  fill_table(table, ['', ...views.map((view, n) => view.sources.title || `Trace ${n + 1}`), 'Second against first'], figures.map(([name, pair]) => [name, ...pair.map(number_words), ratio(pair)]))
}

function start_theme(button, repaint) {
  const root = document.documentElement
  const dark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches)
  const show = () => {
    button.setAttribute('aria-pressed', String(dark()))
    read_colours()
    repaint()
  }
  button.addEventListener('click', () => {
    root.dataset.theme = dark() ? 'light' : 'dark'
    show()
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show)
  let before
  addEventListener('beforeprint', () => {
    before = root.dataset.theme ?? ''
    root.dataset.theme = 'light'
    show()
  })
  addEventListener('afterprint', () => {
    if (before === '') delete root.dataset.theme
    else root.dataset.theme = before
    show()
  })
}

function start_keys(views, active) {
  const typed = (element) => element.matches('select, input[type="checkbox"], textarea')
  addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || typed(event.target)) return
    const view = active()
    const far = event.shiftKey ? 10 : 1
    const keys = {
      ArrowLeft: () => view.go(view.step - far),
      ArrowRight: () => view.go(view.step + far),
      Home: () => view.go(0),
      End: () => view.go(view.steps.count - 1),
      n: () => view.player.go_to_costly(1),
      p: () => view.player.go_to_costly(-1),
      ' ': () => view.player.play(!view.player.playing),
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (!view || !keys[key] || (key === ' ' && event.target.closest('button'))) return
    event.preventDefault()
    keys[key]()
  })
}

// An address may end with #launch=2&step=8&scope=warp&order=recorded&tab=lanes: lessons link to what they describe.
function apply_address(views) {
  const wanted = new URLSearchParams(location.hash.slice(1))
  for (const view of views) {
    const launch = view.trace.launches.findIndex(({ number }) => number === Number(wanted.get('launch')))
    if (launch >= 0) view.choose_launch(launch)
    const settings = {}
    for (const name of ['scope', 'order']) if ([...view.parts[name].options].some(({ value }) => value === wanted.get(name))) settings[name] = wanted.get(name)
    if (Object.keys(settings).length > 0) view.change(settings)
    if (wanted.get('tab') === 'lanes') view.select_tab('lanes')
    if (wanted.has('step')) view.go((Number(wanted.get('step')) || 1) - 1)
  }
}

function start() {
  const page = parts_of(document)
  const about = JSON.parse(document.getElementById('about')?.textContent || '{}')
  if (about.title) document.title = page.title.textContent = about.title
  page.command.textContent = about.command ?? ''
  page.command.hidden = !about.command
  read_colours()
  const tip = new Tip(page.tip)
  const data = [0, 1].map(read_data).filter(Boolean)
  page.views.classList.toggle('two', data.length > 1)
  const views = []
  let active = 0
  const usable = () => views.filter(({ launch }) => launch)
  const events = {
    changed: () => usable().length > 1 && show_comparison(page.compare_table, views),
    // The other one goes to the same share of its steps.
    moved: (view) => {
      if (views.length < 2 || !page.together.checked || events.moving) return
      events.moving = true
      for (const other of usable()) if (other !== view) other.go(Math.round((view.step / Math.max(1, view.steps.count - 1)) * (other.steps.count - 1)))
      events.moving = false
    },
  }
  for (const [k, { trace, sources }] of data.entries()) {
    const view = new View(page.views, { trace, sources, events, tip, suffix: k })
    view.root.addEventListener('pointerdown', () => (active = k))
    view.root.addEventListener('focusin', () => (active = k))
    views.push(view)
    const most = trace.launches.reduce((best, launch, n) => (launch.accesses.count > trace.launches[best].accesses.count ? n : best), 0)
    if (trace.launches.length > 0) view.choose_launch(most)
  }
  page.compare.hidden = usable().length < 2
  if (data.length === 0) page.views.append(make('p', { class: 'notice' }, 'This page holds no trace: simt view writes one into it.'))
  start_theme(page.theme, () => views.forEach((view) => view.repaint()))
  start_keys(views, () => (views[active]?.launch ? views[active] : usable()[0]))
  apply_address(usable())
}

start()
