const NEXT_KEY = 'coldkeep.provider.next'

/** Keeps the place to return to while the browser is at the provider. */
export function keepNext(search: string): void {
  const next = new URLSearchParams(search).get('next')
  if (next === null) sessionStorage.removeItem(NEXT_KEY)
  else sessionStorage.setItem(NEXT_KEY, next)
}

/**
 * What the provider answered, where it has just sent the browser here. It leaves the address at once, so that no history
 * keeps it, and the place to return to comes back.
 */
function takeProviderAnswer(): string | null {
  const { pathname, search, hash } = window.location
  const given = new URLSearchParams(search)
  if (!given.has('state') || !(given.has('code') || given.has('error'))) return null
  const next = sessionStorage.getItem(NEXT_KEY)
  sessionStorage.removeItem(NEXT_KEY)
  const kept = next === null ? '' : `?${new URLSearchParams({ next })}`
  window.history.replaceState(window.history.state, '', pathname + kept + hash)
  return search.slice(1)
}

/** Taken when the sign-in page is loaded. */
export const providerAnswer = takeProviderAnswer()
