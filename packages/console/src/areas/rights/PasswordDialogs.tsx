import { giveTemporaryPassword, listAccounts } from '@coldkeep/contract/areas/accounts'
import { useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { CopyButton } from '../../kit/CopyButton'
import { Modal } from '../../kit/dialog/Modal'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import type { AccountEntry } from './account-form'

export interface GivenPasswordProps {
  readonly given: { readonly login: string; readonly password: string }
  readonly onClose: () => void
}

/** A temporary password, this once. */
export function GivenPassword({ given, onClose }: GivenPasswordProps) {
  const t = useText()
  return (
    <Modal
      opened
      title={t('rights.accounts.passwordOf', { account: given.login })}
      widthPx={560}
      onClose={onClose}
      footer={
        <>
          <CopyButton text={given.password}>{t('rights.accounts.copy')}</CopyButton>
          <Button variant="primary" onClick={onClose} data-autofocus>
            {t('kit.dialog.close')}
          </Button>
        </>
      }
    >
      <p className={frame.text} data-password>
        {given.password}
      </p>
      <p>{t('rights.accounts.passwordOnce')}</p>
    </Modal>
  )
}

/** Asks before a password is replaced, then shows the new one. */
export function NewPasswordDialog({ account, onClose }: { account: AccountEntry; onClose: () => void }) {
  const t = useText()
  const [given, setGiven] = useState<GivenPasswordProps['given'] | null>(null)
  if (given !== null) return <GivenPassword given={given} onClose={onClose} />
  return (
    <ConfirmAndSend
      title={t('rights.accounts.newPasswordOf', { account: account.login })}
      action={t('rights.accounts.make')}
      destructive
      call={giveTemporaryPassword}
      input={{ params: { accountId: account.id } }}
      invalidates={[listAccounts]}
      onDone={setGiven}
      onClose={onClose}
    >
      {t('rights.accounts.newPasswordAsk')}
    </ConfirmAndSend>
  )
}
