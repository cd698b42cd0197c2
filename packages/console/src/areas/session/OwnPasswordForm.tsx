import { changePassword } from '@coldkeep/contract/areas/own-password'
import type { signIn } from '@coldkeep/contract/areas/session'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { CallProblem } from '../../api/call-problem'
import { exchange } from '../../api/transport'
import { type CallRules, useCallForm } from '../../archetypes/editor/use-call-form'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useText } from '../../kit/text'
import {
  checkRepeated,
  type NewPassword,
  NewPasswordFields,
  newPasswordLabels,
  noPassword,
} from '../../parts/NewPasswordFields'
import { ErrorLine } from './ErrorLine'
import styles from './LoginPage.module.css'
import { begin, type SignInStep, useSignIn } from './use-sign-in'

export function ownPasswordRules(t: Translate): CallRules<typeof changePassword, NewPassword> {
  return {
    call: changePassword,
    labels: newPasswordLabels(t),
    inputOf: ({ password }) => ({ body: { password, current: undefined } }),
    check: (values) => checkRepeated(values, t),
  }
}

/** An account with a temporary password chooses its own before anything else. */
export function OwnPasswordForm({
  answer,
  onNext,
}: {
  answer: Answer<typeof signIn>
  onNext: (next: SignInStep) => Promise<void>
}) {
  const t = useText()
  const form = useCallForm({ ...ownPasswordRules(t), initial: noPassword })
  const { isPending, problem, attempt } = useSignIn()
  const save = async (password: string) => {
    if (isPending) return
    const headers = { authorization: `Bearer ${answer.token}` }
    const outcome = await attempt(async () => {
      await exchange(changePassword, { body: { password } }, { headers })
      return begin(answer)
    })
    if (!(outcome instanceof CallProblem)) await onNext(outcome)
  }
  return (
    <Form className={styles.form} onSubmit={() => form.submit(({ password }) => void save(password))}>
      <p className={styles.notice} role="status">
        {t('session.login.newWhy')}
      </p>
      <NewPasswordFields field={form.field} />
      <ErrorLine problem={problem} />
      <SubmitButton fullWidth busy={isPending} missing={form.missing}>
        {t('session.login.newSubmit')}
      </SubmitButton>
    </Form>
  )
}
