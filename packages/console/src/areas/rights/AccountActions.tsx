import { useSession } from '../../app/session'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import type { AccountEntry } from './account-form'

export interface AccountActionsProps {
  readonly account: AccountEntry
  readonly onNewPassword: (account: AccountEntry) => void
  readonly onEndCodes: (account: AccountEntry) => void
}

/** What helps somebody who cannot sign in. */
export function AccountActions({ account, onNewPassword, onEndCodes }: AccountActionsProps) {
  const t = useText()
  const isOwn = String(useSession()?.payload.user_id) === String(account.id)
  const name = { account: account.login }
  return (
    <>
      {account.has_second_factor && !isOwn && (
        <Button
          size="small"
          aria-label={t('rights.accounts.endCodesOf', name)}
          onClick={() => onEndCodes(account)}
        >
          {t('rights.accounts.endCodes')}
        </Button>
      )}
      <Button
        size="small"
        aria-label={t('rights.accounts.newPasswordOf', name)}
        onClick={() => onNewPassword(account)}
      >
        {t('rights.accounts.newPassword')}
      </Button>
    </>
  )
}
