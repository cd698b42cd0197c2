import {
  cancelReplacement,
  enableTerminal,
  getTerminal,
  listTerminals,
  makeClaimCode,
  withdrawClaimCode,
} from '@coldkeep/contract/areas/terminals'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { useText } from '../../kit/text'
import { ClaimCodeDialog } from './ClaimCodeDialog'
import { storeText } from './store-text'
import type { TerminalEntry } from './terminal-words'

export type TerminalAct = 'code' | 'withdraw' | 'cancel' | 'disable' | 'enable'

export interface TerminalActDialogProps {
  readonly act: TerminalAct
  readonly terminal: TerminalEntry
  readonly onClose: () => void
}

/** Asks before an action on a terminal, and does it. A new claim code is shown once it is made. */
export function TerminalActDialog({ act, terminal, onClose }: TerminalActDialogProps) {
  const t = useText()
  const [code, setCode] = useState<Answer<typeof makeClaimCode> | null>(null)
  if (code !== null) return <ClaimCodeDialog terminal={terminal} code={code} onClose={onClose} />
  const input = { params: { terminalId: terminal.id } }
  const question = {
    title: t(`terminals.ask.${act}`, { terminal: terminal.id }),
    action: t(`terminals.do.${act}`),
    invalidates: [listTerminals, getTerminal],
    onClose,
    children: <Why act={act} terminal={terminal} />,
  }
  switch (act) {
    case 'code':
      return <ConfirmAndSend {...question} call={makeClaimCode} input={input} onDone={setCode} />
    case 'withdraw':
      return (
        <ConfirmAndSend
          {...question}
          call={withdrawClaimCode}
          input={input}
          success={t('terminals.withdrawn')}
        />
      )
    case 'cancel':
      return (
        <ConfirmAndSend
          {...question}
          call={cancelReplacement}
          input={input}
          success={t('terminals.replacementCancelled')}
        />
      )
    case 'disable':
    case 'enable':
      return (
        <ConfirmAndSend
          {...question}
          destructive={act === 'disable'}
          call={enableTerminal}
          input={{ ...input, body: { isEnabled: act === 'enable' } }}
          success={t(act === 'enable' ? 'terminals.enabled' : 'terminals.disabled', {
            terminal: terminal.id,
          })}
        />
      )
  }
}

/** What it means, and what a new claim code replaces. */
function Why({ act, terminal }: Pick<TerminalActDialogProps, 'act' | 'terminal'>) {
  const t = useText()
  return (
    <>
      <p>{storeText(terminal)}</p>
      <p>{t(`terminals.why.${act}`)}</p>
      {act === 'code' && terminal.codeUntil !== null && (
        <p>{t('terminals.replacesCode', { time: formatInstant(terminal.codeUntil, terminal.store.zone) })}</p>
      )}
      {act === 'code' && terminal.lastMessageAt !== null && <p>{t('terminals.replacesBox')}</p>}
    </>
  )
}
