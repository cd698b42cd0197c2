import { listAccounts } from '@coldkeep/contract/areas/accounts'
import { endProviderIdentity } from '@coldkeep/contract/areas/provider'
import { AskAndSend } from '../../archetypes/AskAndSend'
import { useText } from '../../kit/text'
import type { AccountEntry } from './account-form'

/** Asks before the link of an account to the provider is removed. */
export function EndProviderDialog({ account, onClose }: { account: AccountEntry; onClose: () => void }) {
  const t = useText()
  return (
    <AskAndSend
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
    </AskAndSend>
  )
}
