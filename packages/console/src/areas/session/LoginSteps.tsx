import { signInOptions } from '@coldkeep/contract/areas/mailed-links'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { exchange } from '../../api/transport'
import { nextAfterLogin } from '../../app/paths'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import { useTheme } from '../../kit/theme'
import { CodeForm } from './CodeForm'
import { CredentialsForm } from './CredentialsForm'
import { ForgotForm } from './ForgotForm'
import { LinkForm } from './LinkForm'
import styles from './LoginPage.module.css'
import { mailedToken } from './mailed-token'
import { OwnPasswordForm } from './OwnPasswordForm'
import { takePreferences } from './take-preferences'
import type { SignInStep } from './use-sign-in'

type Step =
  | Exclude<SignInStep, { kind: 'done' }>
  | { readonly kind: 'credentials' | 'forgot' }
  | { readonly kind: 'link'; readonly token: string }

const FIRST: Step = mailedToken === null ? { kind: 'credentials' } : { kind: 'link', token: mailedToken }

const titles = {
  credentials: 'session.login.title',
  code: 'session.login.codeTitle',
  newPassword: 'session.login.newTitle',
  forgot: 'session.login.forgotTitle',
  link: 'session.login.linkTitle',
} as const

/** What stands between a visitor and the console, one form at a time. */
export function LoginSteps() {
  const t = useText()
  const router = useRouter()
  const search = useRouterState({ select: (state) => state.location.searchStr })
  const { choose } = useTheme()
  const [step, setStep] = useState<Step>(FIRST)
  const hasMail = useMail()
  const go = async (next: SignInStep) => {
    if (next.kind !== 'done') return setStep(next)
    await takePreferences(next.user, choose)
    router.history.replace(nextAfterLogin(search))
  }
  const back = () => setStep({ kind: 'credentials' })
  return (
    <>
      <h1 className={styles.title}>{t(titles[step.kind])}</h1>
      {step.kind === 'credentials' && <CredentialsForm onNext={go} />}
      {step.kind === 'credentials' && hasMail && (
        <div className={styles.more}>
          <Button variant="quiet" fullWidth onClick={() => setStep({ kind: 'forgot' })}>
            {t('session.login.forgot')}
          </Button>
        </div>
      )}
      {step.kind === 'code' && <CodeForm credentials={step.credentials} onNext={go} onBack={back} />}
      {step.kind === 'newPassword' && <OwnPasswordForm answer={step.answer} onNext={go} />}
      {step.kind === 'forgot' && <ForgotForm onBack={back} />}
      {step.kind === 'link' && <LinkForm token={step.token} onBack={back} />}
    </>
  )
}

/** Whether a forgotten password can be replaced by mail; until that is known it is not offered. */
function useMail(): boolean {
  const [hasMail, setHasMail] = useState(false)
  useEffect(() => {
    exchange(signInOptions, {}).then(
      ({ mail }) => setHasMail(mail),
      () => undefined,
    )
  }, [])
  return hasMail
}
