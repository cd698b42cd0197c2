import type { KeyboardEvent } from 'react'

/** How Safari marks the key that ended a composition: the composition itself is over by then. */
const COMPOSING_KEY_CODE = 229

/** Ctrl or ⌘ Enter sends from everywhere; the Enter that ends an input method's composition never does. */
export function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter') return
  if (event.nativeEvent.isComposing || event.keyCode === COMPOSING_KEY_CODE) event.preventDefault()
  else if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
}
