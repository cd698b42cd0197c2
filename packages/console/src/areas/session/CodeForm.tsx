import { signIn } from '@coldkeep/contract/areas/session'
import type { Translate } from '@coldkeep/phrases/keys'
import { useRef } from 'react'
import { CallProblem } from '../../api/call-problem'
import { type CallRules, useCallForm } from '../../archetypes/editor/use-call-form'
import { Button } from '../../kit/Button'
import { TextField } from '../../kit/field/TextField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useText } from '../../kit/text'
import { ErrorLine } from './ErrorLine'
import styles from './LoginPage.module.css'
import { type Credentials, type SignInStep, useSignIn } from './use-sign-in'

export function codeRules(t: Translate): CallRules<typeof signIn, { readonly code: string }> {
  return {
    call: signIn,
    labels: { code: t('session.login.code') },
    inputOf: ({ code }) => ({ body: { pushToken: '', code } }),
  }
}

/** The code of an account with a second factor. */
export function CodeForm(props: {
  credentials: Credentials
  onNext: (next: SignInStep) => Promise<void>
  onBack: () => void
}) {
  const { credentials, onNext, onBack } = props
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const form = useCallForm({ ...codeRules(t), initial: { code: '' } })
  const { isPending, problem, signIn: send } = useSignIn()
  const sendCode = async (code: string) => {
    if (isPending) return
    const outcome = await send({ ...credentials, code: code.trim() })
    if (!(outcome instanceof CallProblem)) return onNext(outcome)
    field.current?.focus()
    field.current?.select()
  }
  return (
    <Form className={styles.form} onSubmit={() => form.submit(({ code }) => void sendCode(code))}>
      <TextField
        {...form.field('code')}
        ref={field}
        help={t('session.login.codeWhy')}
        autoComplete="one-time-code"
        autoFocus
      />
      <ErrorLine problem={problem} />
      <SubmitButton fullWidth busy={isPending} missing={form.missing}>
        {t('session.login.submit')}
      </SubmitButton>
      <Button variant="quiet" fullWidth onClick={onBack}>
        {t('session.login.back')}
      </Button>
    </Form>
  )
}
