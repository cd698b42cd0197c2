import { CallProblem } from '../../api/call-problem'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import { reportFailure } from '../../site/failures'
import { ErrorLine } from './ErrorLine'
import styles from './LoginPage.module.css'
import { keepNext } from './provider-answer'
import { useSignIn } from './use-sign-in'

/** The other way in: an account of the organisation's own provider. */
export function ProviderButton(props: {
  name: string
  /** Why the last way there did not end well. */
  refused: CallProblem | null
  search: string
}) {
  const { name, refused, search } = props
  const t = useText()
  const { isPending, problem, goToProvider } = useSignIn()
  const go = async () => {
    keepNext(search)
    const outcome = await goToProvider()
    if (outcome instanceof CallProblem) reportFailure(outcome)
  }
  return (
    <div className={styles.other}>
      <p className={styles.or}>{t('session.login.or')}</p>
      <Button fullWidth loading={isPending} onClick={() => void go()}>
        {t('session.login.provider', { provider: name })}
      </Button>
      <ErrorLine problem={problem ?? (isPending ? null : refused)} />
    </div>
  )
}
