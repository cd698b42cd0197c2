import { inviteAccount } from '@coldkeep/contract/areas/mailed-links'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { useSession } from '../../site/session'
import type { AccountEntry } from './account-form'
import type { OpenDialog } from './open-dialog'
import styles from './rights.module.css'

export interface AccountActionsProps {
  readonly account: AccountEntry
  /** Mail goes out, so that it can be invited. */
  readonly hasMail: boolean
  readonly onOpen: (dialog: OpenDialog) => void
}

/** Actions that help an account whose owner cannot sign in. */
export function AccountActions({ account, hasMail, onOpen }: AccountActionsProps) {
  const t = useText()
  const isOwn = String(useSession()?.payload.userId) === String(account.id)
  const name = { account: account.login }
  return (
    <div className={styles.actions}>
      {account.hasSecondFactor && !isOwn && (
        <Button
          size="small"
          aria-label={t('rights.accounts.endCodesOf', name)}
          onClick={() => onOpen({ kind: 'codes', account })}
        >
          {t('rights.accounts.endCodes')}
        </Button>
      )}
      {account.hasProviderIdentity && (
        <Button
          size="small"
          aria-label={t('rights.accounts.endProviderOf', name)}
          onClick={() => onOpen({ kind: 'provider', account })}
        >
          {t('rights.accounts.endProvider')}
        </Button>
      )}
      {hasMail && account.isEnabled && !isOwn && <InviteButton account={account} />}
      <Button
        size="small"
        aria-label={t('rights.accounts.newPasswordOf', name)}
        onClick={() => onOpen({ kind: 'password', account })}
      >
        {t('rights.accounts.newPassword')}
      </Button>
    </div>
  )
}

/** Mails the link with which the account chooses its password, as often as it is needed. */
function InviteButton({ account }: { account: AccountEntry }) {
  const t = useText()
  const { id, login, email } = account
  const inviting = useSend(inviteAccount, {
    onDone: () => showToast(t('rights.accounts.invited', { account: login, email })),
  })
  return (
    <Button
      size="small"
      aria-label={t('rights.accounts.inviteOf', { account: login })}
      loading={inviting.isPending}
      disabledReason={email === '' ? t('rights.accounts.noAddress') : null}
      onClick={() => inviting.mutate({ params: { accountId: id } })}
    >
      {t('rights.accounts.invite')}
    </Button>
  )
}
