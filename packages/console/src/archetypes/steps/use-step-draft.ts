import { useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../stored-draft'

export interface StepDraft<Draft> {
  readonly draft: Draft
  readonly edit: (patch: Partial<Draft>) => void
  /** When it was kept last; `null` while nothing was changed. */
  readonly savedAtMs: number | null
  /** After it was sent: begin again. */
  readonly clear: () => void
}

/**
 * The answers of a task in steps, kept at every change until they are sent.
 * @param name names the draft: one for each subject, such as a store, if several may be under way
 */
export function useStepDraft<Draft extends object>(name: string, initial: Draft): StepDraft<Draft> {
  const [kept, setKept] = useState(() => read(name, initial))
  const shown = kept.name === name ? kept : read(name, initial)
  if (shown !== kept) setKept(shown)
  return {
    draft: shown.draft,
    savedAtMs: shown.savedAtMs,
    edit: (patch) => {
      const draft = { ...shown.draft, ...patch }
      setKept({ name, draft, savedAtMs: keepDraft(name, draft) })
    },
    clear: () => {
      dropDraft(name)
      setKept({ name, draft: initial, savedAtMs: null })
    },
  }
}

function read<Draft extends object>(name: string, initial: Draft) {
  const stored = readDraft<Draft>(name)
  return { name, draft: { ...initial, ...stored?.content }, savedAtMs: stored?.savedAtMs ?? null }
}
