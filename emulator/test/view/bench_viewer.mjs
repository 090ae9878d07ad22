// How fast the viewer (emulator/view) is: how long a trace of 10⁶ accesses takes to open, and how many frames a second it draws of
// one of 10⁵. `make bench-site` prints it, with the browser and the CPU; nothing asserts it.
//
// usage: CHROME=/usr/bin/chromium node emulator/test/view/bench_viewer.mjs   in the repository's root, with build/simt
import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { address, launch } from '../../../common/node/browser.mjs'

const folder = 'build/bench/viewer'
const side = 1024 // floats on a side of the two matrices

// The naive transpose as the emulator would record it, from as many warps as make so many accesses: a row is read, a column is written.
async function write_trace(path, accesses) {
  const warps = accesses / 2
  const out = createWriteStream(path)
  const bytes = 4 * side * side
  out.write(`simt-trace 1\nlaunch 1 ${Math.ceil(warps / 32)} 1 1 32 32 1 0 transpose_kernel(float*, float const*)\n`)
  out.write(`instruction global load 4 18 ld.global.f32 transpose.cu\ninstruction global store 4 18 st.global.f32 transpose.cu\n`)
  out.write(`array 1 ${bytes} cudaMalloc (1st call)\nshape 1 ${side} ${side} ${side} 4 0 in\narray 2 ${bytes} cudaMalloc (2nd call)\nshape 2 ${side} ${side} ${side} 4 0 out\n`)
  const tiles = side / 32
  for (let n = 0; n < warps; ++n) {
    const [block, warp] = [Math.floor(n / 32), n % 32]
    const tile = block % (tiles * tiles)
    const [x, y] = [(tile % tiles) * 32, Math.floor(tile / tiles) * 32]
    const line = `0 ${block} ${warp} ${20 + 50 * warp} ffffffff 4 1 ${4 * ((y + warp) * side + x)} 4x31\n1 ${block} ${warp} ${30 + 50 * warp} ffffffff 32 2 ${4 * (x * side + y + warp)} ${4 * side}x31\n`
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end('end\n')
  await once(out, 'finish')
}

async function page_of(name, accesses) {
  mkdirSync(folder, { recursive: true })
  await write_trace(`${folder}/${name}.trace`, accesses)
  execFileSync('build/simt', ['view', `${folder}/${name}.trace`, '-o', `${folder}/${name}.html`], { stdio: 'pipe' })
  return `${folder}/${name}.html`
}

const median = (values) => values.slice().sort((a, b) => a - b)[Math.floor(values.length / 2)]

// Seconds from the beginning of the navigation until the first frame that has the maps.
async function opening(browser, path) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(address(path))
  const seconds = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now() / 1000)))))
  const words = await page.textContent('.step-number')
  await page.close()
  return { seconds, words }
}

// Frames a second while a launch of 10⁵ accesses plays so fast that every frame draws others. All blocks are shown, one access a step.
async function playing(browser, path) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(address(path) + '#scope=all&order=recorded')
  await page.selectOption('select[data-part=speed]', '16384')
  await page.waitForFunction(() => document.querySelector('.map-canvas'))
  await page.waitForTimeout(1500)
  await page.click('[data-part=play]')
  const frames = await page.evaluate(
    () =>
      new Promise((done) => {
        const at = []
        const tick = (now) => (at.push(now) < 240 ? requestAnimationFrame(tick) : done(at))
        requestAnimationFrame(tick)
      }),
  )
  const steps = frames.slice(1).map((at, n) => at - frames[n])
  const step = await page.textContent('.step-number')
  await page.close()
  return { rate: (1000 * steps.length) / (frames.at(-1) - frames[0]), slowest: Math.max(...steps), step }
}

const browser = await launch()
try {
  const cpu = readFileSync('/proc/cpuinfo', 'utf8').match(/model name\s*: (.*)/)?.[1] ?? 'an unknown CPU'
  console.log(`The viewer, in chromium ${browser.version()} without a GPU, on ${cpu}:`)
  const large = await page_of('million', 1e6)
  const openings = []
  for (let n = 0; n < 3; ++n) openings.push(await opening(browser, large))
  console.log(`  a trace of 10^6 accesses opens in ${median(openings.map(({ seconds }) => seconds)).toFixed(2)} s (median of 3; ${openings[0].words})`)
  const small = await page_of('hundred-thousand', 1e5)
  const { rate, slowest, step } = await playing(browser, small)
  console.log(`  10^5 accesses, drawn at ${rate.toFixed(0)} frames/s (slowest frame ${slowest.toFixed(0)} ms; then at ${step})`)
} finally {
  await browser.close()
}
