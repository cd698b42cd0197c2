import { alarmState, type ClearReason, nextByClock, type OpenAlarm } from '@coldkeep/domain/alarms/open-alarm'
import { rankOf } from '@coldkeep/domain/alarms/priority'
import type { AlarmId, DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { AlarmTable } from '../db/alarm-tables'
import type { Db, Trx } from '../db/connect'

/** A record as in the database. */
export type AlarmRecord = Selectable<AlarmTable>

/** Adds a record that no watch goes on with. */
export async function insertAlarmRecord(trx: Trx, record: Insertable<AlarmTable>): Promise<AlarmId> {
  const { alarmId } = await trx
    .insertInto('alarm')
    .values(record)
    .returning('alarmId')
    .executeTakeFirstOrThrow()
  return alarmId
}

/** Writes the new state of a record without a watch. */
export async function updateUnwatched(
  trx: Db,
  record: { readonly storeId: StoreId; readonly alarmId: AlarmId },
  alarm: OpenAlarm | null,
  over: {
    readonly at: EpochMs
    readonly cleared?: ClearReason | null
    readonly escalatesAt?: EpochMs | null
    readonly mustAnnounce?: boolean
    readonly returnedAt?: EpochMs
  },
): Promise<void> {
  const isOpen = alarm !== null
  await trx
    .updateTable('alarm')
    .set({
      state: alarmState(alarm),
      changedAt: over.at,
      clearedAt: isOpen ? null : over.at,
      dueAt: isOpen ? earliest(nextByClock(alarm), over.escalatesAt ?? null) : null,
      ...(isOpen ? columnsOf(alarm) : {}),
      ...(isOpen && !alarm.isAcknowledged ? { acknowledgedAt: null, acknowledgedBy: null } : {}),
      ...(over.returnedAt === undefined ? {} : { returnedAt: over.returnedAt }),
      ...(over.mustAnnounce ? { announcedAt: null } : {}),
    })
    .where('storeId', '=', record.storeId)
    .where('alarmId', '=', record.alarmId)
    .execute()
}

function columnsOf(alarm: OpenAlarm) {
  return {
    priority: rankOf(alarm.priority),
    lastRaisedAt: alarm.lastRaisedAt,
    returnedAt: alarm.returnedAt,
    count: alarm.count,
    extreme: alarm.extreme,
    isSuppressed: alarm.isSuppressed,
    isOutOfService: alarm.isOutOfService,
    isChattering: alarm.isChattering,
    shelvedUntil: alarm.shelvedUntil,
  }
}

function earliest(a: EpochMs | null, b: EpochMs | null): EpochMs | null {
  if (a === null || b === null) return a ?? b
  return epochMs(Math.min(a, b))
}

/** Columns of a record that only people set. */
export interface PersonalColumns {
  readonly acknowledgedAt?: EpochMs
  readonly acknowledgedBy?: string
  readonly assignedTo?: string | null
}

/** Writes what a person did to a record. */
export async function updatePersonal(
  trx: Trx,
  { storeId, alarmId }: { readonly storeId: StoreId; readonly alarmId: AlarmId },
  columns: PersonalColumns,
  now: EpochMs,
): Promise<void> {
  await trx
    .updateTable('alarm')
    .set({ ...columns, changedAt: now })
    .where('storeId', '=', storeId)
    .where('alarmId', '=', alarmId)
    .execute()
}

/** Records that no watch goes on with and that are due by now, the first first. */
export async function selectDueRecords(
  db: Db,
  now: EpochMs,
  but: readonly AlarmId[],
  limit: number,
): Promise<AlarmRecord[]> {
  return db
    .selectFrom('alarm')
    .selectAll()
    .where('dueAt', '<=', now)
    .where(sql<SqlBool>`alarm_id <> all(${but}::bigint[])`)
    .orderBy('dueAt')
    .orderBy('storeId')
    .orderBy('alarmId')
    .limit(limit)
    .execute()
}

/** The open alarms of a device. */
export function selectOpenOfDevice(trx: Trx, storeId: StoreId, deviceId: DeviceId) {
  return trx
    .selectFrom('alarm')
    .select(['storeId', 'alarmId'])
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('clearedAt', 'is', null)
    .orderBy('alarmId')
    .execute()
}

export interface KnownRecord {
  readonly alarmId: AlarmId
  readonly pointId: PointId | null
  readonly branch: string
  readonly ordinal: number | null
  readonly raisedAt: EpochMs
  readonly returnedAt: EpochMs | null
  readonly clearedAt: EpochMs | null
}

/** Records of a device that may have been active since an instant. */
export function selectRecords(
  db: Db,
  storeId: StoreId,
  deviceId: DeviceId,
  since: EpochMs,
): Promise<KnownRecord[]> {
  return db
    .selectFrom('alarm')
    .select(['alarmId', 'pointId', 'branch', 'ordinal', 'raisedAt', 'returnedAt', 'clearedAt'])
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where((is) => is.or([is('clearedAt', 'is', null), is('clearedAt', '>=', since)]))
    .execute()
}
