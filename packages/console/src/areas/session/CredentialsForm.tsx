import { type FormEvent, useRef, useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { Button } from '../../kit/Button'
import { PasswordField } from '../../kit/field/PasswordField'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import { reportFailure } from '../../site/failures'
import { lastSessionEnd } from '../../site/session'
import { ErrorLine } from './ErrorLine'
import styles from './LoginPage.module.css'
import { type SignInStep, useSignIn } from './use-sign-in'

export function CredentialsForm({ onNext }: { onNext: (next: SignInStep) => Promise<void> }) {
  const t = useText()
  const password = useRef<HTMLInputElement>(null)
  const [account, setAccount] = useState('')
  const [secret, setSecret] = useState('')
  const signingIn = useSignIn()
  const missing = account.trim() === '' || secret === '' ? t('session.login.missing') : null
  const end = lastSessionEnd()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (missing !== null || signingIn.isPending) return
    const outcome = await signingIn.signIn({ account: account.trim(), password: secret })
    if (!(outcome instanceof CallProblem)) return onNext(outcome)
    // First the focus, then the window: closing the window gives the focus back to where it was.
    password.current?.focus()
    password.current?.select()
    reportFailure(outcome)
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {end !== null && signingIn.problem === null && (
        <p className={styles.notice} role="status">
          {t(end === 'ended' ? 'session.login.ended' : 'session.login.signedOut')}
        </p>
      )}
      <TextField
        label={t('session.login.account')}
        value={account}
        onChange={setAccount}
        autoComplete="username"
        name="account"
        required
        autoFocus
      />
      <PasswordField
        ref={password}
        label={t('session.login.password')}
        value={secret}
        onChange={setSecret}
        name="password"
        required
      />
      <ErrorLine problem={signingIn.problem} />
      <Button
        type="submit"
        variant="primary"
        fullWidth
        loading={signingIn.isPending}
        disabledReason={missing}
      >
        {t('session.login.submit')}
      </Button>
    </form>
  )
}
