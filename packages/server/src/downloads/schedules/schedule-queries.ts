import type { ReportScheduleDraft, ReportScheduleRow } from '@coldkeep/contract/areas/report-schedules'
import { REPORT_OFFSET_MINUTES } from '@coldkeep/contract/areas/sensor-reports'
import type { AccountId, ReportScheduleId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { cyclePeriod, type ReportTime, reportedAt } from '@coldkeep/domain/time/report-period'
import type { Language } from '@coldkeep/phrases/translate'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../db/connect'
import type { DownloadTables } from '../../db/download-tables'

export type ScheduleRow = Selectable<DownloadTables['reportSchedule']>

/** Of one account, by name. */
export async function selectSchedules(db: Db, accountId: AccountId): Promise<ReportScheduleRow[]> {
  const rows = await schedules(db).where('reportSchedule.accountId', '=', accountId).orderBy('name').execute()
  return rows.map(rowOf)
}

export async function lockSchedule(
  trx: Trx,
  accountId: AccountId,
  id: ReportScheduleId,
): Promise<ReportScheduleRow | null> {
  const row = await schedules(trx)
    .where('reportSchedule.accountId', '=', accountId)
    .where('reportScheduleId', '=', id)
    .forUpdate('reportSchedule')
    .executeTakeFirst()
  return row === undefined ? null : rowOf(row)
}

function schedules(db: Db) {
  return db
    .selectFrom('reportSchedule')
    .leftJoin('department', 'department.departmentId', 'reportSchedule.departmentId')
    .selectAll('reportSchedule')
    .select('department.name as departmentName')
    .select(
      sql<EpochMs | null>`(select max(created_at) from download
        where download.report_schedule_id = report_schedule.report_schedule_id)`.as('lastAt'),
    )
}

function rowOf(
  row: ScheduleRow & { readonly departmentName: string | null; readonly lastAt: EpochMs | null },
): ReportScheduleRow {
  const { name, departmentId, cycle, atHour: hour, form, format, delivery, isEnabled, revision } = row
  const time = reportTime(row)
  return {
    ...{ name, departmentId, cycle, hour, form, format, delivery, isEnabled, revision },
    id: row.reportScheduleId,
    group: row.sensorGroup ?? 'all',
    departmentName: row.departmentName ?? '',
    nextAt: isEnabled ? reportedAt(time, cyclePeriod(time, row.through)) : null,
    lastAt: row.lastAt,
  }
}

/** Begins with the period that is running. */
export async function insertSchedule(
  trx: Trx,
  draft: ReportScheduleDraft,
  { accountId, language, now }: { accountId: AccountId; language: Language; now: EpochMs },
): Promise<void> {
  const time = timeOf(draft)
  const { startAt: through } = cyclePeriod(time, now)
  await trx
    .insertInto('reportSchedule')
    .values({
      ...columnsOf(draft),
      offsetMinutes: time.offsetMinutes,
      accountId,
      language,
      through,
      createdAt: now,
    })
    .execute()
}

/** A changed cycle starts afresh; otherwise it continues from its current position. */
export async function updateSchedule(
  trx: Trx,
  before: ReportScheduleRow,
  draft: ReportScheduleDraft,
  { language, now }: { language: Language; now: EpochMs },
): Promise<void> {
  const time = timeOf(draft)
  await trx
    .updateTable('reportSchedule')
    .set({
      ...columnsOf(draft),
      offsetMinutes: time.offsetMinutes,
      language,
      revision: sql<number>`revision + 1`,
    })
    .$if(draft.cycle !== before.cycle, (query) => query.set({ through: cyclePeriod(time, now).startAt }))
    .where('reportScheduleId', '=', before.id)
    .execute()
}

export async function deleteSchedule(trx: Trx, { id }: ReportScheduleRow): Promise<void> {
  await trx.deleteFrom('reportSchedule').where('reportScheduleId', '=', id).execute()
}

/** Those that may have something to report. */
export async function selectDueSchedules(db: Db, now: EpochMs): Promise<ReportScheduleId[]> {
  const rows = await dueOnes(db, now).select('reportScheduleId').orderBy('reportScheduleId').execute()
  return rows.map(({ reportScheduleId }) => reportScheduleId)
}

/** One that still may have something to report, kept from others until the transaction ends. */
export async function takeSchedule(
  trx: Trx,
  id: ReportScheduleId,
  now: EpochMs,
): Promise<ScheduleRow | null> {
  const query = dueOnes(trx, now).selectAll().where('reportScheduleId', '=', id)
  return (await query.forUpdate().skipLocked().executeTakeFirst()) ?? null
}

function dueOnes(db: Db, now: EpochMs) {
  return db.selectFrom('reportSchedule').where('isEnabled', '=', true).where('through', '<', now)
}

export async function recordThrough(
  trx: Trx,
  reportScheduleId: ReportScheduleId,
  change: { readonly through: EpochMs } | { readonly isEnabled: false },
): Promise<void> {
  await trx
    .updateTable('reportSchedule')
    .set(change)
    .where('reportScheduleId', '=', reportScheduleId)
    .execute()
}

/** When one is due. */
export function reportTime({ cycle, atHour: hour, offsetMinutes }: ScheduleRow): ReportTime {
  return { cycle, hour, offsetMinutes }
}

function timeOf({ cycle, hour }: ReportScheduleDraft): ReportTime {
  return { cycle, hour, offsetMinutes: REPORT_OFFSET_MINUTES }
}

function columnsOf({ group, hour: atHour, ...draft }: ReportScheduleDraft) {
  const { name, departmentId, cycle, form, format, delivery, isEnabled } = draft
  const sensorGroup = group === 'all' ? null : group
  return { name, departmentId, sensorGroup, cycle, atHour, form, format, delivery, isEnabled }
}
