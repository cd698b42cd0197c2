import { type FormEvent, useRef, useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { Button } from '../../kit/Button'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import { ErrorLine } from './ErrorLine'
import styles from './LoginPage.module.css'
import { type Credentials, type SignInStep, useSignIn } from './use-sign-in'

/** The code of an account with a second factor. */
export function CodeForm(props: {
  credentials: Credentials
  onNext: (next: SignInStep) => Promise<void>
  onBack: () => void
}) {
  const { credentials, onNext, onBack } = props
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const { isPending, problem, signIn } = useSignIn()
  const missing = code.trim() === '' ? t('session.login.codeMissing') : null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (missing !== null || isPending) return
    const outcome = await signIn({ ...credentials, code: code.trim() })
    if (!(outcome instanceof CallProblem)) return onNext(outcome)
    field.current?.focus()
    field.current?.select()
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        ref={field}
        label={t('session.login.code')}
        help={t('session.login.codeWhy')}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        maxLength={40}
        name="code"
        required
        autoFocus
      />
      <ErrorLine problem={problem} />
      <Button type="submit" variant="primary" fullWidth loading={isPending} disabledReason={missing}>
        {t('session.login.submit')}
      </Button>
      <Button variant="quiet" fullWidth onClick={onBack}>
        {t('session.login.back')}
      </Button>
    </form>
  )
}
