// Time: the slider, the strip of costs above it, the buttons, and playing.

const kStripHeight = 44
const kThumb = 16 // the slider's thumb, as wide as the style sheet makes it
const kSpeeds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096, 16384]
const kPlayed = 30 // seconds that a launch takes at most, unless another speed is chosen

class Player {
  constructor(view, parts) {
    Object.assign(this, { view, parts, playing: false, frame: 0 })
    const { slider, strip, first, back, play, forward, last, speed, costly } = parts
    slider.addEventListener('input', () => view.go(Number(slider.value)))
    first.addEventListener('click', () => view.go(0))
    last.addEventListener('click', () => view.go(view.steps.count - 1))
    back.addEventListener('click', () => view.go(view.step - 1))
    forward.addEventListener('click', () => view.go(view.step + 1))
    play.addEventListener('click', () => this.play(!this.playing))
    costly.addEventListener('click', () => this.go_to_costly(1))
    speed.addEventListener('change', () => (this.speed = Number(speed.value)))
    strip.addEventListener('pointerdown', (event) => {
      strip.setPointerCapture(event.pointerId)
      this.seek(event)
    })
    strip.addEventListener('pointermove', (event) => event.buttons === 1 && this.seek(event))
  }

  seek(event) {
    const box = this.parts.strip.getBoundingClientRect()
    const share = (event.clientX - box.left - kThumb / 2) / (box.width - kThumb)
    this.view.go(Math.round(Math.max(0, Math.min(1, share)) * (this.view.steps.count - 1)))
  }

  show() {
    const { steps } = this.view
    const { slider, speed } = this.parts
    this.play(false)
    slider.max = String(Math.max(0, steps.count - 1))
    slider.disabled = steps.count < 2
    this.speed = kSpeeds.find((each) => each >= 2 && steps.count / each <= kPlayed) ?? kSpeeds.at(-1)
    fill_select(speed, kSpeeds.map((each) => [each, number_words(each)]), this.speed)
    const costly = this.view.sums.excess.some((excess) => excess > 0)
    this.parts.costly.disabled = !costly
    this.parts.costly.textContent = costly ? 'Next costly step' : 'No step costs too much'
  }

  // To the next step that costs more than its bytes need; after the last one comes the first one.
  go_to_costly(direction) {
    const { steps, sums, step } = this.view
    for (let n = 1; n <= steps.count; ++n) {
      const at = (((step + direction * n) % steps.count) + steps.count) % steps.count
      if (sums.excess[at] > 0) return this.view.go(at)
    }
  }

  play(playing) {
    const { play } = this.parts
    this.playing = playing && this.view.steps.count > 1
    play.classList.toggle('playing', this.playing)
    play.setAttribute('aria-label', this.playing ? 'Pause' : 'Play')
    cancelAnimationFrame(this.frame)
    if (!this.playing) return
    if (this.view.step >= this.view.steps.count - 1) this.view.go(0)
    let before = performance.now()
    let owed = 0
    const tick = (now) => {
      owed += ((now - before) / 1000) * this.speed
      before = now
      const whole = Math.floor(owed)
      owed -= whole
      if (whole > 0) this.view.go(this.view.step + whole)
      if (this.view.step >= this.view.steps.count - 1) this.play(false)
      else if (this.playing) this.frame = requestAnimationFrame(tick)
    }
    this.frame = requestAnimationFrame(tick)
  }

  // The costs do not change from step to step: they are drawn once.
  resize(width) {
    const { steps, sums, launch } = this.view
    this.context = sized(this.parts.strip, width, kStripHeight)
    this.still = make('canvas')
    const context = sized(this.still, width, kStripHeight)
    this.width = width
    const most = Math.max(1, sums.cost.reduce((a, b) => Math.max(a, b), 0))
    const room = width - kThumb
    const columns = Math.max(1, Math.min(steps.count, Math.floor(room / 2)))
    const wide = Math.max(1, Math.min(14, room / columns))
    const base = kStripHeight - 6
    for (let column = 0; column < columns && steps.count > 0; ++column) {
      const [from, to] = [Math.floor((column * steps.count) / columns), Math.floor(((column + 1) * steps.count) / columns)]
      let worst = from
      for (let step = from; step < to; ++step) if (sums.excess[step] > sums.excess[worst] || (sums.excess[step] === sums.excess[worst] && sums.cost[step] > sums.cost[worst])) worst = step
      const x = this.x_of(from === to - 1 ? from : (from + to - 1) / 2) - wide / 2
      const height = (value) => (value === 0 ? 0 : Math.max(2, (value / most) * (base - 14)))
      const [all, excess] = [height(sums.cost[worst]), (height(sums.cost[worst]) * sums.excess[worst]) / Math.max(1, sums.cost[worst])]
      context.fillStyle = colours.warp
      context.fillRect(x, base - (all - excess), Math.max(1, wide - 1), all - excess)
      context.fillStyle = colours.bad
      context.fillRect(x, base - all, Math.max(1, wide - 1), excess)
      if (sums.excess[worst] > 0) context.fillRect(x, base + 2, Math.max(1, wide - 1), 3)
      else if (sums.cost[worst] === 0 && steps.start[worst + 1] > steps.start[worst] && launch.instructions[launch.accesses.instruction[steps.order[steps.start[worst]]]].space === kBlock) {
        context.fillStyle = colours.ink_soft
        context.fillRect(x + wide / 2 - 0.5, 14, 1, base - 14)
      }
    }
    context.font = canvas_font(10)
    context.fillStyle = colours.ink_soft
    context.textBaseline = 'top'
    context.fillText(steps.count === 0 ? '' : `cost of each step, at most ${number_words(most)}${width < 500 ? '' : '; red: more than the bytes need; a thin line: a barrier'}`, kThumb / 2, 0)
  }

  x_of(step) {
    return kThumb / 2 + (this.view.steps.count < 2 ? 0 : (step / (this.view.steps.count - 1)) * (this.width - kThumb))
  }

  draw() {
    const { steps, step } = this.view
    const { slider, step: words } = this.parts
    if (!this.context) return
    this.context.clearRect(0, 0, this.width, kStripHeight)
    this.context.drawImage(this.still, 0, 0, this.width, kStripHeight)
    this.context.fillStyle = colours.ink
    if (steps.count > 0) this.context.fillRect(this.x_of(step) - 1, 13, 2, kStripHeight - 13)
    slider.value = String(step)
    slider.setAttribute('aria-valuetext', `step ${step + 1} of ${steps.count}`)
    words.textContent = steps.count === 0 ? 'no steps' : `step ${number_words(step + 1)} of ${number_words(steps.count)}`
  }
}
