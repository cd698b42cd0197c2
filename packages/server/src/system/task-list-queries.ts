import { taskKinds } from '@coldkeep/contract/areas/system'
import type { Db } from '../db/connect'

const MOST_TASKS = 100

/** Long-running work, newest first. */
export async function selectTasks(db: Db) {
  const rows = await db
    .selectFrom('task')
    .select(['taskId', 'kind', 'state', 'done', 'total', 'startedAt', 'endedAt', 'message'])
    .orderBy('createdAt', 'desc')
    .orderBy('taskId', 'desc')
    .limit(MOST_TASKS)
    .execute()
  return rows.map(({ taskId, kind, startedAt, endedAt, ...row }) => {
    const known = taskKinds.find((each) => each === kind)
    if (known === undefined) throw new Error(`task ${taskId} is of the unknown kind ${kind}`)
    return { ...row, id: String(taskId), kind: known, startedAt, endedAt }
  })
}
