import { makeStore } from '../kit/store'

const CHECK_EVERY_MS = 10 * 60_000
const RELOADED_KEY = 'coldkeep.reloaded'

const isNewer = makeStore(false)

/** True once the service offers another build than the one that runs here. */
export const useNewVersion = isNewer.use

/** Looks for a new build now and then; a code file that is gone forces one reload, which keeps the address. */
export function watchVersion(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // without a connection a page that was not kept stays away, and the next one opens
    if (!navigator.onLine || sessionStorage.getItem(RELOADED_KEY) === ownEntry()) return
    event.preventDefault()
    sessionStorage.setItem(RELOADED_KEY, ownEntry())
    window.location.reload()
  })
  if (import.meta.env.DEV) return
  setInterval(() => void check(), CHECK_EVERY_MS)
}

async function check(): Promise<void> {
  if (isNewer.get() || document.hidden || !navigator.onLine) return
  const answer = await fetch('/', { cache: 'no-cache' }).catch(() => null)
  if (!answer?.ok) return
  isNewer.set(entryIn(await answer.text()) !== ownEntry())
}

/** The script with which the page of this window began. */
export function ownEntry(): string {
  return entryOf(document)
}

function entryIn(page: string): string {
  return entryOf(new DOMParser().parseFromString(page, 'text/html'))
}

function entryOf(page: Document): string {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
}
