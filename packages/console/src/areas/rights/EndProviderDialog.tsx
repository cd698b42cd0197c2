import { listAccounts } from '@coldkeep/contract/areas/accounts'
import { endProviderIdentity } from '@coldkeep/contract/areas/provider'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { useText } from '../../kit/text'
import type { AccountEntry } from './account-form'

/** Asks before the link of an account to the provider is removed. */
export function EndProviderDialog({ account, onClose }: { account: AccountEntry; onClose: () => void }) {
  const t = useText()
  return (
    <ConfirmAndSend
      title={t('rights.accounts.endProviderOf', { account: account.login })}
      action={t('rights.accounts.endProvider')}
      destructive
      call={endProviderIdentity}
      input={{ params: { accountId: account.id } }}
      invalidates={[listAccounts]}
      success={t('rights.accounts.endedProvider', { account: account.login })}
      onClose={onClose}
    >
      {t('rights.accounts.endProviderAsk')}
    </ConfirmAndSend>
  )
}
