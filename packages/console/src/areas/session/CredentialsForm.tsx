import type { Translate } from '@coldkeep/phrases/keys'
import { useRef } from 'react'
import { CallProblem } from '../../api/call-problem'
import { PasswordField } from '../../kit/field/PasswordField'
import { TextField } from '../../kit/field/TextField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useForm } from '../../kit/form/use-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { useText } from '../../kit/text'
import { reportFailure } from '../../site/failures'
import { lastSessionEnd } from '../../site/session'
import { ErrorLine } from './ErrorLine'
import styles from './LoginPage.module.css'
import { type Credentials, type SignInStep, useSignIn } from './use-sign-in'

/** They travel in a header, of which no call says anything. */
function faultsOf({ account, password }: Credentials, t: Translate): FieldFaults {
  const required = t('kit.field.required')
  return {
    ...(account.trim() === '' && { account: required }),
    ...(password === '' && { password: required }),
  }
}

export function CredentialsForm({ onNext }: { onNext: (next: SignInStep) => Promise<void> }) {
  const t = useText()
  const passwordField = useRef<HTMLInputElement>(null)
  const form = useForm<Credentials>({
    parts: [
      { key: 'account', label: t('session.login.account') },
      { key: 'password', label: t('session.login.password') },
    ],
    initial: { account: '', password: '' },
    faultsOf: (values) => faultsOf(values, t),
  })
  const signingIn = useSignIn()
  const end = lastSessionEnd()

  const send = async ({ account, password }: Credentials) => {
    if (signingIn.isPending) return
    const outcome = await signingIn.signIn({ account: account.trim(), password })
    if (!(outcome instanceof CallProblem)) return onNext(outcome)
    // First the focus, then the window: closing the window gives the focus back to where it was.
    passwordField.current?.focus()
    passwordField.current?.select()
    reportFailure(outcome)
  }
  return (
    <Form className={styles.form} onSubmit={() => form.submit((values) => void send(values))}>
      {end !== null && signingIn.problem === null && (
        <p className={styles.notice} role="status">
          {t(end === 'ended' ? 'session.login.ended' : 'session.login.signedOut')}
        </p>
      )}
      <TextField {...form.field('account')} autoComplete="username" autoFocus />
      <PasswordField {...form.field('password')} ref={passwordField} />
      <ErrorLine problem={signingIn.problem} />
      <SubmitButton fullWidth busy={signingIn.isPending} missing={form.missing}>
        {t('session.login.submit')}
      </SubmitButton>
    </Form>
  )
}
