import { useEffect } from 'react'
import { CallProblem } from '../../api/call-problem'
import { useText } from '../../kit/text'
import styles from './LoginPage.module.css'
import { finishAtProvider, type SignInStep } from './use-sign-in'

let finishing: ReturnType<typeof finishAtProvider> | null = null

/** The provider has sent the browser back: its answer is redeemed, once. */
export function ProviderStep(props: {
  answer: string
  onNext: (next: SignInStep) => Promise<void>
  onRefused: (problem: CallProblem) => void
}) {
  const { answer, onNext, onRefused } = props
  const t = useText()
  useEffect(() => {
    let isShown = true
    finishing ??= finishAtProvider(answer)
    finishing.then((outcome) => {
      if (!isShown) return
      if (outcome instanceof CallProblem) onRefused(outcome)
      else void onNext(outcome)
    }, reportError)
    return () => {
      isShown = false
    }
  }, [answer, onNext, onRefused])
  return (
    <p className={styles.notice} role="status">
      {t('session.login.providerBusy')}
    </p>
  )
}
