import { forgetPassword } from '@coldkeep/contract/areas/mailed-links'
import type { Translate } from '@coldkeep/phrases/keys'
import { useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { exchange } from '../../api/transport'
import { type CallRules, useCallForm } from '../../archetypes/editor/use-call-form'
import { Button } from '../../kit/Button'
import { TextField } from '../../kit/field/TextField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useText } from '../../kit/text'
import { ErrorLine } from './ErrorLine'
import styles from './LoginPage.module.css'
import { useSignIn } from './use-sign-in'

export function forgotRules(t: Translate): CallRules<typeof forgetPassword, { readonly account: string }> {
  return {
    call: forgetPassword,
    labels: { account: t('session.login.account') },
    inputOf: (body) => ({ body }),
  }
}

/** Requests a link by mail; the answer never reveals whether the account exists. */
export function ForgotForm({ onBack }: { onBack: () => void }) {
  const t = useText()
  const form = useCallForm({ ...forgotRules(t), initial: { account: '' } })
  const [isSent, setSent] = useState(false)
  const { isPending, problem, attempt } = useSignIn()
  const request = async (account: string) => {
    if (isPending) return
    const outcome = await attempt(() => exchange(forgetPassword, { body: { account: account.trim() } }))
    setSent(!(outcome instanceof CallProblem))
  }
  return (
    <Form className={styles.form} onSubmit={() => form.submit(({ account }) => void request(account))}>
      <p className={styles.notice} role="status">
        {t(isSent ? 'session.login.forgotSent' : 'session.login.forgotWhy')}
      </p>
      {!isSent && (
        <>
          <TextField {...form.field('account')} autoComplete="username" autoFocus />
          <ErrorLine problem={problem} />
          <SubmitButton fullWidth busy={isPending} missing={form.missing}>
            {t('session.login.forgotSend')}
          </SubmitButton>
        </>
      )}
      <Button variant="quiet" fullWidth onClick={onBack}>
        {t('session.login.back')}
      </Button>
    </Form>
  )
}
