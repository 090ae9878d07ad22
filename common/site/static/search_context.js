// Below each title that a search finds, the words around the first place where the page says what was asked for, or one word of it.
/* global search_texts */
const asked = (new URLSearchParams(location.search).get('q') ?? '').toLowerCase().trim()

function place_of(text) {
  const small = text.toLowerCase()
  const places = [asked, ...asked.split(/\s+/)].filter(Boolean).map((words) => [small.indexOf(words), words.length])
  return places.find(([at]) => at >= 0) ?? [0, 0]
}

function context_of(text) {
  const [at, length] = place_of(text)
  const first = at < 80 ? 0 : text.indexOf(' ', at - 80) + 1
  const after = text.indexOf(' ', at + length + 120)
  const last = after < 0 ? text.length : after
  const mark = document.createElement('mark')
  mark.textContent = text.slice(at, at + length)
  const paragraph = document.createElement('p')
  paragraph.className = 'context'
  paragraph.append(first > 0 ? '… ' : '', text.slice(first, at), mark, text.slice(at + length, last), last < text.length ? ' …' : '')
  return paragraph
}

new MutationObserver((changes) => {
  for (const item of changes.flatMap((change) => [...change.addedNodes])) {
    const page = item.tagName === 'LI' && item.querySelector('a')?.getAttribute('href').split(/\.html/)[0]
    if (page && search_texts[page]) item.append(context_of(search_texts[page]))
  }
}).observe(document.getElementById('search-results'), { childList: true, subtree: true })
