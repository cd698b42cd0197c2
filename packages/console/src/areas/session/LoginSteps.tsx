import { signInOptions } from '@coldkeep/contract/areas/mailed-links'
import type { Answer } from '@coldkeep/contract/call'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useState } from 'react'
import type { CallProblem } from '../../api/call-problem'
import { exchange } from '../../api/transport'
import { Button } from '../../kit/Button'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { useTheme } from '../../kit/theme'
import { nextAfterLogin } from '../../site/paths'
import { CredentialsForm } from './CredentialsForm'
import { ErrorLine } from './ErrorLine'
import styles from './LoginPage.module.css'
import { mailedToken } from './mailed-token'
import { ProviderButton } from './ProviderButton'
import { ProviderStep } from './ProviderStep'
import { providerAnswer } from './provider-answer'
import { takePreferences } from './take-preferences'
import type { SignInStep } from './use-sign-in'

// few who sign in see these, so the first page does not carry them
const CodeForm = lazily(() => import('./CodeForm'), 'CodeForm')
const ForgotForm = lazily(() => import('./ForgotForm'), 'ForgotForm')
const LinkForm = lazily(() => import('./LinkForm'), 'LinkForm')
const OwnPasswordForm = lazily(() => import('./OwnPasswordForm'), 'OwnPasswordForm')

type Step =
  | Exclude<SignInStep, { kind: 'done' }>
  | { readonly kind: 'credentials'; readonly refused?: CallProblem }
  | { readonly kind: 'forgot' }
  | { readonly kind: 'link'; readonly token: string }
  | { readonly kind: 'provider'; readonly answer: string }

const titles = {
  credentials: 'session.login.title',
  code: 'session.login.codeTitle',
  newPassword: 'session.login.newTitle',
  forgot: 'session.login.forgotTitle',
  link: 'session.login.linkTitle',
  provider: 'session.login.title',
} as const

/** The steps between a visitor and the console, one form at a time. */
export function LoginSteps() {
  const t = useText()
  const router = useRouter()
  const search = useRouterState({ select: (state) => state.location.searchStr })
  const { choose } = useTheme()
  const [step, setStep] = useState<Step>(firstStep)
  const { mail, provider } = useOptions()
  useEffect(() => {
    isUsed = true
  }, [])
  const go = useCallback(
    async (next: SignInStep) => {
      if (next.kind !== 'done') return setStep(next)
      await takePreferences(next.user, choose)
      // not the router's: it may not know yet that the provider's answer has left the address
      router.history.replace(nextAfterLogin(window.location.search))
    },
    [choose, router],
  )
  const refuse = useCallback((refused: CallProblem) => setStep({ kind: 'credentials', refused }), [])
  const back = () => setStep({ kind: 'credentials' })
  return (
    <>
      <h1 className={styles.title}>{t(titles[step.kind])}</h1>
      {step.kind === 'credentials' && <CredentialsForm onNext={go} />}
      {step.kind === 'credentials' && mail && (
        <div className={styles.more}>
          <Button variant="quiet" fullWidth onClick={() => setStep({ kind: 'forgot' })}>
            {t('session.login.forgot')}
          </Button>
        </div>
      )}
      {step.kind === 'credentials' && provider !== null && (
        <ProviderButton name={provider.name} refused={step.refused ?? null} search={search} />
      )}
      {step.kind === 'credentials' && provider === null && step.refused && (
        <ErrorLine problem={step.refused} />
      )}
      <Suspense>
        {step.kind === 'code' && <CodeForm credentials={step.credentials} onNext={go} onBack={back} />}
        {step.kind === 'newPassword' && <OwnPasswordForm answer={step.answer} onNext={go} />}
        {step.kind === 'forgot' && <ForgotForm onBack={back} />}
        {step.kind === 'link' && <LinkForm token={step.token} onBack={back} />}
      </Suspense>
      {step.kind === 'provider' && <ProviderStep answer={step.answer} onNext={go} onRefused={refuse} />}
    </>
  )
}

/** Where the sign-in is shown again, what the page was loaded with has been used. */
let isUsed = false
function firstStep(): Step {
  if (!isUsed && mailedToken !== null) return { kind: 'link', token: mailedToken }
  if (!isUsed && providerAnswer !== null) return { kind: 'provider', answer: providerAnswer }
  return { kind: 'credentials' }
}

type Options = Answer<typeof signInOptions>

/** What is offered besides account and password; until that is known, nothing is. */
function useOptions(): Options {
  const [options, setOptions] = useState<Options>({ mail: false, provider: null })
  useEffect(() => {
    exchange(signInOptions, {}).then(setOptions, () => undefined)
  }, [])
  return options
}
