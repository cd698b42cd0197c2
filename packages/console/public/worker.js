// Runs beside the console, also while none of its windows is open: shows messages, and opens the console without a network.
// What the console needs for that is put into this cache by its windows (site/keep-files.ts).
const FILES = 'coldkeep-files'
/** A page that takes longer, where one is kept, is taken from there. */
const PATIENCE_MS = 6_000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') {
    // files and what is no screen are the network's alone
    if (!/\.[^/]*$/.test(pathname)) event.respondWith(newestPage(request))
  } else if (pathname.startsWith('/assets/')) event.respondWith(keptFirst(request))
  else if (/^\/(config|lang-[\w-]+)\.json$/.test(pathname)) event.respondWith(newestText(request))
})

/** The page of the network, so that a new build, good or mended, is always taken; the kept one where there is none. */
async function newestPage(request) {
  const kept = await keptFile('/')
  if (kept === undefined) return fetch(request)
  try {
    const answer = await inTime(fetch(request))
    return answer.status < 500 ? answer : kept
  } catch {
    return kept
  }
}

/** Named after their content: what is kept is right. */
async function keptFirst(request) {
  return (await keptFile(request)) ?? fetch(request)
}

async function newestText(request) {
  try {
    const answer = await inTime(fetch(request))
    if (answer.ok) {
      void keepText(request, answer.clone())
      return answer
    }
    return (await keptFile(request)) ?? answer
  } catch {
    return (await keptFile(request)) ?? Response.error()
  }
}

/** A store that is full or damaged holds nothing; the network is asked then as ever. */
async function keptFile(request) {
  try {
    const cache = await caches.open(FILES)
    return await cache.match(request, { ignoreVary: true })
  } catch {
    return undefined
  }
}

/** Texts of a language that was chosen later are there without a network too. */
async function keepText(request, answer) {
  if ((await keptFile('/')) === undefined) return
  try {
    await (await caches.open(FILES)).put(request, answer)
  } catch {
    // it is asked for again next time
  }
}

function inTime(answer) {
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE_MS))
  return Promise.race([answer, late])
}

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { url } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data.url ?? '/'))
})
