// What no style can do: code, tables and drawings that scroll sideways can be scrolled by keyboard, patterns are loaded when they are unfolded,
// and answers are open on paper.
function let_keys_scroll() {
  for (const box of document.querySelectorAll('.highlight pre, .table-wrapper, :has(> img.wide)')) {
    if (box.scrollWidth <= box.clientWidth) continue
    box.tabIndex = 0
    box.setAttribute('role', 'group')
    box.setAttribute('aria-label', box.tagName === 'PRE' ? 'code' : box.matches('.table-wrapper') ? 'table' : 'drawing')
  }
}
document.addEventListener('DOMContentLoaded', let_keys_scroll)
document.addEventListener('toggle', let_keys_scroll, true)
window.addEventListener('resize', let_keys_scroll)

// A frame is loaded when it is unfolded: browsers load lazy ones as soon as they are near, folded or not.
function load_frame({ target }) {
  const frame = target.open && target.querySelector(':scope > iframe[data-src]')
  if (!frame) return
  frame.src = frame.dataset.src
  delete frame.dataset.src
}
document.addEventListener('toggle', load_frame, true)

const closed_answers = () => document.querySelectorAll('details:not(.hint):not(.pattern):not([open])')
window.addEventListener('beforeprint', () => {
  for (const answer of closed_answers()) {
    answer.open = true
    answer.dataset.opened_to_print = ''
  }
})
window.addEventListener('afterprint', () => {
  for (const answer of document.querySelectorAll('[data-opened_to_print]')) {
    answer.open = false
    delete answer.dataset.opened_to_print
  }
})
