import { makeStore } from './store'

type Urgency = 'polite' | 'assertive'

const spoken = makeStore<Readonly<Record<Urgency, string>>>({ polite: '', assertive: '' })

/** Tells screen readers; the same words twice are spoken twice. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const last = spoken.get()
  spoken.set({ ...last, [urgency]: last[urgency] === text ? `${text}\u00a0` : text })
}

/** One polite and one assertive region; placed once, by the kit's provider. */
export function LiveRegions() {
  const words = spoken.use()
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
