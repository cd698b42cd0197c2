import { type ReactNode, useId } from 'react'
import styles from './steps.module.css'

/** Steps side by side, worked from left to right; stacked on narrow screens. What they lead to comes last. */
export function StepColumns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}

export interface StepColumnProps {
  /** Left out for the column that collects what the others chose. */
  readonly number?: number
  readonly title: string
  /** Beside the title: a count, a button. */
  readonly tools?: ReactNode
  /** At the foot of the column: the button that goes on. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

export function StepColumn({ number, title, tools, foot, children }: StepColumnProps) {
  const id = useId()
  return (
    <section className={styles.column} aria-labelledby={id}>
      <header className={styles.columnHead}>
        {number !== undefined && <span className={styles.badge}>{number}</span>}
        <h2 id={id}>{title}</h2>
        {tools !== undefined && <div className={styles.columnTools}>{tools}</div>}
      </header>
      <div className={styles.columnBody}>{children}</div>
      {foot !== undefined && <footer className={styles.columnFoot}>{foot}</footer>}
    </section>
  )
}
