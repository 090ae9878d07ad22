// The page that `simt view` writes, in a real browser: what it draws, says and marks is what the trace says; the keyboard, the pointer
// and a finger find it; light and dark, wide and at a phone's width.
import assert from 'node:assert/strict'
import { accesses_of, page_of, record, tile, transpose, tree, with_trace } from './traces.mjs'

const text = (page, part) => page.locator(`[data-part=${part}]`).first().innerText()
const step = (page) => text(page, 'step')
const go = (page, to) => page.locator('[data-part=slider]').first().evaluate((slider, value) => ((slider.value = value), slider.dispatchEvent(new Event('input'))), to - 1)
const map = (page, name) => page.locator('figure.map', { has: page.locator('figcaption b', { hasText: new RegExp(`^${name}$`) }) }).locator('canvas').first()
const picture = (page, name) => map(page, name).evaluate((canvas) => canvas.toDataURL())
const rows_of = (table) => table.evaluate((it) => Object.fromEntries([...it.querySelectorAll('tbody tr')].map((row) => [row.cells[0].innerText.trim(), [...row.cells].slice(1).map((cell) => cell.innerText.trim())])))

// The elements of a map that have a colour of the style sheet: ["row,column", …]. Each cell is read a little off its upper left corner,
// where no mark is.
const elements_in = (page, name, variable) =>
  map(page, name).evaluate((canvas, variable) => {
    const wanted = getComputedStyle(document.documentElement).getPropertyValue(variable).trim()
    const [cell, left, top, row, column] = ['cell', 'left', 'top', 'row', 'column'].map((key) => Number(canvas.dataset[key]))
    const density = devicePixelRatio
    const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const found = []
    // Other warps have a smaller square of their colour, which its middle shows.
    const into = variable === '--block' ? cell / 2 : 2.5
    for (let y = 0; top + (y + 1) * cell <= height / density; ++y)
      for (let x = 0; left + (x + 1) * cell <= width / density; ++x) {
        const at = 4 * (Math.floor((top + y * cell + into) * density) * width + Math.floor((left + x * cell + into) * density))
        const hex = '#' + [...data.slice(at, at + 3)].map((value) => value.toString(16).padStart(2, '0')).join('')
        if (hex === wanted) found.push(`${row + y},${column + x}`)
      }
    return found
  }, variable)

const sorted = (names) => [...new Set(names)].sort()
const element = (byte, columns) => `${Math.floor(byte / 4 / columns)},${(byte / 4) % columns}`

// The point of the page in the middle of an element.
const point_of = (page, name, row, column) =>
  map(page, name).evaluate((canvas, [row, column]) => {
    const [cell, left, top, first_row, first_column] = ['cell', 'left', 'top', 'row', 'column'].map((key) => Number(canvas.dataset[key]))
    canvas.scrollIntoView({ block: 'center' })
    const box = canvas.getBoundingClientRect()
    return [box.left + left + (column - first_column + 0.5) * cell, box.top + top + (row - first_row + 0.5) * cell]
  }, [row, column])

// The banks that are filled in each wavefront that is drawn.
const wavefronts = (page) =>
  map(page, 'Wavefronts').evaluate((canvas) => {
    const style = getComputedStyle(document.documentElement)
    const filled = ['--thread', '--warp'].map((name) => style.getPropertyValue(name).trim())
    const [cell, left, top, height] = ['cell', 'left', 'top', 'height'].map((key) => Number(canvas.dataset[key]))
    const context = canvas.getContext('2d')
    const rows = []
    for (let y = top; y + height <= canvas.height; y += height) {
      const banks = Array.from({ length: 32 }, (_, bank) => bank).filter((bank) => {
        const [red, green, blue] = context.getImageData(left + bank * cell + 1, y + 1, 1, 1).data
        return filled.includes('#' + [red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join(''))
      })
      if (banks.length > 0) rows.push(banks)
    }
    return rows
  })

// How many pixels of the strip of costs are of the colour that marks too high a cost, left and right of its middle.
const marked = (page, n = 0) =>
  page.locator('[data-part=strip]').nth(n).evaluate((canvas) => {
    const bad = getComputedStyle(document.documentElement).getPropertyValue('--bad').trim()
    const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const sides = [0, 0]
    for (let at = 0; at < data.length; at += 4) if ('#' + [...data.slice(at, at + 3)].map((value) => value.toString(16).padStart(2, '0')).join('') === bad && data[at + 3] === 255) ++sides[(at / 4) % width < width / 2 ? 0 : 1]
    return sides
  })

export default async ({ test, open, pictures }) => {
  const naive = page_of('naive', transpose())
  const accesses = accesses_of(transpose())
  const empty = with_trace('empty', naive, 'simt-trace 1\nend\n')
  const store = (warp) => accesses.find((access) => access.kind === 'store' && access.warp === warp)

  await test('a column that is written is named with its cost and what would do, and marked; a row is not', async () => {
    const page = await open(naive)
    assert.match(await text(page, 'now'), /Line 12: load from global memory\s+32 lanes side by side\s+4 sectors\s/)
    await go(page, 2)
    assert.match(await text(page, 'now'), /Line 13: store to global memory\s+32 lanes, stride 256 B\s+! 32 sectors where 4 would do/)
    const [left, right] = await marked(page)
    assert.equal(left, 0)
    assert.ok(right > 50, `${right} pixels`)
    assert.match(await page.locator('.source-line', { hasText: 'line_13;' }).innerText(), /! 8.0×/)
    assert.match(await page.locator('.source-line', { hasText: 'line_12;' }).innerText(), /^1×/)
  })

  await test('a coalesced transpose has no mark, and says so', async () => {
    const page = await open(page_of('coalesced', transpose({ coalesced: true })))
    assert.deepEqual(await marked(page), [0, 0])
    assert.equal(await text(page, 'costly'), 'No step costs too much')
    assert.equal(await page.locator('.factor.bad').count(), 0)
  })

  await test('the first thread, its warp and its block have their colours where the trace has their addresses', async () => {
    const page = await open(naive)
    await go(page, 2)
    const at = (of, lanes) => sorted([...of.lanes].filter(([lane]) => lanes(lane)).map(([, byte]) => element(byte, 64)))
    assert.deepEqual(sorted(await elements_in(page, 'out', '--thread')), at(store(0), (lane) => lane === 0))
    assert.deepEqual(sorted(await elements_in(page, 'out', '--warp')), at(store(0), (lane) => lane > 0))
    assert.deepEqual(sorted(await elements_in(page, 'out', '--block')), sorted([1, 2, 3].flatMap((warp) => at(store(warp), () => true))))
    // Columns 4 to 7 lie in one sector with 0 to 3, which nobody uses.
    assert.deepEqual(sorted(await elements_in(page, 'out', '--moved')), sorted(Array.from({ length: 32 }, (_, row) => [0, 1, 2, 3].map((column) => `${row},${column}`)).flat()))
    assert.deepEqual(await elements_in(page, 'in', '--thread'), [])
  })

  await test('one may follow the first thread, or the warp, alone, and another warp', async () => {
    const page = await open(naive)
    await go(page, 2)
    await page.selectOption('[data-part=scope]', 'thread')
    assert.deepEqual([await elements_in(page, 'out', '--thread'), await elements_in(page, 'out', '--warp')], [['0,4'], []])
    await page.selectOption('[data-part=scope]', 'warp')
    assert.equal((await elements_in(page, 'out', '--warp')).length, 31)
    assert.deepEqual(await elements_in(page, 'out', '--block'), [])
    await page.selectOption('[data-part=warp]', '2')
    assert.deepEqual([await step(page), await elements_in(page, 'in', '--thread')], ['step 1 of 2', ['6,0']])
  })

  await test('the slider changes the picture, and back is as it was', async () => {
    const page = await open(naive)
    await page.selectOption('[data-part=order]', 'recorded')
    assert.equal(await step(page), 'step 1 of 8')
    assert.equal((await elements_in(page, 'out', '--cell')).length, 32 * 8, 'nothing of out is accessed')
    const pictures = []
    for (let n = 1; n <= 8; ++n) {
      await go(page, n)
      pictures.push((await picture(page, 'in')) + (await picture(page, 'out')))
    }
    assert.equal(new Set(pictures).size, 8)
    for (const n of [3, 8, 1]) {
      await go(page, n)
      assert.equal((await picture(page, 'in')) + (await picture(page, 'out')), pictures[n - 1], `step ${n}`)
    }
  })

  await test('the keyboard moves through time', async () => {
    const page = await open(page_of('tile', tile(32)))
    for (const [key, at] of [['ArrowRight', 2], ['End', 3], ['ArrowLeft', 2], ['Home', 1], ['ArrowLeft', 1], ['n', 3], ['Shift+ArrowLeft', 1], ['p', 3], ['Home', 1]]) {
      await page.keyboard.press(key)
      assert.equal(await step(page), `step ${at} of 3`, key)
    }
    await page.keyboard.press(' ')
    assert.equal(await page.locator('[data-part=play]').getAttribute('aria-label'), 'Pause')
    await page.waitForFunction(() => document.querySelector('[data-part=step]').textContent === 'step 3 of 3')
    assert.equal(await page.locator('[data-part=play]').getAttribute('aria-label'), 'Play')
  })

  await test('the pointer names the element, its lane, warp, line and request', async () => {
    const page = await open(naive)
    await go(page, 2)
    for (const [warp, lane] of [[0, 0], [0, 31], [2, 17]]) {
      const byte = store(warp).lanes.get(lane)
      const [row, column] = element(byte, 64).split(',').map(Number)
      await page.mouse.move(...(await point_of(page, 'out', row, column)))
      assert.equal(await text(page, 'tip'), `out[${row}][${column}], byte ${byte}\nNow: lane ${lane} of warp ${warp} of block (0,0,0). Line 13: store to global memory; its request: 32 sectors where 4 would do.`)
    }
    await page.mouse.move(...(await point_of(page, 'out', 9, 1)))
    assert.match(await text(page, 'tip'), /^out\[9\]\[1\], byte 2308\nMoves with its sector/)
    await page.mouse.move(...(await point_of(page, 'in', 5, 8)))
    assert.match(await text(page, 'tip'), /1 step ago: lane 8 of warp 1 of block \(0,0,0\). Line 12: load/)
    await page.mouse.move(5, 5)
    assert.equal(await page.locator('[data-part=tip]').isVisible(), false)
  })

  await test('arrows move within a map that has the focus, not through time', async () => {
    const page = await open(naive)
    await page.keyboard.press('Tab')
    await map(page, 'out').focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    assert.equal(await step(page), 'step 1 of 2')
    assert.equal(await text(page, 'tip'), 'out[2][4], byte 528\nNot accessed so far.')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowRight')
    assert.equal(await step(page), 'step 2 of 2')
    await map(page, 'out').focus()
    for (const key of ['ArrowRight', 'ArrowLeft']) await page.keyboard.press(key)
    assert.match(await text(page, 'tip'), /^out\[0\]\[0\]/)
  })

  await test('a finger names an element on a phone', async () => {
    const page = await open(naive, { width: 'phone' })
    await go(page, 2)
    await page.touchscreen.tap(...(await point_of(page, 'out', 3, 4)))
    assert.match(await text(page, 'tip'), /^out\[3\]\[4\], byte 784\nNow: lane 3 of warp 0/)
    const box = await page.locator('[data-part=tip]').boundingBox()
    assert.ok(box.x >= 0 && box.x + box.width <= 390)
  })

  await test('a bank that serves all lanes is named and its wavefronts are drawn', async () => {
    const page = await open(page_of('tile', tile(32)))
    await go(page, 3)
    assert.match(await text(page, 'now'), /Line 22: load from shared memory\s+32 lanes, stride 128 B\s+! 32 wavefronts where 1 would do/)
    assert.match(await page.locator('figure', { hasText: 'Wavefronts' }).innerText(), /line 22, 32 wavefronts where 1 would do: bank 0 has 32 words to deliver/)
    assert.deepEqual(sorted(await elements_in(page, 'Shared memory', '--warp')), sorted(Array.from({ length: 31 }, (_, n) => `${n + 1},0`)))
    assert.deepEqual(await wavefronts(page), Array.from({ length: 32 }, () => [0]))
    const padded = await open(page_of('padded', tile(33)))
    await go(padded, 3)
    assert.deepEqual(await wavefronts(padded), [Array.from({ length: 32 }, (_, bank) => bank)])
    assert.match(await text(padded, 'now'), /stride 132 B\s+1 wavefront\s/)
    assert.match(await padded.locator('figure', { hasText: 'Wavefronts' }).innerText(), /1 wavefront: no two lanes want different words of a bank/)
    assert.deepEqual(sorted(await elements_in(padded, 'Shared memory', '--warp')), sorted(Array.from({ length: 31 }, (_, n) => element(4 * 33 * (n + 1), 32))))
  })

  await test('a source line leads to its next access, and text that looks like markup stays text', async () => {
    const page = await open(page_of('tile', tile(32)))
    await page.locator('.source-line', { hasText: 'line_22;' }).click()
    assert.equal(await step(page), 'step 3 of 3')
    assert.match(await text(page, 'launch'), /1: through_a_tile<Of<\/script>>, grid 1, block 32 × 2/)
    assert.match(await page.locator('.source-line.current').innerText(), /line_22; \/\/ <\/script> & "quotes"/)
    await page.locator('.source-line', { hasText: 'line_20;' }).click()
    assert.equal(await step(page), 'step 1 of 3')
  })

  await test('lanes at work, and how many a line has', async () => {
    const page = await open(page_of('tree', tree()))
    await page.click('[data-part=lanes-tab]')
    const rows = await rows_of(page.locator('.work'))
    const line = (number) => Object.entries(rows).find(([name]) => name.startsWith(String(number)))?.[1]
    assert.deepEqual([30, 31, 32, 33].map(line), [['2', '100 %'], ['1', '50 %'], ['2', '100 %'], ['1', '3 %']])
    const canvas = page.locator('.lanes-canvas')
    const box = await canvas.boundingBox()
    await page.mouse.move(box.x + 90, box.y + 22 + 12 * 1.5)
    assert.match(await text(page, 'tip'), /^Warp 0, line 31\n16 lanes of 32 are at work: 0, 2, 4/)
    // Warp 1 leaves line 31 out, and comes to line 32 with warp 0.
    const warp_1 = box.x + 84 + (box.width - 84) / 2 + 40
    await page.mouse.move(warp_1, box.y + 22 + 12 * 1.5)
    assert.equal(await page.locator('[data-part=tip]').isVisible(), false)
    await page.mouse.move(warp_1, box.y + 22 + 12 * 2.5)
    assert.match(await text(page, 'tip'), /^Warp 1, line 32\nAll 32 lanes/)
    await page.mouse.move(box.x + 90, box.y + 22 + 12 * 3.5)
    assert.match(await text(page, 'tip'), /^Barrier, line 32/)
    await page.mouse.move(box.x + 90, box.y + 22 + 12 * 4.5)
    assert.match(await text(page, 'tip'), /^Warp 0, line 33\n1 lane of 32 is at work: 0/)
  })

  await test('two kernels stand side by side, go together, and are compared', async () => {
    const page = await open(page_of('both', transpose(), transpose({ coalesced: true })))
    const rows = await rows_of(page.locator('[data-part=compare-table]'))
    assert.deepEqual(rows.Sectors, ['144', '32', '4.5 times fewer'])
    assert.deepEqual(rows['Sectors that would do'], ['32', '32', 'the same'])
    assert.ok((await marked(page, 0))[1] > 50)
    assert.deepEqual(await marked(page, 1), [0, 0])
    const steps = () => page.locator('[data-part=step]').allInnerTexts()
    await go(page, 2)
    assert.deepEqual(await steps(), ['step 2 of 2', 'step 2 of 2'])
    await page.uncheck('[data-part=together]')
    await go(page, 1)
    assert.deepEqual(await steps(), ['step 1 of 2', 'step 2 of 2'])
  })

  await test('what is missing of a trace is said', async () => {
    const notice = async (name, trace) => text(await open(page_of(name, trace)), 'notice')
    assert.match(await text(await open(empty), 'notice'), /^No launch was recorded: the program launched no kernel/)
    assert.match(await notice('cut', transpose({ end: 'cut 8\nend\n' })), /^The trace was cut after 8 accesses/)
    assert.match(await notice('stopped', transpose({ end: '1 0 3 ' })), /^The trace has no end: the program was stopped/)
    assert.equal(await (await open(naive)).locator('[data-part=notice]').isVisible(), false)
  })

  await test('dark follows the system and the button; the maps follow both', async () => {
    const page = await open(naive)
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const [light, light_picture] = [await ground(), await picture(page, 'out')]
    await page.click('[data-part=theme]')
    const [dark, dark_picture] = [await ground(), await picture(page, 'out')]
    assert.notEqual(dark, light)
    assert.notEqual(dark_picture, light_picture)
    await page.click('[data-part=theme]')
    assert.deepEqual([await ground(), await picture(page, 'out')], [light, light_picture])
    assert.equal(await (await open(naive, { dark: true })).evaluate(() => getComputedStyle(document.body).backgroundColor), dark)
  })

  await test('an address leads to a step, and a print has the maps without the buttons', async () => {
    const page = await open(`${naive}#scope=warp&step=2&tab=memory`, { print: true })
    assert.equal(await page.locator('[data-part=scope]').inputValue(), 'warp')
    assert.match(await text(page, 'now'), /Line 13/)
    assert.equal(await page.locator('.transport').isVisible(), false)
    assert.equal(await map(page, 'out').isVisible(), true)
  })

  // The course's animation: d above t, six iterations; the first thread, the first warp and the first block.
  const padded = 64
  const named = (trace) => trace.replaceAll(/^(array 3 32768 .*\n)(shape 3 .*\n)*/gm, `$1shape 3 ${padded} ${padded} ${padded} 4 0 d\nshape 3 ${padded} ${padded} ${padded} 4 ${4 * padded * padded} t\n`)
  const shortcuts = record('shortcuts', ['--trace-of', '0,0,0'], ['build/05-shortcuts', '--ladder', 'float', '--size', '6', '--rung', 'register_blocked', '--skip-cpu'], named)
  const animation = page_of('shortcuts', shortcuts)

  await test('chapter 05: in six iterations the elements are those of the course', async () => {
    const page = await open(animation)
    const count = Number((await step(page)).match(/of (\d+)/)[1])
    const seen = []
    for (let n = 1; n <= count; ++n) {
      await go(page, n)
      for (const name of ['d', 't']) {
        const [thread, warp, block] = [await elements_in(page, name, '--thread'), await elements_in(page, name, '--warp'), await elements_in(page, name, '--block')]
        if (thread.length > 0) seen.push([name, thread, sorted(warp), sorted(block)].join(' '))
      }
    }
    const expected = []
    const row = (k, from, to) => sorted(Array.from({ length: to - from }, (_, n) => `${k},${from + n}`))
    for (let k = 0; k < 6; ++k)
      for (let b = 0; b < 64; b += 8) {
        expected.push(['t', [`${k},${b}`], row(k, b + 1, b + 8), []].join(' '))
        expected.push(['d', [`${k},${b}`], row(k, b + 1, b + 4), row(k, b + 4, b + 8)].join(' '))
      }
    assert.deepEqual(seen.sort(), expected.sort())
  })

  await pictures('viewer-shortcuts', `${animation}#step=20`)
  await pictures('viewer-naive', `${naive}#step=2`, (page) => page.locator('[data-part=theme]').focus())
  await pictures('viewer-bank-conflicts', `${page_of('tile', tile(32))}#step=3`)
  await pictures('viewer-two', `${page_of('both', transpose(), transpose({ coalesced: true }))}#step=2`)
  await pictures('viewer-lanes', `${page_of('tree', tree())}#tab=lanes`)
  await pictures('viewer-empty', empty)
}
