import type { AccountId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs, hours, later } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { insertVerdict } from '../alarms/warning-verdict-queries'
import { upsertDeviceHealth, upsertEarlyWarnings } from '../analysis/health-queries'
import type { Db } from '../db/connect'
import { insertScores } from './result-days'

/** Scores of the days of ten warnings: those called right, then those called false. */
const RIGHT_SCORES = [50, 55, 58, 60, 61]
const FALSE_SCORES = [69, 68, 66, 64, 61]
const DAYS_APART = 4

/** A device in Taipei with ten warnings of a low score, one each four days, that Ada has judged. */
export async function insertJudgedWarnings(
  db: Db,
  of: { readonly storeId: StoreId; readonly deviceId: DeviceId; readonly accountId: AccountId },
  first: LocalDate,
  now: EpochMs,
): Promise<void> {
  const { storeId, deviceId, accountId } = of
  await upsertDeviceHealth(db, [
    {
      storeId,
      deviceId,
      baselineFrom: null,
      baseline: null,
      frozenOn: addDays(first, -5),
      intensity: 3,
      usualScore: 90,
      lastMeasured: null,
      lastOutdoorC: null,
      watch: null,
      scoredAt: now,
      score: 90,
      class: 'good',
      noScore: null,
      losses: [],
      hint: null,
      hintChance: null,
      hintReasons: [],
      computedAt: now,
    },
  ])
  for (const [index, score] of [...RIGHT_SCORES, ...FALSE_SCORES].entries()) {
    const on = addDays(first, DAYS_APART * index)
    const firstAt = epochMs(Date.parse(`${on}T00:00:00+08:00`))
    const scores = Array.from({ length: 144 }, () => score)
    await insertScores(db, storeId, deviceId, { on, firstAt, scores })
    const raisedAt = later(firstAt, hours(8))
    const warning = { storeId, deviceId, kind: 'threshold', raisedAt } as const
    const found = { value: score, limitValue: 70, judgedMinutes: 60, score }
    await upsertEarlyWarnings(db, [
      { ...warning, ...found, clearedAt: later(raisedAt, hours(6)), reason: 'recovered' },
    ])
    const says = index < RIGHT_SCORES.length ? 'right' : 'false'
    const by = { accountId, name: 'Ada' }
    await db.transaction().execute((trx) => insertVerdict(trx, warning, { says, at: now, by }))
  }
}
