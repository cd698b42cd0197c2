import { type FormEvent, useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { Button } from '../../kit/Button'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import { ErrorLine } from './ErrorLine'
import styles from './LoginPage.module.css'
import { useSignIn } from './use-sign-in'

/** Requests a link by mail; the answer never reveals whether the account exists. */
export function ForgotForm({ onBack }: { onBack: () => void }) {
  const t = useText()
  const [account, setAccount] = useState('')
  const [isSent, setSent] = useState(false)
  const { isPending, problem, forgetPassword } = useSignIn()
  const missing = account.trim() === '' ? t('session.login.forgotMissing') : null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (missing !== null || isPending) return
    setSent(!((await forgetPassword(account.trim())) instanceof CallProblem))
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.notice} role="status">
        {t(isSent ? 'session.login.forgotSent' : 'session.login.forgotWhy')}
      </p>
      {!isSent && (
        <>
          <TextField
            label={t('session.login.account')}
            value={account}
            onChange={setAccount}
            autoComplete="username"
            name="account"
            required
            autoFocus
          />
          <ErrorLine problem={problem} />
          <Button type="submit" variant="primary" fullWidth loading={isPending} disabledReason={missing}>
            {t('session.login.forgotSend')}
          </Button>
        </>
      )}
      <Button variant="quiet" fullWidth onClick={onBack}>
        {t('session.login.back')}
      </Button>
    </form>
  )
}
