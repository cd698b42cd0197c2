import { makeStore } from '../kit/store'

const offlineSinceMs = makeStore(navigator.onLine ? null : Date.now())
window.addEventListener('online', look)
window.addEventListener('offline', look)

/** Since when the browser has no connection; `null` while it has one. */
export const useOfflineSince = offlineSinceMs.use

function look(): void {
  offlineSinceMs.set(navigator.onLine ? null : (offlineSinceMs.get() ?? Date.now()))
}
