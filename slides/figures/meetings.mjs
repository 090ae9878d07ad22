// How blocks and lanes meet, over time: a second launch or a ticket, and what a lane finds that does not wait for another.
import { colour, drawing, line, rect, text } from './svg.mjs'

// Time goes to the right. `blocks` are [begin, end] of each block's own share; who comes last differs from who is numbered last.
const blocks = [
  [0, 300],
  [0, 345],
  [0, 420],
  [0, 320],
]

const bar = (x, y, width, words, fill, letters = '#ffffff') => [rect(x, y, width, 34, fill), text(x + width / 2, y + 17, words, { size: 19, fill: letters })]

// Above, two launches; below, one: whoever draws the last ticket does what the second launch did.
function last_block() {
  const [x0, pitch] = [120, 42]
  const ready = Math.max(...blocks.map(([, end]) => end))
  const tickets = blocks.map(([, end]) => blocks.filter(([, other]) => other < end).length)
  const shares = (y) => blocks.map(([begin, end], k) => [
    text(x0 - 14, y + k * pitch + 17, `block ${k}`, { anchor: 'end', size: 20 }),
    bar(x0 + begin, y + k * pitch, end - begin, 'its share', colour.row),
    bar(x0 + end + 2, y + k * pitch, 76, 'result', colour.ink),
  ])
  const [above, below] = [44, 292]
  const second = x0 + ready + 80 + 250
  const idle_from = x0 + ready + 80
  return drawing(
    1140,
    below + 4 * pitch + 30,
    'two launches leave the GPU empty in between; in a single one the block with the last ticket combines the results',
    text(8, 16, 'two launches', { anchor: 'start', size: 22, bold: true }),
    shares(above),
    rect(idle_from + 4, above, 238, 4 * pitch - 8, colour.column_pale),
    text(idle_from + 123, above + 62, 'empty: the first', { size: 19 }),
    text(idle_from + 123, above + 88, 'has to end, the', { size: 19 }),
    text(idle_from + 123, above + 114, 'second to start', { size: 19 }),
    bar(second, above, 190, 'all results', colour.good),
    text(second + 95, above + pitch + 14, 'one block,', { size: 19 }),
    text(second + 95, above + pitch + 40, 'a launch of its own', { size: 19 }),
    line(8, below - 56, 1132, below - 56, colour.idle),
    text(8, below - 28, 'a single launch', { anchor: 'start', size: 22, bold: true }),
    shares(below),
    blocks.map(([, end], k) => {
      const x = x0 + end + 80
      const last = tickets[k] === blocks.length - 1
      return [
        bar(x, below + k * pitch, 92, `ticket ${tickets[k]}`, last ? colour.good : colour.idle, last ? '#ffffff' : colour.ink),
        last
          ? bar(x + 94, below + k * pitch, 190, 'all results', colour.good)
          : text(x + 104, below + k * pitch + 17, 'done', { anchor: 'start', size: 19 }),
      ]
    }),
    text(x0 + ready + 80 + 300, below + 2 * pitch + 17, `the last of ${blocks.length}`, { anchor: 'start', size: 20, fill: colour.good, bold: true }),
  )
}

// What lanes 0 and 16 do in the first step of the clever loop: p[t] = p[t] + p[t + 16], in step and with lane 16 ahead. Time goes down.
function clever_orders() {
  const [first, other] = [3, 5] // p[0], p[16]
  const beyond = 7 // p[32]
  const step = 40
  const scene = (x, title, steps, sum, good) => {
    const fill = good ? colour.good : colour.bad
    return [
      text(x, 60, title, { anchor: 'start', size: 23, bold: true }),
      text(x + 125, 92, 'lane 0', { size: 21, bold: true }),
      text(x + 385, 92, 'lane 16', { size: 21, bold: true }),
      steps.map(([lane, words, writes], k) => {
        const [left, y] = [x + (lane === 0 ? 0 : 260), 112 + k * step]
        return [
          rect(left, y, 250, step - 6, writes ? colour.column : colour.row_pale),
          text(left + 14, y + (step - 6) / 2, words, { anchor: 'start', size: 20, mono: true, fill: writes ? '#ffffff' : colour.ink }),
        ]
      }),
      text(x, 112 + steps.length * step + 30, `p[0] is ${sum}${good ? '' : `, and should be ${first + other}`}`, { anchor: 'start', size: 25, bold: true, fill }),
    ]
  }
  const reads_0 = [0, `p[0] → ${first}`, false]
  const stores_16 = [16, `${other + beyond} → p[16]`, true]
  const reads_16 = [
    [16, `p[16] → ${other}`, false],
    [16, `p[32] → ${beyond}`, false],
  ]
  const in_step = [reads_0, reads_16[0], [0, `p[16] → ${other}`, false], reads_16[1], [0, `${first + other} → p[0]`, true], stores_16]
  const ahead = [...reads_16, stores_16, reads_0, [0, `p[16] → ${other + beyond}`, false], [0, `${first + other + beyond} → p[0]`, true]]
  return drawing(
    1140,
    400,
    `if lane 16 writes before lane 0 has read, lane 0 adds ${beyond} too many`,
    text(20, 16, `before: p[0] = ${first}, p[16] = ${other}, p[32] = ${beyond}; time goes down`, { anchor: 'start', size: 20 }),
    scene(20, 'in step', in_step, first + other, true),
    scene(600, 'lane 16 ahead', ahead, first + other + beyond, false),
    line(565, 48, 565, 386, colour.idle),
  )
}

export { clever_orders, last_block }
