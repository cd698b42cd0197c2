import type { Call } from '@coldkeep/contract/call'
import type { ReactNode } from 'react'
import { isRowChanged } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import type { CallInput } from '../../api/transport'
import { useSend } from '../../api/use-call'
import { useText } from '../../kit/text'
import { RemoveQuestion } from './RemoveQuestion'

export interface DeleteDialogProps {
  readonly call: Call
  readonly input: CallInput<Call>
  readonly invalidates: readonly Call[]
  /** What is deleted, by the name people know it by. */
  readonly name: string
  /** What else goes with it. */
  readonly consequence?: ReactNode
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * Asks by name before a row is deleted; when the service refuses, the question stays under the error window. Where
 * someone else has changed the row in the meantime, it says so and names the current row.
 */
export function DeleteDialog(props: DeleteDialogProps) {
  const { call, input, invalidates, name, consequence, onDone, onClose } = props
  const t = useText()
  const send = useSend(call, { invalidates, onDone, showsPresent: true })
  return (
    <RemoveQuestion
      name={name}
      consequence={consequence}
      note={isRowChanged(send.error) ? t('kit.present.deleteNote') : null}
      busy={send.isPending}
      onCancel={() => {
        if (!send.isPending) onClose()
      }}
      onConfirm={() =>
        // the current values come with the list, and so does the revision that the next try has to carry
        send.mutate(input, { onError: (problem) => isRowChanged(problem) && markStale(invalidates) })
      }
    />
  )
}
