import { days, type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'
import type { TinyFleet, TinyStore } from '@coldkeep/server/testing/tiny-fleet'

/** More than fit in one answer, all closed long ago: nothing but the list of closed ones shows them. */
export async function insertClosedAlarms(db: Db, { stores }: TinyFleet, now: EpochMs): Promise<void> {
  const { storeId, terminalId, freezer } = stores.dogwood
  const at = later(now, -days(40))
  const closed = {
    storeId,
    terminalId,
    deviceId: freezer.deviceId,
    pointId: freezer.pointIds[0] ?? null,
    branch: 'high',
    priority: 4,
    state: 'cleared',
    startedAt: at,
    raisedAt: at,
    lastRaisedAt: at,
    returnedAt: at,
    clearedAt: at,
    changedAt: at,
    announcedAt: at,
  }
  await db
    .insertInto('alarm')
    .values(Array.from({ length: 201 }, () => closed))
    .execute()
}

/**
 * What is open when the walks begin: two freezers that are too warm. Records without an ordinal exist on their own:
 * the rules, by which nothing is wrong, leave them alone.
 */
export async function insertOpenAlarms(db: Db, { stores }: TinyFleet, now: EpochMs): Promise<void> {
  const record = ({ storeId, terminalId, freezer }: TinyStore, sinceMs: number) => {
    const startedAt = later(now, -sinceMs)
    return {
      storeId,
      terminalId,
      deviceId: freezer.deviceId,
      state: 'unacknowledged',
      startedAt,
      raisedAt: startedAt,
      lastRaisedAt: startedAt,
      changedAt: startedAt,
      announcedAt: startedAt,
    }
  }
  const rows = await db
    .insertInto('alarm')
    .values([
      {
        ...record(stores.cedar, minutes(25)),
        pointId: stores.cedar.freezer.pointIds[0] ?? null,
        branch: 'high',
        priority: 1,
        value: -12.4,
        extreme: -9.2,
        limitValue: -15,
        unit: '°C',
      },
      {
        ...record(stores.birch, hours(2)),
        pointId: stores.birch.freezer.pointIds[0] ?? null,
        branch: 'high',
        priority: 2,
        value: -14.1,
        extreme: -13.8,
        limitValue: -15,
        unit: '°C',
        isLate: true,
      },
    ])
    .returning(['storeId', 'alarmId', 'startedAt'])
    .execute()
  await db
    .insertInto('alarmEvent')
    .values(
      rows.map(({ storeId, alarmId, startedAt }) => ({
        storeId,
        alarmId,
        kind: 'raised',
        at: startedAt,
        recordedAt: startedAt,
        accountId: null,
        accountName: null,
        reason: null,
      })),
    )
    .execute()
}
