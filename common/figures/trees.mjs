// Trees of additions: over an array in both orders of the loops, over launches, and through a warp's registers.
import { arrow, bracket, colour, drawing, ink_on, line, range, rect, text } from './svg.mjs'

const cell = (x, y, side, fill, content, size = side * 0.42) =>
  rect(x, y, side, side, fill, { stroke: colour.white, stroke_width: 1.5 }) + text(x + side / 2, y + side / 2, content, { size, fill: ink_on(fill) })

// The tree over 1, 2 … n in an array, as in common/baseline/reduce.hpp: rows[r][i] is element i after r rounds, with
// `from`, the position of its partner, and whether it had no partner although it is still part of the tree.
export function tree_rows(n) {
  const rows = [range(n).map((i) => ({ value: i + 1 }))]
  for (let stride = 1; stride < n; stride *= 2) {
    const before = rows.at(-1)
    rows.push(
      before.map(({ value }, i) => {
        if (i % (2 * stride) !== 0) return { value, done: true }
        if (i + stride >= n) return { value, alone: true }
        return { value: value + before[i + stride].value, from: i + stride }
      }),
    )
  }
  return rows
}

// The additions of the tree as {round, i}, in the order in which a program makes them: round after round, or element
// after element, the last one first.
export function order_of_additions(rows, order) {
  const all = rows.flatMap((row, round) => row.flatMap(({ from }, i) => (from === undefined ? [] : [{ round, i }])))
  if (order === 'rounds') return all
  return all.sort((a, b) => b.i - a.i || a.round - b.round)
}

function tree_panel(x, y, n, order, title) {
  const rows = tree_rows(n)
  const [side, pitch] = [50, 90]
  const additions = order_of_additions(rows, order)
  const number = (round, i) => 1 + additions.findIndex((one) => one.round === round && one.i === i)
  const fill = ({ done, alone, from }) => (from !== undefined ? colour.blue : done ? colour.idle_pale : alone ? colour.orange : colour.blue_pale)
  return [
    text(x, y - 24, title, { anchor: 'start', size: 22, bold: true }),
    rows.map((row, round) =>
      row.map((one, i) => {
        const [cx, cy] = [x + i * side, y + round * pitch]
        const into = one.from === undefined ? [] : [
          arrow(x + (one.from + 0.5) * side, cy - pitch + side + 2, cx + 0.8 * side, cy - 3, colour.blue, { stroke_width: 2 }),
          arrow(cx + 0.5 * side, cy - pitch + side + 2, cx + 0.5 * side, cy - 3, colour.blue, { stroke_width: 2 }),
          rect(cx - 3, cy - 22, 24, 20, colour.white),
          text(cx + 9, cy - 12, String(number(round, i)), { size: 20, bold: true, fill: colour.bad }),
        ]
        return [one.done ? rect(cx, cy, side, side, colour.idle_pale, { stroke: colour.white, stroke_width: 1.5 }) : cell(cx, cy, side, fill(one), one.value), into]
      }),
    ),
  ]
}

// The same additions in both orders of the two loops; red numbers give the order.
function tree_both_ways({ n = 10 } = {}) {
  const count = Number(n)
  const rows = tree_rows(count).length
  const [left, right, y] = [20, 620, 60]
  const key = y + rows * 90 - 4
  return drawing(
    1140,
    key + 34,
    `the tree over ${count} elements, ${count - 1} additions in ${rows - 1} rounds: round after round, and element after element`,
    tree_panel(left, y, count, 'rounds', 'outer loop: rounds'),
    tree_panel(right, y, count, 'elements', 'outer loop: elements, the last one first'),
    rect(left, key, 24, 24, colour.blue),
    text(left + 34, key + 12, 'made in this round', { anchor: 'start', size: 20 }),
    rect(left + 280, key, 24, 24, colour.orange),
    text(left + 314, key + 12, 'has no partner, waits', { anchor: 'start', size: 20 }),
    text(left + 600, key + 12, '1 2 3 …', { anchor: 'start', size: 20, bold: true, fill: colour.bad }),
    text(left + 704, key + 12, 'the order of the additions', { anchor: 'start', size: 20 }),
  )
}

// The operands of element 0 if its turn comes last, and if it comes first.
function tree_forwards({ n = 10 } = {}) {
  const count = Number(n)
  const rows = tree_rows(count)
  const [side, x0] = [70, 300]
  const partners = rows.flatMap((row) => (row[0].from === undefined ? [] : [row[0].from]))
  const taken = [0, ...partners]
  const final = range(count).map((i) => rows.findLast((row, round) => round === 0 || row[i].from !== undefined)[i].value)
  const first = range(count).map((i) => i + 1)
  const scene = (y, words, values, good) => {
    const terms = taken.map((i) => (i === 0 ? 1 : values[i]))
    const sum = terms.reduce((a, b) => a + b)
    return [
      text(x0 - 20, y + side / 2, words, { anchor: 'end', size: 23, bold: true }),
      range(count).map((i) => cell(x0 + i * side, y, side, taken.includes(i) ? (good ? colour.blue : colour.orange) : colour.idle_pale, i === 0 ? 1 : values[i])),
      text(x0, y + side + 34, `${terms.join(' + ')} = ${sum}`, { anchor: 'start', size: 28, mono: true, bold: true, fill: good ? colour.good : colour.bad }),
    ]
  }
  return drawing(
    1140,
    320,
    'element 0 finds its partners finished if its turn comes last, and untouched if it comes first',
    range(count).map((i) => text(x0 + (i + 0.5) * side, 14, `[${i}]`, { size: 20, mono: true })),
    scene(34, 'backwards: 0 is last', final, true),
    scene(190, 'forwards: 0 is first', first, false),
  )
}

// An array longer than a block: each block reduces its section, and the next launch reduces the blocks' results.
function repeated_launches({ n = 16, threads = 4 } = {}) {
  const [count, section] = [Number(n), Number(threads)]
  const side = 44
  const gap = 18
  const x0 = 210
  const fills = [colour.blue, colour.blue_light, colour.blue_dark, colour.blue_lighter]
  const levels = [range(count).map((i) => i + 1)]
  while (levels.at(-1).length > 1) {
    const before = levels.at(-1)
    levels.push(range(Math.ceil(before.length / section)).map((k) => before.slice(k * section, (k + 1) * section).reduce((a, b) => a + b)))
  }
  const width = (level) => levels[level].length * side + (Math.ceil(levels[level].length / section) - 1) * gap
  const left = (level) => x0 + (width(0) - width(level)) / 2
  const at = (level, i) => left(level) + i * side + Math.floor(i / section) * gap
  const pitch = 170
  const y = (level) => 34 + level * pitch
  return drawing(
    1140,
    y(levels.length - 1) + side + 8,
    `${count} elements in blocks of ${section} threads take ${levels.length - 1} launches`,
    levels.map((values, level) => [
      text(20, y(level) + side / 2, level === 0 ? 'the array' : level === levels.length - 1 ? 'the result' : 'results', { anchor: 'start', size: 22 }),
      values.map((value, i) => cell(at(level, i), y(level), side, level === levels.length - 1 ? colour.good : level === 0 ? fills[Math.floor(i / section) % 4] : fills[i % 4], value, 20)),
      level < levels.length - 1
        ? range(Math.ceil(values.length / section)).map((block) => {
            const last = Math.min(values.length, (block + 1) * section) - 1
            const [x, w] = [at(level, block * section), at(level, last) + side - at(level, block * section)]
            return [
              bracket(x, y(level) + side + 6, w, -14, `block ${block}`, colour.ink, 20),
              arrow(x + w / 2, y(level) + side + 52, at(level + 1, block) + side / 2, y(level + 1) - 6, colour.line),
            ]
          })
        : [],
      level < levels.length - 1 ? text(20, y(level) + side + 60, `launch ${level + 1}`, { anchor: 'start', size: 22, bold: true }) : [],
    ]),
    text(x0 + width(0) + 40, y(0) + 74, `${Math.ceil(count / section)} blocks,`, { anchor: 'start', size: 20 }),
    text(x0 + width(0) + 40, y(0) + 100, 'at once', { anchor: 'start', size: 20 }),
    levels.length > 2 ? [text(x0 + width(0) + 40, y(1) + 74, '1 block,', { anchor: 'start', size: 20 }), text(x0 + width(0) + 40, y(1) + 100, 'the rest idle', { anchor: 'start', size: 20 })] : [],
  )
}

// Five shuffles of a warp: a lane without a partner gets its own value. Dark lanes are part of lane 0's sum.
export function shuffle_values(first) {
  const lanes = first.length
  const rows = [first]
  for (let offset = lanes / 2; offset > 0; offset >>= 1) {
    const before = rows.at(-1)
    rows.push(before.map((value, lane) => value + (lane + offset < lanes ? before[lane + offset] : value)))
  }
  return rows
}

function shuffle_steps() {
  const [lanes, side, x0, y0, pitch] = [32, 29, 190, 44, 80]
  const rows = shuffle_values(range(lanes).map((lane) => lane % 3))
  const wanted = (row) => lanes >> row
  return drawing(
    1140,
    y0 + 5 * pitch + side + 6,
    'five shuffles with offsets 16, 8, 4, 2 and 1 bring the sum of 32 lanes to lane 0',
    [0, 8, 16, 24, 31].map((lane) => text(x0 + (lane + 0.5) * side, 18, `lane ${lane}`, { size: 18 })),
    rows.map((values, row) => {
      const y = y0 + row * pitch
      const offset = lanes >> row
      return [
        text(20, y + side / 2, row === 0 ? 'values' : `offset ${offset}`, { anchor: 'start', size: 21, bold: row > 0 }),
        values.map((value, lane) => cell(x0 + lane * side, y, side, lane < wanted(row) ? (row === 5 ? colour.good : colour.blue) : colour.idle, value, 18)),
        row > 0
          ? range(offset).map((lane) =>
              arrow(x0 + (lane + offset + 0.5) * side, y - pitch + side + 2, x0 + (lane + 0.6) * side, y - 4, lane + offset < wanted(row - 1) ? colour.blue : colour.line, { stroke_width: 2 }),
            )
          : [],
      ]
    }),
  )
}

export { repeated_launches, shuffle_steps, tree_both_ways, tree_forwards }
