import { type FormEvent, useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import { NewPasswordFields, useNewPassword } from '../../parts/NewPasswordFields'
import { ErrorLine } from './ErrorLine'
import styles from './LoginPage.module.css'
import { useSignIn } from './use-sign-in'

/** A password for who came with a mailed link. */
export function LinkForm({ token, onBack }: { token: string; onBack: () => void }) {
  const t = useText()
  const password = useNewPassword()
  const [isDone, setDone] = useState(false)
  const { isPending, problem, followLink } = useSignIn()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password.missing !== null || isPending) return
    setDone(!((await followLink(token, password.value)) instanceof CallProblem))
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {isDone ? (
        <p className={styles.notice} role="status">
          {t('session.login.linkDone')}
        </p>
      ) : (
        <>
          <NewPasswordFields password={password} />
          <ErrorLine problem={problem} />
          <Button
            type="submit"
            variant="primary"
            fullWidth
            loading={isPending}
            disabledReason={password.missing}
          >
            {t('session.login.linkSave')}
          </Button>
        </>
      )}
      <Button variant="quiet" fullWidth onClick={onBack}>
        {t('session.login.back')}
      </Button>
    </form>
  )
}
