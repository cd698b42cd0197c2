import type { CallProblem } from '../../api/call-problem'
import { Icon } from '../../kit/icons'
import { useText } from '../../kit/text'
import styles from './LoginPage.module.css'

/** Why the last attempt failed, in red; it is there before, so that it is read out when it is filled. */
export function ErrorLine({ problem }: { problem: CallProblem | null }) {
  const t = useText()
  return (
    <p className={styles.error} role="alert">
      {problem !== null && (
        <>
          <Icon name="alert" />
          {problem.status === 0 ? t('session.login.noAnswer') : problem.message}
        </>
      )}
    </p>
  )
}
