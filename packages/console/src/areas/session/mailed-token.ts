const MARK = '#link='

/** The token of a mailed link; it leaves the address at once, so that no history keeps it. */
function takeMailedToken(): string | null {
  const { hash, pathname, search } = window.location
  if (!hash.startsWith(MARK)) return null
  window.history.replaceState(window.history.state, '', pathname + search)
  return hash.slice(MARK.length)
}

/** Taken when the sign-in page is loaded. */
export const mailedToken = takeMailedToken()
