// Colours for the canvases, from the style sheet's variables: light, dark, and light again while a page is printed.

const colour_names = ['ground', 'cell', 'rule', 'sector', 'line', 'ink', 'ink-soft', 'thread', 'warp', 'block', 'grid', 'moved', 'bad', 'good', 'card', 'card-soft']
let colours = {}

function read_colours() {
  const style = getComputedStyle(document.documentElement)
  colours = Object.fromEntries(colour_names.map((name) => [name.replace('-', '_'), style.getPropertyValue(`--${name}`).trim()]))
  colours.classes = [colours.thread, colours.warp, colours.block, colours.grid]
  // Pixels are written as 32-bit numbers, blue highest.
  colours.pixels = { cell: pixel(colours.cell), moved: pixel(colours.moved), classes: colours.classes.map(pixel) }
  const shade = (full, share) => mixed(colours.pixels.cell, full, share)
  colours.pixels.faded = colours.pixels.classes.map((full) => shade(full, 0.28))
  colours.fading = colours.pixels.classes.map((full) => Array.from({ length: kFade + 1 }, (_, age) => shade(full, 0.28 + 0.5 * (1 - age / kFade))))
}

const pixel = (hex) => (0xff000000 | (parseInt(hex.slice(5, 7), 16) << 16) | (parseInt(hex.slice(3, 5), 16) << 8) | parseInt(hex.slice(1, 3), 16)) >>> 0

function mixed(from, to, share) {
  const part = (shift) => {
    const a = (from >>> shift) & 255
    return Math.round(a + (((to >>> shift) & 255) - a) * share) << shift
  }
  return (0xff000000 | part(16) | part(8) | part(0)) >>> 0
}

// A canvas that is sharp on every screen: its size in CSS pixels, its context in those, too.
function sized(canvas, width, height) {
  const density = window.devicePixelRatio || 1
  canvas.width = Math.max(1, Math.round(width * density))
  canvas.height = Math.max(1, Math.round(height * density))
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
  const context = canvas.getContext('2d')
  context.setTransform(density, 0, 0, density, 0, 0)
  context.imageSmoothingEnabled = false
  return context
}

const canvas_font = (size, weight = '') => `${weight} ${size}px ui-monospace, "SF Mono", "DejaVu Sans Mono", Consolas, monospace`
