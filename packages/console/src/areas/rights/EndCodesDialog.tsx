import { listAccounts, takeSecondFactorAway } from '@coldkeep/contract/areas/accounts'
import { useSend } from '../../api/use-call'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import type { AccountEntry } from './account-form'

/** Asks before the second factor of somebody who has lost it is taken away. */
export function EndCodesDialog({ account, onClose }: { account: AccountEntry; onClose: () => void }) {
  const t = useText()
  const send = useSend(takeSecondFactorAway, {
    invalidates: [listAccounts],
    onDone: () => {
      showToast(t('rights.accounts.endedCodes', { account: account.login }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      title={t('rights.accounts.endCodesOf', { account: account.login })}
      action={t('rights.accounts.endCodes')}
      destructive
      busy={send.isPending}
      onCancel={onClose}
      onConfirm={() => send.mutate({ params: { accountid: account.id } })}
    >
      {t('rights.accounts.endCodesAsk')}
    </ConfirmDialog>
  )
}
