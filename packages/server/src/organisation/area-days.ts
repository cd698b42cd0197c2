import type { Db } from '../db/connect'
import {
  type AreaAnalysis,
  deleteAreaDays,
  deleteDueAreaDays,
  insertAreaDays,
  lockDueDepartments,
  selectDueAnalyses,
} from './area-day-queries'

/** Adds up again what was marked. A server that dies before leaves the marks, and the next one goes on with them. */
export async function refreshAreaDays(db: Db): Promise<void> {
  for (const analysis of await selectDueAnalyses(db)) {
    await db.transaction().execute((trx) => addUp(trx, analysis))
  }
}

async function addUp(trx: Db, analysis: AreaAnalysis): Promise<void> {
  // One server at a time for each department: what was read before must not be written after.
  const departmentIds = await lockDueDepartments(trx, analysis)
  // First the marks: a day that is being written now is either waited for and seen below, or marks its sum again.
  const days = await deleteDueAreaDays(trx, analysis, departmentIds)
  if (days.length === 0) return
  await deleteAreaDays(trx, analysis, days)
  await insertAreaDays(trx, analysis, days)
}
