// Floats whose bits are read as integers: both orders, and where they agree.
import { array, arrow, bracket, colour, drawing, ink_on, line, range, rect, text } from './svg.mjs'

const buffer = new DataView(new ArrayBuffer(4))
export const bits_of = (value) => (buffer.setFloat32(0, value), buffer.getUint32(0))
export const float_of = (bits) => (buffer.setUint32(0, bits), buffer.getFloat32(0))
const bit = (bits, place) => Math.floor(bits / 2 ** place) % 2
const spaced = (number) => number.toLocaleString('en-US')

// Floats in ascending order, each with its bits and the integer of the same bits.
const shown = [
  ['0', 0],
  ['smallest', 1],
  ['0.5', bits_of(0.5)],
  ['1', bits_of(1)],
  ['1.5', bits_of(1.5)],
  ['2', bits_of(2)],
  ['1000', bits_of(1000)],
  ['largest', 0x7f7fffff],
  ['infinity', 0x7f800000],
  ['NaN', 0x7fffffff],
]

export function float_bits() {
  const side = 19
  const pitch = 41
  const [x, y] = [150, 74]
  const place = (k) => x + k * side + (k > 0 ? 10 : 0) + (k > 8 ? 10 : 0)
  const pale = [colour.idle, colour.orange_pale, colour.blue_pale]
  const strong = [colour.ink, colour.orange, colour.blue]
  return drawing(
    1150,
    y + shown.length * pitch + 6,
    'bits of floats that are not negative, in ascending order: read as integers they ascend as well',
    text(x - 14, 24, 'float', { size: 22, anchor: 'end', bold: true }),
    text(x + 8, 50, 'sign', { size: 18 }),
    text((place(1) + place(9)) / 2 - 6, 24, 'exponent', { size: 20, fill: colour.orange }),
    text((place(9) + place(32)) / 2, 24, 'fraction', { size: 20, fill: colour.blue }),
    text(1140, 24, 'as an integer', { size: 22, anchor: 'end', bold: true }),
    shown.map(([name, bits], k) => [
      text(x - 14, y + k * pitch + 13, name, { size: 22, anchor: 'end' }),
      range(32).map((at) => {
        const field = at === 0 ? 0 : at < 9 ? 1 : 2
        const set = bit(bits, 31 - at)
        return [
          rect(place(at), y + k * pitch, side - 2, 27, set ? strong[field] : pale[field]),
          text(place(at) + side / 2 - 1, y + k * pitch + 13.5, String(set), { size: 18, mono: true, fill: set ? colour.white : colour.ink }),
        ]
      }),
      text(1140, y + k * pitch + 13, spaced(bits), { size: 22, anchor: 'end', mono: true }),
    ]),
    arrow(place(32) + 40, y, place(32) + 40, y + shown.length * pitch - 14, colour.good),
    text(place(32) + 14, 52, 'grows', { size: 18, fill: colour.good, anchor: 'start' }),
  )
}

// All 2^32 bit patterns in the integers' order: where the floats lie, and in which direction they grow.
export function integer_order() {
  const [x, y, width] = [20, 130, 1110]
  const at = (integer) => x + ((integer + 2 ** 31) / 2 ** 32) * width
  const signed = (bits) => bits | 0
  const infinity = signed(0x7f800000)
  const minus_infinity = signed(0xff800000)
  const nan = at(2 ** 31) - at(infinity)
  const tick = (integer, label, anchor = 'middle', shift = 0) => [
    line(at(integer), y - 12, at(integer), y + 72, colour.ink, { stroke_width: 2 }),
    text(at(integer) + shift, y - 28, label, { size: 21, anchor, bold: true }),
  ]
  return drawing(
    1150,
    340,
    'from the smallest integer to the largest: -0, negative floats in falling order, then 0 and the others in rising order, infinity, NaN',
    text(x, 24, 'the bits as integers, from the smallest to the largest', { size: 22, anchor: 'start' }),
    arrow(630, 24, 1120, 24),
    rect(at(-(2 ** 31)), y, at(minus_infinity) - at(-(2 ** 31)), 60, colour.orange_pale),
    rect(at(minus_infinity), y, at(0) - at(minus_infinity), 60, colour.idle),
    rect(at(0), y, at(infinity) - at(0), 60, colour.blue_pale),
    rect(at(infinity), y, nan, 60, colour.idle),
    tick(-(2 ** 31), '−0', 'start'),
    tick(signed(bits_of(-1)), '−1'),
    tick(minus_infinity, '−∞', 'end', -4),
    tick(0, '0', 'start', 2),
    tick(bits_of(1), '1'),
    tick(bits_of(1000), '1000', 'start', -10),
    tick(infinity, '∞', 'middle', -2),
    text((at(minus_infinity) + at(0)) / 2, y + 92, 'NaN', { size: 18, fill: colour.ink_soft }),
    text(at(infinity) + nan / 2, y + 92, 'NaN', { size: 18, fill: colour.ink_soft }),
    arrow(at(minus_infinity) - 20, y + 30, at(-(2 ** 31)) + 20, y + 30, colour.orange),
    arrow(at(0) + 20, y + 30, at(infinity) - 20, y + 30, colour.blue),
    text((at(-(2 ** 31)) + at(minus_infinity)) / 2, y + 130, 'negative: floats grow to the left', { size: 24, fill: colour.orange, bold: true }),
    text((at(0) + at(infinity)) / 2, y + 130, 'not negative: floats grow to the right', { size: 24, fill: colour.blue, bold: true }),
    text(x, y + 186, '−0 is the smallest integer of all. It equals the smallest length, and may win.', { size: 22, anchor: 'start' }),
  )
}

// A pair of 16-bit lengths in a word, and the instruction that adds two such words and takes the pair of minima.
export function pairs_in_a_word() {
  const half = 150
  const word = (x, y, low, high, fills) => [
    rect(x, y, half - 2, 54, fills[1]),
    rect(x + half, y, half - 2, 54, fills[0]),
    text(x + half / 2, y + 27, high, { size: 22, mono: true, fill: ink_on(fills[1]) }),
    text(x + 1.5 * half, y + 27, low, { size: 22, mono: true, fill: ink_on(fills[0]) }),
  ]
  const x = 330
  return drawing(
    1150,
    390,
    'one instruction adds two pairs of 16 bits and takes two minima',
    text(x + half, 16, 'a word of 32 bits', { size: 22 }),
    text(x - 24, 67, 'the first leg, twice', { size: 22, anchor: 'end' }),
    word(x, 40, 'd[i][k]', 'd[i][k]', [colour.orange, colour.orange]),
    text(x - 24, 147, 'two neighbouring columns', { size: 22, anchor: 'end' }),
    word(x, 120, 'd[k][2j]', 'd[k][2j+1]', [array.d.strong, array.d.light]),
    text(x - 24, 227, 'the best so far', { size: 22, anchor: 'end' }),
    word(x, 200, 'r[i][2j]', 'r[i][2j+1]', [array.r.strong, array.r.light]),
    bracket(x, 276, 2 * half, -16, '', colour.ink),
    text(x + half, 330, '__viaddmin_s16x2', { size: 26, mono: true, bold: true }),
    text(700, 67, '+', { size: 36, anchor: 'start' }),
    text(700, 147, 'then', { size: 24, anchor: 'start' }),
    text(700, 227, 'min', { size: 30, anchor: 'start', bold: true }),
    text(830, 100, 'two additions', { size: 26, anchor: 'start' }),
    text(830, 140, 'two minima', { size: 26, anchor: 'start' }),
    text(830, 180, 'one instruction', { size: 26, anchor: 'start', bold: true }),
    text(830, 330, '16 bits hold lengths to 8191', { size: 22, anchor: 'start' }),
  )
}
