// How Marp renders the decks: raw HTML for the figures, formulas drawn by MathJax while rendering, no emoji pictures, the
// course's theme with its fonts inside, and the quotations of plugin/expand.mjs. A finished deck refers to no other file.
import { readFileSync } from 'node:fs'
import { expand } from './plugin/expand.mjs'
import * as figures from '../common/figures/all.mjs'

const top = process.cwd()
const modules = 'build/node/node_modules'

const faces = [
  ['IBM Plex Sans', 'ibm-plex-sans', 400],
  ['IBM Plex Sans', 'ibm-plex-sans', 600],
  ['IBM Plex Mono', 'ibm-plex-mono', 400],
  ['IBM Plex Mono', 'ibm-plex-mono', 600],
]

function font_face([family, name, weight]) {
  const file = readFileSync(`${modules}/@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`, 'base64')
  return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url(data:font/woff2;base64,${file}); }`
}

function quotations(markdown) {
  const highlight = (code) => markdown.options.highlight(code, 'cpp', '')
  const options = { top, figures, highlight }
  markdown.core.ruler.before('normalize', 'quotations', (state) => {
    state.src = expand(state.src, options)
  })
}

export default {
  lang: 'en', // otherwise the language of whoever makes the decks
  html: true,
  options: { markdown: { breaks: false }, emoji: { shortcode: false, unicode: false }, math: 'mathjax' },
  engine: ({ marp }) => {
    const theme = readFileSync(new URL('course.css', import.meta.url), 'utf8')
    marp.themeSet.add(theme + faces.map(font_face).join('\n'))
    return marp.use(quotations)
  },
}
