import {
  cancelReplacement,
  enableTerminal,
  getTerminal,
  listTerminals,
  makeClaimCode,
  withdrawClaimCode,
} from '@coldkeep/contract/areas/terminals'
import { formatInstant } from '@coldkeep/phrases/format'
import { useSend } from '../../api/use-call'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { ClaimCodeDialog } from './ClaimCodeDialog'
import { storeText, type TerminalEntry } from './terminal-words'

export type TerminalAct = 'code' | 'withdraw' | 'cancel' | 'disable' | 'enable'

export interface TerminalActDialogProps {
  readonly act: TerminalAct
  readonly terminal: TerminalEntry
  readonly onClose: () => void
}

/** Asks before something is done to a terminal, and does it. A new claim code is shown once it is made. */
export function TerminalActDialog({ act, terminal, onClose }: TerminalActDialogProps) {
  const t = useText()
  const invalidates = [listTerminals, getTerminal]
  const onDone = (words: string) => () => {
    showToast(words)
    onClose()
  }
  const making = useSend(makeClaimCode, { invalidates })
  const withdrawing = useSend(withdrawClaimCode, {
    invalidates,
    onDone: onDone(t('terminals.withdrawn')),
  })
  const cancelling = useSend(cancelReplacement, {
    invalidates,
    onDone: onDone(t('terminals.replacementCancelled')),
  })
  const enabling = useSend(enableTerminal, {
    invalidates,
    onDone: onDone(
      t(act === 'enable' ? 'terminals.enabled' : 'terminals.disabled', { terminal: terminal.id }),
    ),
  })
  if (making.data) return <ClaimCodeDialog terminal={terminal} code={making.data} onClose={onClose} />

  const params = { terminalid: terminal.id }
  const confirm = () => {
    if (act === 'code') making.mutate({ params })
    else if (act === 'withdraw') withdrawing.mutate({ params })
    else if (act === 'cancel') cancelling.mutate({ params })
    else enabling.mutate({ params, body: { is_enabled: act === 'enable' } })
  }
  return (
    <ConfirmDialog
      opened
      title={t(`terminals.ask.${act}`, { terminal: terminal.id })}
      action={t(`terminals.do.${act}`)}
      destructive={act === 'disable'}
      busy={making.isPending || withdrawing.isPending || cancelling.isPending || enabling.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{storeText(terminal)}</p>
      <p>{t(`terminals.why.${act}`)}</p>
      {act === 'code' && terminal.code_until !== null && (
        <p>
          {t('terminals.replacesCode', { time: formatInstant(terminal.code_until, terminal.store.zone) })}
        </p>
      )}
      {act === 'code' && terminal.last_message_at !== null && <p>{t('terminals.replacesBox')}</p>}
    </ConfirmDialog>
  )
}
