import type { Answer, Call } from '@coldkeep/contract/call'
import type { CallProblem } from '../api/call-problem'
import type { CallInput } from '../api/transport'
import { useSend } from '../api/use-call'
import { ConfirmDialog, type ConfirmDialogProps } from '../kit/dialog/ConfirmDialog'
import { showToast } from '../kit/Toast'

export interface ConfirmAndSendProps<C extends Call>
  extends Pick<ConfirmDialogProps, 'title' | 'action' | 'destructive' | 'widthPx' | 'children'> {
  /** Whether the question is open; one that is rendered only while it is open leaves this out. */
  readonly opened?: boolean
  readonly call: C
  /** `null` while there is nothing to send. */
  readonly input: CallInput<C> | null
  /** Reads whose answers the call changes. */
  readonly invalidates?: readonly Call[]
  /** Said once it is done; nothing where there are no words. */
  readonly success?: string | ((answer: Answer<C>) => string | null)
  /** What follows; the question closes when left out. */
  readonly onDone?: (answer: Answer<C>) => void
  /** Beside the error window. */
  readonly onFailed?: (problem: CallProblem) => void
  readonly onClose: () => void
}

/** Asks, makes a call when the answer is yes, and says that it is done. */
export function ConfirmAndSend<C extends Call>(props: ConfirmAndSendProps<C>) {
  const { opened = true, call, input, invalidates, success, onDone, onFailed, onClose, ...question } = props
  const sending = useSend(call, {
    invalidates,
    onDone: (answer) => {
      const words = typeof success === 'function' ? success(answer) : success
      if (words != null) showToast(words)
      if (onDone === undefined) onClose()
      else onDone(answer)
    },
  })
  return (
    <ConfirmDialog
      {...question}
      opened={opened}
      busy={sending.isPending}
      onConfirm={() => input !== null && sending.mutate(input, { onError: onFailed })}
      onCancel={onClose}
    />
  )
}
