import { useState } from 'react'
import { afterPress } from './after-press'

/** What is wrong with which field, in words. */
export type FieldFaults = Readonly<Record<string, string>>

/** Which faults of a form are shown: of a field once it was left, all of them once the form was to be sent. */
export function useShownFaults(faults: FieldFaults) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [wasSent, setWasSent] = useState(false)
  const shown = Object.entries(faults).filter(([key]) => wasSent || left.has(key))
  return {
    shown: Object.fromEntries(shown) as FieldFaults,
    leave: (key: string) =>
      afterPress(() => setLeft((before) => (before.has(key) ? before : new Set([...before, key])))),
    showAll: () => setWasSent(true),
    hideAll: () => {
      setLeft(new Set())
      setWasSent(false)
    },
  }
}
