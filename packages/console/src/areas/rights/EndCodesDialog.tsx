import { listAccounts, takeSecondFactorAway } from '@coldkeep/contract/areas/accounts'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { useText } from '../../kit/text'
import type { AccountEntry } from './account-form'

/** Asks before the second factor of an account whose owner has lost it is removed. */
export function EndCodesDialog({ account, onClose }: { account: AccountEntry; onClose: () => void }) {
  const t = useText()
  return (
    <ConfirmAndSend
      title={t('rights.accounts.endCodesOf', { account: account.login })}
      action={t('rights.accounts.endCodes')}
      destructive
      call={takeSecondFactorAway}
      input={{ params: { accountId: account.id } }}
      invalidates={[listAccounts]}
      success={t('rights.accounts.endedCodes', { account: account.login })}
      onClose={onClose}
    >
      {t('rights.accounts.endCodesAsk')}
    </ConfirmAndSend>
  )
}
