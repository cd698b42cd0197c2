// Runs beside the console, also while none of its windows is open.
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/favicon.svg', data: { url } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data.url ?? '/'))
})
