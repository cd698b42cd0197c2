import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { nextAfterLogin } from '../../app/paths'
import { useText } from '../../kit/text'
import { useTheme } from '../../kit/theme'
import { CredentialsForm } from './CredentialsForm'
import styles from './LoginPage.module.css'
import { OwnPasswordForm } from './OwnPasswordForm'
import { takePreferences } from './take-preferences'
import type { SignInStep } from './use-sign-in'

/** What stands between a visitor and the console, one form at a time. */
export function LoginSteps() {
  const t = useText()
  const router = useRouter()
  const search = useRouterState({ select: (state) => state.location.searchStr })
  const { choose } = useTheme()
  const [step, setStep] = useState<Exclude<SignInStep, { kind: 'done' }> | null>(null)
  const go = async (next: SignInStep) => {
    if (next.kind !== 'done') return setStep(next)
    await takePreferences(next.user, choose)
    router.history.replace(nextAfterLogin(search))
  }
  const titles = { newPassword: t('session.login.newTitle') }
  return (
    <>
      <h1 className={styles.title}>{step === null ? t('session.login.title') : titles[step.kind]}</h1>
      {step === null && <CredentialsForm onNext={go} />}
      {step?.kind === 'newPassword' && <OwnPasswordForm answer={step.answer} onNext={go} />}
    </>
  )
}
