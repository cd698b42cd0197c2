import type { signIn } from '@coldkeep/contract/areas/session'
import type { Answer } from '@coldkeep/contract/call'
import type { FormEvent } from 'react'
import { CallProblem } from '../../api/call-problem'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import { NewPasswordFields, useNewPassword } from '../../parts/NewPasswordFields'
import { ErrorLine } from './ErrorLine'
import styles from './LoginPage.module.css'
import { type SignInStep, useSignIn } from './use-sign-in'

/** An account with a temporary password chooses its own before anything else. */
export function OwnPasswordForm({
  answer,
  onNext,
}: {
  answer: Answer<typeof signIn>
  onNext: (next: SignInStep) => Promise<void>
}) {
  const t = useText()
  const password = useNewPassword()
  const { isPending, problem, choosePassword } = useSignIn()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password.missing !== null || isPending) return
    const outcome = await choosePassword(answer, password.value)
    if (!(outcome instanceof CallProblem)) await onNext(outcome)
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.notice} role="status">
        {t('session.login.newWhy')}
      </p>
      <NewPasswordFields password={password} />
      <ErrorLine problem={problem} />
      <Button type="submit" variant="primary" fullWidth loading={isPending} disabledReason={password.missing}>
        {t('session.login.newSubmit')}
      </Button>
    </form>
  )
}
