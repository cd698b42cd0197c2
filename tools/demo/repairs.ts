import { randomUUID } from 'node:crypto'
import { listAlarms } from '@coldkeep/contract/areas/alarms'
import {
  addRepairLabour,
  addRepairPart,
  listRepairCases,
  listRepairProgress,
  type RepairDetail,
  renewRepair,
  reportRepair,
} from '@coldkeep/contract/areas/repair'
import type { Answer } from '@coldkeep/contract/call'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'
import { type CaseAlarm, type RepairCourse, repairCourses } from './repair-courses'
import type { Visitor } from './visitor'

type Alarm = Answer<typeof listAlarms>['alarms'][number]
type Step = Answer<typeof listRepairProgress>['progresses'][number]

/** What people found, in turn. */
const findings = [
  { cause: '風扇軸承磨損', note: '已更換風扇', part: { name: '蒸發器風扇', number: 'EF-120' } },
  { cause: '排水管結冰', note: '已融冰並清理排水管', part: { name: '排水管加熱線', number: 'DH-030' } },
  { cause: '門封條破損', note: '已更換門封條', part: { name: '門封條', number: 'GK-1900' } },
  { cause: '冷媒不足', note: '已補漏並充填冷媒', part: { name: '乾燥過濾器', number: 'FD-163' } },
] as const
const people = ['林技師', '陳技師', '王技師'] as const
/** By the steps that come with the product. */
const ASSIGNED = 1
const ON_SITE = 2
const REPAIRED = 4
const MOST_CASES = 18
const EVERYTHING = { departmentId: null, storeId: null, deviceId: null } as const

/**
 * Reports repairs of devices that were in alarm, with what people did about them, each at its time, unless there are any.
 * @throws Error where the server refuses any of it
 */
export async function reportRepairs(visitor: Visitor, db: Db, now: EpochMs): Promise<void> {
  const any = await visitor.call(listRepairCases, {
    query: {
      ...{ departmentId: null, progressId: null, deviceId: null },
      // also closed ones
      ...{ start: '2000-01-01T00:00:00', end: '2100-01-01T00:00:00' },
      ...{ timezone: 0, owner: 'all', proposal: 'all', search: '', page: 1, pageSize: 1 },
    },
  })
  if (any.total > 0) return
  const { progresses } = await visitor.call(listRepairProgress)
  const { alarms } = await visitor.call(listAlarms, {
    query: { ...EVERYTHING, state: 'all', page: 1, pageSize: 200 },
  })
  const known = alarms.flatMap((alarm): (Alarm & CaseAlarm)[] =>
    alarm.device === null || !isLimit(alarm)
      ? []
      : [{ ...alarm, deviceId: alarm.device.id, overAt: alarm.returnedAt ?? alarm.clearedAt }],
  )
  for (const [index, course] of repairCourses(known, now, MOST_CASES).entries())
    await follow(visitor, db, course, progresses, index)
}

/** What people drive out for. */
function isLimit({ kind }: Alarm): boolean {
  return kind === 'low' || kind === 'high'
}

async function follow(
  visitor: Visitor,
  db: Db,
  course: RepairCourse<Alarm & CaseAlarm>,
  steps: readonly Step[],
  index: number,
): Promise<void> {
  const { alarm, acknowledgedAt, arrivedAt, workedUntil, endedAt } = course
  const { id, store, device } = alarm
  const made = await visitor.call(reportRepair, {
    body: {
      ...{ key: randomUUID(), storeId: store.id, deviceId: alarm.deviceId as never },
      ...{ fault: `${device?.name ?? store.name} 溫度異常`, alarms: [id] },
    },
  })
  const params = { caseId: made.case.id }
  let { revision } = made.case
  const renew = async (at: EpochMs, step: number, said: { cause?: string; note: string }) => {
    const progressId = steps[step]?.id
    const body = { key: randomUUID(), revision, at, ...said, ...(progressId !== undefined && { progressId }) }
    const answer: RepairDetail = await visitor.call(renewRepair, { params, body })
    revision = answer.case.revision
  }
  const finding = findings[index % findings.length] ?? findings[0]
  const who = people[index % people.length] ?? people[0]
  if (acknowledgedAt !== null) await renew(acknowledgedAt, ASSIGNED, { note: `已通知${who}` })
  if (arrivedAt !== null) await renew(arrivedAt, ON_SITE, { note: '已到場檢查' })
  const { cause, note, part } = finding
  if (arrivedAt !== null && workedUntil !== null) {
    const labour = { key: randomUUID(), who, from: arrivedAt, to: workedUntil }
    await visitor.call(addRepairLabour, { params, body: labour })
    await visitor.call(addRepairPart, { params, body: { key: randomUUID(), ...part, quantity: 1 } })
  }
  if (endedAt !== null) await renew(endedAt, REPAIRED, { cause, note })
  await datePast(db, made, course)
}

/** A report and a part are of the moment in which they are entered: here people entered all of it when it happened. */
async function datePast(
  db: Db,
  { case: { id, store } }: RepairDetail,
  { reportedAt, workedUntil }: RepairCourse<CaseAlarm>,
): Promise<void> {
  const events = () =>
    db.updateTable('repairEvent').where('storeId', '=', store.id).where('repairCaseId', '=', id)
  await db
    .updateTable('repairCase')
    .set({ reportedAt })
    .where('storeId', '=', store.id)
    .where('repairCaseId', '=', id)
    .execute()
  await events().set({ happenedAt: reportedAt }).where('kind', 'in', ['reported', 'alarm']).execute()
  if (workedUntil !== null)
    await events().set({ happenedAt: workedUntil }).where('kind', '=', 'part').execute()
  await events()
    .set(({ ref }) => ({ receivedAt: ref('happenedAt') }))
    .execute()
  // work is entered once it is over
  if (workedUntil !== null)
    await events().set({ receivedAt: workedUntil }).where('kind', '=', 'labour').execute()
}
