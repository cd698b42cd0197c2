import { pageTexts } from './page-texts'

export const pageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Coldkeep</title>
<link rel="stylesheet" href="page.css">
<script src="page.js" defer></script>
</head>
<body>
<main>
<h1></h1>
<p id="state" role="status" aria-live="assertive"></p>
<p id="lock" hidden></p>
<p id="acts"></p>
<h2></h2>
<ul></ul>
</main>
</body>
</html>
`

export const pageStyle = `
:root { color-scheme: light dark; font: 17px/1.5 system-ui, "Noto Sans CJK JP", sans-serif; }
body { margin: 0; border-top: 8px solid transparent; }
body.there { border-top-color: #d92d20; }
main { max-width: 40rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.1rem; margin: 0 0 .5rem; }
h2 { font-size: 1rem; margin: 2rem 0 .25rem; }
#state { font-size: 1.4rem; margin: 0 0 1rem; }
button { font: inherit; padding: .6rem 1.4rem; margin-right: .6rem; border: 1px solid #667085; border-radius: 8px;
  background: Canvas; color: CanvasText; cursor: pointer; min-height: 44px; }
button.main { background: #b42318; border-color: #b42318; color: #fff; }
ul { list-style: none; padding: 0; margin: 0; font-size: .9rem; }
li { padding: .3rem 0; border-bottom: 1px solid color-mix(in srgb, CanvasText 15%, transparent); }
`

/** Texts are put in as texts, never as markup: a name comes from the server. */
export const pageScript = `
const texts = ${JSON.stringify(pageTexts)}
const pick = (tag) => texts[tag] || texts[{ zh: 'zh-CN' }[tag.split('-')[0]] || tag.split('-')[0]]
const language = navigator.languages.find(pick) || 'en'
const t = pick(language)
document.documentElement.lang = language
const find = (name) => document.querySelector(name)
const fill = (text, by) => text.replace('{by}', () => by)
const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body || {}) })
const button = (text, isMain, act) => {
  const made = document.createElement('button')
  made.textContent = text
  if (isMain) made.className = 'main'
  made.addEventListener('click', () => { made.disabled = true; act() })
  return made
}
find('h1').textContent = t.title
find('h2').textContent = t.last
document.title = t.title
let shown = ''
const show = ({ phase, last }) => {
  const isView = phase.mode === 'view'
  const state = {
    idle: () => t.idle,
    waiting: () => fill(isView ? t.wishView : t.wishControl, phase.by),
    opening: () => fill(t.opening, phase.by),
    connected: () => fill(isView ? t.views : t.controls, phase.by),
  }[phase.kind]()
  find('#state').textContent = state
  document.body.className = phase.kind === 'connected' ? 'there' : ''
  find('#lock').hidden = !phase.isLocked
  find('#lock').textContent = t.locked
  const acts = {
    waiting: () => [
      button(t.allow, true, () => post('answer', { question: phase.question, isAllowed: true })),
      button(t.decline, false, () => post('answer', { question: phase.question, isAllowed: false })),
    ],
    connected: () => [button(t.stop, true, () => post('stop'))],
  }[phase.kind]
  if (shown !== phase.kind + (phase.question || '')) find('#acts').replaceChildren(...(acts ? acts() : []))
  shown = phase.kind + (phase.question || '')
  const clock = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' })
  find('ul').replaceChildren(...(last.length > 0 ? last : [null]).map((one) => {
    const row = document.createElement('li')
    row.textContent = one === null ? t.empty : [one.by, clock.format(one.startedAt || one.requestedAt),
      one.startedAt ? (one.endedAt ? clock.format(one.endedAt) : '…') : t.none].join(' · ')
    return row
  }))
}
new EventSource('events').onmessage = (event) => show(JSON.parse(event.data))
`
