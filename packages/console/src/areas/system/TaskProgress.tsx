import type { listTasks } from '@coldkeep/contract/areas/system'
import type { Answer } from '@coldkeep/contract/call'
import { formatNumber } from '@coldkeep/phrases/format'
import { Link } from '../../kit/Link'
import { useLanguage, useText } from '../../kit/text'
import { paths } from '../../site/paths'
import styles from './system.module.css'

export type Task = Answer<typeof listTasks>['tasks'][number]

/** One piece of running work: what it is, how far it is, as a bar and in words. */
export function TaskProgress({ task }: { task: Task }) {
  const t = useText()
  const language = useLanguage()
  const percent = taskPercent(task)
  const name = t(`system.tasks.kind.${task.kind}`)
  return (
    <div className={styles.progress}>
      <Link href={paths.systemTasks}>{name}</Link>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent ?? 0)}
      >
        <div className={styles.bar} style={{ width: `${percent ?? 0}%` }} />
      </div>
      <span className={styles.figure}>{formatNumber(language, percent, { decimals: 0, unit: '%' })}</span>
      {task.message && <span className={styles.message}>{task.message}</span>}
    </div>
  )
}

/** Share done, 0 to 100; none while the amount is not known. */
export function taskPercent(task: Task): number | null {
  return task.total > 0 ? (100 * task.done) / task.total : null
}
