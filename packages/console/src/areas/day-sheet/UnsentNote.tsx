import { Icon } from '../../kit/icons'
import { useText } from '../../kit/text'
import { useOutgoingChecks } from './check-outbox'
import styles from './day-sheet.module.css'

/** What the service does not have yet, and what it did not take. */
export function UnsentNote() {
  const t = useText()
  const outgoing = useOutgoingChecks()
  const refused = outgoing.filter(({ refusal }) => refusal !== null)
  const count = outgoing.length - refused.length
  if (outgoing.length === 0) return null
  return (
    <div role="status" className={styles.unsent}>
      {count > 0 && (
        <p>
          <Icon name="offline" /> {t('daySheet.round.unsent', { count })}
        </p>
      )}
      {refused.length > 0 && (
        <p>
          <Icon name="alert" />{' '}
          {t('daySheet.round.refused', { count: refused.length, why: refused[0]?.refusal ?? '' })}
        </p>
      )}
    </div>
  )
}
