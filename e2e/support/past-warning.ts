import { days, type EpochMs, epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { upsertEarlyWarnings } from '@coldkeep/server/analysis/health-queries'
import type { Db } from '@coldkeep/server/db/connect'
import { insertScores } from '@coldkeep/server/testing/result-days'
import type { TinyFleet } from '@coldkeep/server/testing/tiny-fleet'

/** Days since the warning: it is over, and no page shows it before someone goes back to it. */
export const WARNED_DAYS_AGO = 12
const STEP_MS = minutes(10)
const STEPS = 144

/** Alder's freezer did badly for a day, raised a warning, and did well again. */
export async function insertPastWarning(db: Db, { stores }: TinyFleet, now: EpochMs): Promise<void> {
  const { storeId, freezer } = stores.alder
  const { deviceId } = freezer
  const raisedAt = epochMs(Math.floor((now - days(WARNED_DAYS_AGO)) / STEP_MS) * STEP_MS)
  for (const day of [-1, 0, 1]) {
    const firstAt = later(raisedAt, days(day) - minutes(720))
    await insertScores(db, storeId, deviceId, {
      on: localDateOf('Asia/Taipei', later(raisedAt, days(day))),
      firstAt,
      scores: Array.from({ length: STEPS }, (_, step) => scoreAt((day * STEPS + step - STEPS / 2) / 6)),
    })
  }
  await upsertEarlyWarnings(db, [
    {
      storeId,
      deviceId,
      kind: 'threshold',
      raisedAt,
      value: 66,
      limitValue: 70,
      judgedMinutes: 60,
      score: 66,
      clearedAt: later(raisedAt, minutes(480)),
      reason: 'recovered',
    },
  ])
}

/** @param hours since the warning was raised */
function scoreAt(hours: number): number {
  const isLow = hours > -1.1 && hours < 7
  return (isLow ? 66 : 88) + Math.round(3 * Math.sin(hours))
}
