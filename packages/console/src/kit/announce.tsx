import { useSyncExternalStore } from 'react'

type Urgency = 'polite' | 'assertive'

let spoken: Readonly<Record<Urgency, string>> = { polite: '', assertive: '' }
const listeners = new Set<() => void>()

/** Tells screen readers; the same words twice are spoken twice. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const same = spoken[urgency] === text
  spoken = { ...spoken, [urgency]: same ? `${text}\u00a0` : text }
  for (const listener of listeners) listener()
}

/** One polite and one assertive region; placed once, by the kit's provider. */
export function LiveRegions() {
  const words = useSyncExternalStore(subscribe, () => spoken)
  return (
    <>
      <div className="visually-hidden" aria-live="polite">
        {words.polite}
      </div>
      <div className="visually-hidden" aria-live="assertive">
        {words.assertive}
      </div>
    </>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
