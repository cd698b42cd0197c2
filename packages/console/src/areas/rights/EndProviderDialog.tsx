import { listAccounts } from '@coldkeep/contract/areas/accounts'
import { endProviderIdentity } from '@coldkeep/contract/areas/provider'
import { useSend } from '../../api/use-call'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import type { AccountEntry } from './account-form'

/** Asks before who an account is at the provider is forgotten. */
export function EndProviderDialog({ account, onClose }: { account: AccountEntry; onClose: () => void }) {
  const t = useText()
  const send = useSend(endProviderIdentity, {
    invalidates: [listAccounts],
    onDone: () => {
      showToast(t('rights.accounts.endedProvider', { account: account.login }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      title={t('rights.accounts.endProviderOf', { account: account.login })}
      action={t('rights.accounts.endProvider')}
      destructive
      busy={send.isPending}
      onCancel={onClose}
      onConfirm={() => send.mutate({ params: { accountid: account.id } })}
    >
      {t('rights.accounts.endProviderAsk')}
    </ConfirmDialog>
  )
}
