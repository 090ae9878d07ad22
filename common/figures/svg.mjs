// Drawing for slides: pieces of SVG as strings, and colours with the same meaning in every figure.

export const colour = {
  ink: '#1c2733',
  row: '#1769aa', // along a row: loads, copies, the good direction
  row_pale: '#cfe3f4',
  column: '#d9600a', // down a column
  column_pale: '#fbe0cb',
  idle: '#d8dde2', // moved or waited for but not used
  idle_pale: '#eef1f4',
  line: '#8a96a3',
  good: '#2c7a3f',
  bad: '#b3261e',
}

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
        rect(x + k * side, y, side, side, fill(k), { stroke: '#fff', stroke_width: 1.5, ...more }) +
        (label(k) === '' ? '' : text(x + (k + 0.5) * side, y + side / 2, label(k), { size: side * 0.45, fill: ink_on(fill(k)) })),
    )
    .join('')

export const range = (count) => Array.from({ length: count }, (_, k) => k)

// White letters on the strong colours, dark ones on the pale.
export function ink_on(fill) {
  const [r, g, b] = [1, 3, 5].map((k) => parseInt(fill.slice(k, k + 2), 16))
  return 0.299 * r + 0.587 * g + 0.114 * b < 150 ? '#ffffff' : colour.ink
}

// A colour between pale and dark blue; share goes from 0 to 1.
export function shade(share) {
  const mix = (from, to) => Math.round(from + (to - from) * share)
  const hex = (value) => value.toString(16).padStart(2, '0')
  return `#${hex(mix(0xe3, 0x0d))}${hex(mix(0xee, 0x3b))}${hex(mix(0xf8, 0x66))}`
}

// A drawing of that many units of a slide, which is 1280 × 720. `alt` describes it in words.
export function drawing(width, height, alt, ...pieces) {
  const heads = ['ink', 'row', 'column', 'line', 'good', 'bad'].map((name) =>
    element(
      'marker',
      { id: `head-${colour[name].slice(1)}`, markerWidth: 4, markerHeight: 4, refX: 2.6, refY: 2, orient: 'auto' },
      element('path', { d: 'M0 0 L4 2 L0 4 z', fill: colour[name] }),
    ),
  )
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': alt },
    `<defs>${heads.join('')}</defs>${pieces.flat(Infinity).join('')}`,
  )
}
