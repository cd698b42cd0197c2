import { finishStoreSettings, getStoreSettings, storeSettings } from '@coldkeep/contract/areas/store-settings'
import type { Answer } from '@coldkeep/contract/call'
import { pathFromWire } from '@coldkeep/contract/wire/dialect'
import { useCallback, useState } from 'react'
import { isRowChanged } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import { useSend } from '../../api/use-call'
import type { AnswerFaults } from './answer-faults'
import type { StoreDraft } from './use-store-draft'

export type Finished = Answer<typeof finishStoreSettings>

/** Has the draft looked at, and finished; what is wrong is kept until the answers that it is about change. */
export function useFinish(draft: StoreDraft, onFinished: (finished: Finished) => void) {
  const [faults, setFaults] = useState<AnswerFaults>({})
  const send = useSend(finishStoreSettings, { showsPresent: true })
  const { mutateAsync } = send
  const { save } = draft

  const run = useCallback(
    async (id: { readonly draft: string; readonly revision: number }, isCheck: boolean) => {
      try {
        const answer = await mutateAsync({ body: { ...id, isCheck } })
        setFaults(Object.fromEntries(answer.faults.map(({ path, message }) => [ownPath(path), message])))
        return answer
      } catch (error) {
        // the current values come with the settings
        if (isRowChanged(error)) markStale([getStoreSettings])
        return null
      }
    },
    [mutateAsync],
  )

  return {
    faults,
    isBusy: send.isPending,
    isChanged: isRowChanged(send.error),
    /** Parts that were answered again: what was wrong with them may be fixed. */
    forget: (parts: readonly string[]) =>
      setFaults((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([path]) => !parts.includes(path.split('.')[0] ?? '')),
        ),
      ),
    check: run,
    finish: async () => {
      if (!(await save())) return
      const saved = draft.latest()
      if (saved === null) return
      const answer = await run({ draft: saved.id, revision: saved.revision }, false)
      if (answer !== null && answer.storeId !== null) onFinished(answer)
    },
  }
}

function ownPath(path: string): string {
  return pathFromWire(storeSettings, path.split('.')).join('.')
}
