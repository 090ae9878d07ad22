// Drawing for lessons and slides: pieces of SVG as strings, and the colours of all figures, plots and patterns.

// Dark letters, and strong fills of about the same lightness: they can be read on a white card and on a dark one, and
// people who do not see red or do not see green can tell blue, orange and green apart.
export const colour = {
  white: '#ffffff', // the card, lines between cells, letters on strong fills
  ink: '#1c2733',
  ink_soft: '#51606e',
  line: '#8a96a3',
  idle: '#d8dde2', // moved or waited for but not used
  idle_pale: '#eef1f4',
  blue: '#1769aa', // what the drawing is about
  blue_dark: '#0d3b66',
  blue_light: '#5b9bd0',
  blue_lighter: '#9cc4e6',
  blue_pale: '#cfe3f4',
  orange: '#d9600a', // what differs from it, or waits
  orange_dark: '#b94f06',
  orange_light: '#eb9a5f',
  orange_lighter: '#f6c9a4',
  orange_pale: '#fbe0cb',
  green: '#00806a', // what comes out
  green_dark: '#005b4c',
  green_light: '#8fcfc0',
  green_pale: '#d5eee8',
  purple: '#7a3b9a', // a fourth, if there has to be one
  purple_pale: '#e6dcef',
  good: '#00806a', // a verdict, always in words as well
  bad: '#b3261e',
}

// An array has the same colour in every drawing, by what it is for: the first factor of a product, the second one or
// the only input, the result. GLOSSARY.md says so to the reader.
const family = (name) => ({ strong: colour[name], light: colour[`${name}_light`], pale: colour[`${name}_pale`] })
const [first, second, result] = ['orange', 'blue', 'green'].map(family)
export const array = { A: first, a: first, t: first, B: second, b: second, d: second, in: second, C: result, c: result, out: result, r: result, sum: result }

const attributes = (values) =>
  Object.entries(values)
    .map(([key, value]) => ` ${key.replaceAll('_', '-')}="${value}"`)
    .join('')

export const element = (name, values, content = '') => `<${name}${attributes(values)}>${content}</${name}>`

export const rect = (x, y, width, height, fill, more = {}) => element('rect', { x, y, width, height, fill, ...more })

export const line = (x1, y1, x2, y2, stroke = colour.line, more = {}) =>
  element('line', { x1, y1, x2, y2, stroke, stroke_width: 2, ...more })

export const arrow = (x1, y1, x2, y2, stroke = colour.ink, more = {}) =>
  line(x1, y1, x2, y2, stroke, { stroke_width: 3, marker_end: `url(#head-${stroke.slice(1)})`, ...more })

// anchor: start, middle or end. y is the middle of the letters.
export const text = (x, y, content, { size = 22, anchor = 'middle', fill = colour.ink, mono = false, bold = false } = {}) =>
  element(
    'text',
    { x, y: y + size * 0.35, font_size: size, text_anchor: anchor, fill, class: mono ? 'mono' : 'sans', font_weight: bold ? 600 : 400 },
    content,
  )

// A straight bracket above a span (below it for a negative height), with its label.
export const bracket = (x, y, width, height, label, stroke = colour.ink, size = 20) =>
  element('path', {
    d: `M${x + 2} ${y} v${-height} h${width - 4} v${height}`,
    fill: 'none',
    stroke,
    stroke_width: 2.5,
  }) + text(x + width / 2, y - height + (height > 0 ? -size * 0.8 : size * 0.8), label, { size, fill: stroke })

// Squares side by side; `fill(k)` and `label(k)` for each.
export const cells = (x, y, count, side, fill, label = () => '', more = {}) =>
  range(count)
    .map(
      (k) =>
        rect(x + k * side, y, side, side, fill(k), { stroke: colour.white, stroke_width: 1.5, ...more }) +
        (label(k) === '' ? '' : text(x + (k + 0.5) * side, y + side / 2, label(k), { size: side * 0.45, fill: ink_on(fill(k)) })),
    )
    .join('')

export const range = (count) => Array.from({ length: count }, (_, k) => k)

// White letters on the strong colours, dark ones on the pale.
export function ink_on(fill) {
  const [r, g, b] = [1, 3, 5].map((k) => parseInt(fill.slice(k, k + 2), 16))
  return 0.299 * r + 0.587 * g + 0.114 * b < 150 ? colour.white : colour.ink
}

// A colour between pale and dark blue; share goes from 0 to 1.
export function shade(share) {
  const mix = (from, to) => Math.round(from + (to - from) * share)
  const hex = (value) => value.toString(16).padStart(2, '0')
  return `#${hex(mix(0xe3, 0x0d))}${hex(mix(0xee, 0x3b))}${hex(mix(0xf8, 0x66))}`
}

// Heads of the arrows that a drawing has.
const heads = (drawn) =>
  [...new Set(drawn.match(/#head-\w+/g))].map((id) =>
    element(
      'marker',
      { id: id.slice(1), markerWidth: 4, markerHeight: 4, refX: 2.6, refY: 2, orient: 'auto' },
      element('path', { d: 'M0 0 L4 2 L0 4 z', fill: `#${id.slice(6)}` }),
    ),
  )

// A drawing of that many units of a slide, which is 1280 × 720. `alt` describes it in words.
export function drawing(width, height, alt, ...pieces) {
  const drawn = pieces.flat(Infinity).join('')
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': alt },
    `<defs>${heads(drawn).join('')}</defs>${drawn}`,
  )
}
