import type { ReportScheduleId } from '@coldkeep/domain/ids'
import { type Clock, days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import { cyclePeriod, reportedAt } from '@coldkeep/domain/time/report-period'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { addAudit } from '../../audit/add-audit'
import type { Db, Trx } from '../../db/connect'
import type { RoundWork, SetAside } from '../../tasks/set-aside'
import { selectOwner } from '../download-owner'
import { insertDownload } from '../download-queries'
import { reportDays } from '../sense/sense-kind'
import type { SenseOrder } from '../sense/sense-order'
import {
  recordThrough,
  reportTime,
  type ScheduleRow,
  selectDueSchedules,
  takeSchedule,
} from './schedule-queries'

const KIND = 'sense'
/** What was missed longer ago is not made up. */
const MADE_UP_MS = days(31)
const dueSchedules: RoundWork<ReportScheduleId> = { round: 'report_schedules', nameOf: String }

export interface OrderingParts {
  readonly db: Db
  readonly clock: Clock
  readonly aside: SetAside
}

/**
 * Orders what is due. A period is ordered in the transaction that notes it, so that it is ordered once, whenever a
 * process ends or several run; what was missed while none ran is made up.
 * @returns how many reports were ordered
 */
export async function runSchedules({ db, clock, aside }: OrderingParts): Promise<number> {
  const now = clock.now()
  let ordered = 0
  for (const id of await selectDueSchedules(db, now)) {
    await aside.work(dueSchedules, [id], now, async () => {
      ordered += await db.transaction().execute(async (trx) => {
        const schedule = await takeSchedule(trx, id, now)
        return schedule === null ? 0 : orderDue(trx, schedule, now)
      })
    })
  }
  return ordered
}

async function orderDue(trx: Trx, schedule: ScheduleRow, now: EpochMs): Promise<number> {
  const { reportScheduleId, accountId } = schedule
  const oldest = later(now, -MADE_UP_MS)
  const time = reportTime(schedule)
  let period = cyclePeriod(time, schedule.through)
  let ordered = 0
  while (reportedAt(time, period) <= now) {
    const owner = await selectOwner(trx, { accountId, apiKeyId: null }, now)
    if (!owner?.pageKeys.has('2-1-1')) {
      await recordThrough(trx, reportScheduleId, { isEnabled: false })
      return ordered
    }
    if (period.endAt > oldest) {
      await orderPeriod(trx, schedule, period, owner.name, now)
      ordered += 1
    }
    await recordThrough(trx, reportScheduleId, { through: period.endAt })
    period = cyclePeriod(time, period.endAt)
  }
  return ordered
}

async function orderPeriod(
  trx: Trx,
  schedule: ScheduleRow,
  { startAt: from, endAt: to }: { readonly startAt: EpochMs; readonly endAt: EpochMs },
  accountName: string,
  now: EpochMs,
): Promise<void> {
  const {
    accountId,
    departmentId,
    sensorGroup: group,
    offsetMinutes,
    form,
    format,
    language,
    name,
  } = schedule
  const input: SenseOrder = { of: { departmentId, group }, from, to, offsetMinutes, form, format }
  const [first, last] = reportDays(input, 'UTC')
  const title = createTranslator(language)('reports.scheduleTitle', { name, first, last })
  const downloadId = await insertDownload(
    trx,
    {
      ...{ kind: KIND, accountId, apiKeyId: null, input: JSON.stringify(input), title, language },
      reportScheduleId: schedule.reportScheduleId,
      isMailed: schedule.delivery === 'mail' ? false : null,
    },
    now,
  )
  const detail = { download: downloadId, kind: KIND, wanted: input }
  const entry = { at: now, by: { accountId, name: accountName }, storeId: null, kind: 'report_schedule.run' }
  await addAudit(trx, { ...entry, subject: title, detail, outcome: 'begun' })
}
