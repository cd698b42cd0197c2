import { ConnectionCard } from './ConnectionCard'
import styles from './home.module.css'
import { WorkInProgress } from './WorkInProgress'

/** The summary cards that the product has so far; each loads, fails and refreshes on its own. */
export function HomePage() {
  return (
    <div className={styles.page}>
      <WorkInProgress />
      <div className={styles.cards}>
        <ConnectionCard />
      </div>
    </div>
  )
}
