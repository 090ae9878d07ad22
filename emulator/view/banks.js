// The wavefronts of the last request to shared memory: what the 32 banks deliver at once, and how many wavefronts wait for each bank.

const kMostWavefronts = 32

class Wavefronts {
  constructor(figure) {
    this.figure = figure
    this.canvas = make('canvas', { class: 'map-canvas', role: 'img' })
    this.caption = make('span', { class: 'map-part' })
    figure.append(make('figcaption', {}, [make('b', {}, 'Wavefronts'), this.caption]), make('div', { class: 'map-scroll' }, this.canvas))
  }

  // rows: the most wavefronts of the launch, so that the page keeps its height.
  resize(width, rows) {
    this.left = 34
    this.rows = Math.min(Math.max(rows, 1), kMostWavefronts)
    this.cell = Math.max(6, Math.min(kLargestCell, Math.floor((width - this.left - 4) / kBanks)))
    this.height = Math.min(this.cell, this.rows > 16 ? 11 : 16)
    this.top = 20
    Object.assign(this.canvas.dataset, { cell: this.cell, left: this.left, top: this.top, height: this.height })
    this.context = sized(this.canvas, this.left + kBanks * this.cell + 2, this.top + this.rows * this.height + 4)
  }

  // access: the request; is_now: it is part of the current step.
  draw(launch, access, is_now, focus) {
    const { context, canvas, left, top, cell, height } = this
    context.clearRect(0, 0, canvas.width, canvas.height)
    const wavefronts = access < 0 ? [] : wavefronts_of(launch, access).slice(0, kMostWavefronts)
    const words = words_of_banks(wavefronts)
    const most = Math.max(0, ...words)
    const wasteful = access >= 0 && launch.accesses.cost[access] > need_of(launch, access)
    const { line } = access < 0 ? { line: 0 } : launch.instructions[launch.accesses.instruction[access]]
    const sentence = access < 0 ? 'no request to shared memory yet' : `${is_now ? '' : 'the last request, '}${line > 0 ? `line ${line}, ` : ''}${conflict_words(launch, access, words, most)}`
    this.caption.textContent = sentence
    canvas.setAttribute('aria-label', `Wavefronts of a request to shared memory: ${sentence}`)
    context.textBaseline = 'middle'
    context.textAlign = 'center'
    for (let bank = 0; bank < kBanks; ++bank) {
      const x = left + bank * cell
      const conflict = wasteful && words[bank] > 1
      if (bank % 8 === 0 || conflict) {
        context.fillStyle = conflict ? colours.bad : colours.ink_soft
        context.font = canvas_font(Math.min(10, cell), conflict ? 'bold' : '')
        context.fillText(String(conflict ? words[bank] : bank), x + cell / 2, top - 9)
      }
      for (let row = 0; row < Math.max(1, wavefronts.length); ++row) this.draw_cell(x, top + row * height, wavefronts[row]?.[bank] ?? [], { conflict, is_now, first: focus })
    }
    context.textAlign = 'left'
    context.font = canvas_font(10)
    context.fillStyle = colours.ink_soft
    context.fillText('bank', 2, top - 9)
    wavefronts.forEach((_, row) => context.fillText(String(row + 1), left - 20, top + (row + 0.5) * height))
  }

  draw_cell(x, y, lanes, { conflict, is_now }) {
    const { context, cell, height } = this
    const used = lanes.length > 0
    const thread = lanes.includes(0)
    context.globalAlpha = used && !is_now ? 0.55 : 1
    context.fillStyle = !used ? (conflict ? colours.cell : colours.cell) : thread ? colours.thread : colours.warp
    context.fillRect(x, y, cell - 1, height - 1)
    context.globalAlpha = 1
    if (!used || cell < 9) return
    context.fillStyle = colours.card
    context.font = canvas_font(cell < 14 ? 8 : 10)
    context.fillText(lanes.length > 1 && new Set(lanes).size > 1 ? `${lanes[0]}+` : String(lanes[0]), x + (cell - 1) / 2, y + height / 2)
  }
}

function conflict_words(launch, access, words, most) {
  const { accesses } = launch
  const cost = accesses.cost[access]
  const text = cost_words(kShared, cost, need_of(launch, access))
  if (most < 2) return `${text}: no two lanes want different words of a bank`
  const busy = words.filter((count) => count === most).length
  return `${text}: ${busy === 1 ? `bank ${words.indexOf(most)} has` : `${busy} banks have`} ${most} words to deliver`
}
