import { followLink } from '@coldkeep/contract/areas/mailed-links'
import type { Translate } from '@coldkeep/phrases/keys'
import { useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { exchange } from '../../api/transport'
import { type CallRules, useCallForm } from '../../archetypes/editor/use-call-form'
import { Button } from '../../kit/Button'
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
import { useSignIn } from './use-sign-in'

export function linkRules(token: string, t: Translate): CallRules<typeof followLink, NewPassword> {
  return {
    call: followLink,
    labels: newPasswordLabels(t),
    inputOf: ({ password }) => ({ body: { token, password } }),
    check: (values) => checkRepeated(values, t),
  }
}

/** A password for who came with a mailed link. */
export function LinkForm({ token, onBack }: { token: string; onBack: () => void }) {
  const t = useText()
  const form = useCallForm({ ...linkRules(token, t), initial: noPassword })
  const [isDone, setDone] = useState(false)
  const { isPending, problem, attempt } = useSignIn()
  const save = async (password: string) => {
    if (isPending) return
    const outcome = await attempt(() => exchange(followLink, { body: { token, password } }))
    setDone(!(outcome instanceof CallProblem))
  }
  return (
    <Form className={styles.form} onSubmit={() => form.submit(({ password }) => void save(password))}>
      {isDone ? (
        <p className={styles.notice} role="status">
          {t('session.login.linkDone')}
        </p>
      ) : (
        <>
          <NewPasswordFields field={form.field} />
          <ErrorLine problem={problem} />
          <SubmitButton fullWidth busy={isPending} missing={form.missing}>
            {t('session.login.linkSave')}
          </SubmitButton>
        </>
      )}
      <Button variant="quiet" fullWidth onClick={onBack}>
        {t('session.login.back')}
      </Button>
    </Form>
  )
}
