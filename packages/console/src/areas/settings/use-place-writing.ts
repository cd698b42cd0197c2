import type { Call } from '@coldkeep/contract/call'
import { useState } from 'react'
import { isRowChanged } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import type { CallInput } from '../../api/transport'
import { useSend } from '../../api/use-call'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'

export interface PlaceCalls<Save extends Call, Remove extends Call> {
  readonly read: Call
  readonly save: Save
  readonly remove: Remove
}

/**
 * Gives a place its own rule, or leaves it to what is above. A write that meets what someone else saved meanwhile changes
 * nothing: the rule is read again beside what was typed.
 * @param onDone the rule is what was sent, so that nothing is typed any more
 */
export function usePlaceWriting<Save extends Call, Remove extends Call>(
  { read, save, remove }: PlaceCalls<Save, Remove>,
  onDone: () => void,
) {
  const t = useText()
  const [isConfirming, setConfirming] = useState(false)
  const done = (word: string) => {
    setConfirming(false)
    onDone()
    showToast(word)
  }
  const options = { invalidates: [read], showsPresent: true }
  const saving = useSend(save, { ...options, onDone: () => done(t('shell.words.settingSaved')) })
  const removing = useSend(remove, { ...options, onDone: () => done(t('lossRules.backDone')) })
  const onError = (problem: Error) => {
    setConfirming(false)
    if (isRowChanged(problem)) markStale([read])
  }
  return {
    isSaving: saving.isPending,
    isRemoving: removing.isPending,
    isConflict: isRowChanged(saving.error) || isRowChanged(removing.error),
    /** It was asked for to leave the place to what is above, and is to be confirmed. */
    isConfirming,
    setConfirming,
    save: (input: CallInput<Save>) => {
      if (!saving.isPending) saving.mutate(input, { onError })
    },
    remove: (input: CallInput<Remove>) => removing.mutate(input, { onError }),
  }
}
