import { listTasks } from '@coldkeep/contract/areas/system'
import { useCall } from '../../api/use-call'
import { grantedPages, useSession } from '../../site/session'
import { TaskProgress } from '../system/TaskProgress'
import styles from './home.module.css'

const REFRESH_MS = 5_000

/** Long-running work of the server, for those who may see it; nothing while there is none. */
export function WorkInProgress() {
  const maySee = grantedPages(useSession())['2-2-4'] === true
  const tasks = useCall(listTasks, maySee ? {} : null, { refreshMs: REFRESH_MS, quiet: true })
  const running = tasks.data?.tasks.filter((task) => task.state === 'running') ?? []
  if (running.length === 0) return null
  return (
    <div className={styles.work} role="status">
      {running.map((task) => (
        <TaskProgress key={task.id} task={task} />
      ))}
    </div>
  )
}
