// What no style can do: code and tables that scroll sideways can be scrolled by keyboard, and answers are open on paper.
function let_keys_scroll() {
  for (const box of document.querySelectorAll('.highlight pre, .table-wrapper')) {
    if (box.scrollWidth <= box.clientWidth) continue
    box.tabIndex = 0
    box.setAttribute('role', 'group')
    box.setAttribute('aria-label', box.tagName === 'PRE' ? 'code' : 'table')
  }
}
document.addEventListener('DOMContentLoaded', let_keys_scroll)
document.addEventListener('toggle', let_keys_scroll, true)
window.addEventListener('resize', let_keys_scroll)

const closed_answers = () => document.querySelectorAll('details:not(.hint):not([open])')
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
