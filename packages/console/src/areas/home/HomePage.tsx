import { PageHead } from '../../app/PageHead'
import { useText } from '../../kit/text'
import { LiveStatus } from '../../parts/LiveStatus'
import { ConnectionCard } from './ConnectionCard'
import styles from './home.module.css'
import { REFRESH_MS, scopeWords, useHomeScope } from './scope'
import { WorkInProgress } from './WorkInProgress'

/** The summary cards that the product has so far; each loads, fails and refreshes on its own. */
export function HomePage() {
  const t = useText()
  const scope = useHomeScope()
  return (
    <div className={styles.page}>
      <PageHead
        scope={scope.data && scopeWords(scope.data, t)}
        status={<LiveStatus updatedAtMs={scope.dataUpdatedAt} refreshMs={REFRESH_MS} />}
      />
      <WorkInProgress />
      <div className={styles.cards}>
        <ConnectionCard />
      </div>
    </div>
  )
}
