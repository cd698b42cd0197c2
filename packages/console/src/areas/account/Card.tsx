import { type ReactNode, useId } from 'react'
import styles from './account.module.css'

/** One subject of the account under its own heading. */
export function Card({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <header className={styles.head}>
        <h2 id={headingId}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  )
}
