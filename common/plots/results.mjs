// What plots read: the CSV of `make bench`, and the tables that pages quote, which tests keep up to date.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse_csv } from '../figures/csv.mjs'

const top = fileURLToPath(new URL('../..', import.meta.url))

// A file of the repository.
export const text_of = (path) => readFileSync(join(top, path), 'utf8')
export const rows_of = (path) => (existsSync(join(top, path)) ? parse_csv(text_of(path)) : [])

// The cold launches of one ladder, in the file's order: {rung, size, rate, share, roof, device, date, clocks, ms}. `on`: device or cpu.
export function rates_of(rows, ladder, on = 'device') {
  return rows
    .filter((row) => (row.ladder ?? '') === ladder && row.on === on && row.mode === 'cold')
    .map(({ rung, size, rate, share, roof, device, cpu, date, clocks, time_ms, metric }) => ({
      rung, size, rate: Number(rate), share: share === '' ? undefined : Number(share), roof, device: on === 'cpu' ? cpu : device, date, clocks, ms: Number(time_ms), metric,
    }))
}

function quoted(page, name) {
  const begin = page.indexOf(`<!-- table:${name} begin -->`)
  const end = page.indexOf(`<!-- table:${name} end -->`)
  if (begin < 0 || end < begin) throw new Error(`the page quotes no table ${name}`)
  return page.slice(begin, end)
}

// The size at which a table of a page was counted: [512, 512, 512].
export const counted_size = (page, name) => /Counted by the emulator at (\S+)\./.exec(quoted(page, name))[1].split('x').map(Number)

// The table `name` of a page, as objects with its headings as keys. Links lose their targets.
export function table_in(page, name) {
  const lines = quoted(page, name).split('\n').filter((line) => line.startsWith('|'))
  const cells = (line) => line.slice(1, line.lastIndexOf('|')).split('|').map((cell) => cell.trim().replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
  // A heading that occurs twice is told apart by the column before: "volume, GB" behind "9.0: sectors" is "volume, GB of 9.0".
  const headings = cells(lines[0]).map((heading, k, all) => (all.indexOf(heading) === k ? heading : `${heading} of ${all[k - 1].split(':')[0]}`))
  return lines.slice(2).map((line) => Object.fromEntries(cells(line).map((cell, k) => [headings[k], cell])))
}

// What a page quotes of the command that contains these words.
export function output_in(page, command) {
  const found = [...page.matchAll(/<!-- output: (.*?) -->\n([^]*?)<!-- end -->/g)].find(([, words]) => words.includes(command))
  if (!found) throw new Error(`the page quotes no output of ${command}`)
  return found[2]
}

// The unit of a metric, and a rate in it: relaxations are counted in thousands of millions on a CPU, in millions of millions on a GPU.
const scale_of = (metric, on) => (metric === 'relaxations_per_s' ? (on === 'cpu' ? 1e9 : 1e12) : 1)
export const unit_of = (metric, on = 'device') => ({ gb_per_s: 'GB/s', tflops: 'TFLOP/s', relaxations_per_s: `${on === 'cpu' ? '10⁹' : '10¹²'} relaxations/s` })[metric]
export const in_units = (metric, rate, on = 'device') => rate / scale_of(metric, on)

export function words_of(rate) {
  if (rate >= 1000) return Math.round(rate).toLocaleString('en-US')
  return rate >= 100 ? rate.toFixed(0) : rate >= 10 ? rate.toFixed(1) : rate >= 1 ? rate.toFixed(2) : rate.toPrecision(2)
}

// 268435456 as 2²⁸, 8192x8192 as 8,192 × 8,192.
const powers = (exponent) => [...String(exponent)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('')
export const size_words = (size) =>
  String(size).split('x').map((n) => (Number(n) >= 2 ** 20 && Number.isInteger(Math.log2(n)) ? `2${powers(Math.log2(n))}` : Number(n).toLocaleString('en-US'))).join(' × ')
