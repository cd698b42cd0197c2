/** Who has messages shown in this browser: they go on when the same account signs in again. */
const STORAGE_KEY = 'coldkeep.push-owner'

export function keepPushOwner(login: string | null): void {
  if (login === null) localStorage.removeItem(STORAGE_KEY)
  else localStorage.setItem(STORAGE_KEY, login.toLowerCase())
}

/** The subscription of this browser as JSON, where the account had switched messages on here; else blank. */
export async function pushTokenOf(login: string): Promise<string> {
  if (localStorage.getItem(STORAGE_KEY) !== login.toLowerCase()) return ''
  const workers = await navigator.serviceWorker?.getRegistrations()
  const subscriptions = await Promise.all((workers ?? []).map((one) => one.pushManager.getSubscription()))
  const found = subscriptions.find((one) => one !== null)
  return found ? JSON.stringify(found) : ''
}
