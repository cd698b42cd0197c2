import { freezeBaseline } from '@coldkeep/domain/analysis/health-baseline'
import type { MeasuredHealth } from '@coldkeep/domain/analysis/health-indicators'
import { NOTHING_MEASURED } from '@coldkeep/domain/analysis/nothing-measured'
import type { AlarmId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import { insertAlarmRecord } from '../alarms/open-record-queries'
import { upsertDeviceHealth } from '../analysis/health-queries'
import type { Db } from '../db/connect'
import { insertScores } from './result-days'
import type { TinyStore } from './tiny-fleet'

/** Of a freezer that runs for a third of the time and keeps its band. */
const healthy: MeasuredHealth = {
  ...NOTHING_MEASURED,
  periodSeconds: 60,
  coverage: 1,
  coveredMinutes: 1440,
  deviationK: 0.2,
  runRatio: 0.48,
  startsPerHour: 3,
  pullDownKPerMinute: 0.3,
  recoveryMinutes: 8,
}

/** A high alarm of the freezer of a store; `endedAt`: it came back by itself. */
export function insertHighAlarm(
  db: Db,
  { storeId, terminalId, freezer }: TinyStore,
  raisedAt: EpochMs,
  endedAt: EpochMs | null,
): Promise<AlarmId> {
  return db.transaction().execute((trx) =>
    insertAlarmRecord(trx, {
      ...{ storeId, terminalId, deviceId: freezer.deviceId, pointId: freezer.pointIds[0] ?? null },
      ...{ branch: 'high', state: endedAt === null ? 'unacknowledged' : 'returned', priority: 2 },
      ...{ value: -14, limitValue: -18, unit: '°C', returnedAt: endedAt },
      ...{ startedAt: raisedAt, raisedAt, lastRaisedAt: raisedAt, changedAt: raisedAt },
    }),
  )
}

/** The freezer of a store is polled, and its last 24 hours measured like this; the rest as when it is healthy. */
export async function insertHealth(
  db: Db,
  { storeId, freezer }: TinyStore,
  at: EpochMs,
  changes: Partial<MeasuredHealth> = {},
): Promise<void> {
  const { deviceId, pointListId } = freezer
  const days = Array.from({ length: 28 }, (_, index) => ({
    on: addDays(localDate('2026-09-01'), index),
    measured: healthy,
    outdoorC: null,
    isBreach: false,
  }))
  await upsertDeviceHealth(db, [
    {
      ...{ storeId, deviceId, baselineFrom: null, baseline: freezeBaseline(days), frozenOn: '2026-09-28' },
      ...{ intensity: 3, usualScore: 95, watch: null, scoredAt: at, score: 95, class: 'good', noScore: null },
      ...{ losses: [], hint: null, hintChance: null, hintReasons: [] },
      ...{ lastMeasured: { ...healthy, ...changes }, lastOutdoorC: null },
      computedAt: at,
    },
  ])
  const cycle = { at, values: [-20, 0], counters: [], quality: null }
  await db
    .insertInto('latest')
    .values({ storeId, deviceId, pointListId, ...cycle })
    .onConflict((on) => on.columns(['storeId', 'deviceId', 'pointListId']).doUpdateSet({ at }))
    .execute()
}

/** What the freezer of a store measured on a day, beside what is healthy. */
export function insertFaultyDay(
  db: Db,
  { storeId, freezer }: TinyStore,
  on: string,
  changes: Partial<MeasuredHealth>,
): Promise<void> {
  const measured = { ...healthy, ...changes }
  const firstAt = epochMs(Date.parse(`${on}T00:10:00+08:00`))
  return insertScores(db, storeId, freezer.deviceId, { on: localDate(on), firstAt, scores: [], measured })
}
