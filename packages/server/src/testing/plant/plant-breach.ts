import type { BreachId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { hours, later } from '@coldkeep/domain/time/instant'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { openWarning } from '../../alarms/early-warnings'
import { recordBreaches } from '../../corrections/record-breaches'
import type { Db } from '../../db/connect'
import type { TinyStore } from '../tiny-fleet'

/** The freezer of a store was at −10 °C for three hours, which is judged a breach, and has an early warning since then. */
export async function plantBreach(
  db: Db,
  { storeId, freezer: { deviceId } }: TinyStore,
  zone: string,
  startAt: EpochMs,
): Promise<BreachId> {
  const endAt = later(startAt, hours(3))
  const facts = { startAt, endAt, minutes: 180, degreeMinutes: 1440, extremeC: -10, limitC: -18 }
  return db.transaction().execute(async (trx) => {
    const day = { storeId, deviceId, zone: 'FZ', on: localDateOf(zone, startAt), isKnown: true } as const
    const breach = { own: facts, whole: facts }
    await recordBreaches(trx, [{ ...day, until: later(endAt, hours(1)), breach }], later(endAt, hours(1)))
    const warning = { startedAt: startAt, raisedAt: startAt, value: 61, limit: 70 }
    await openWarning(trx, { storeId, deviceId, kind: 'threshold' }, warning, startAt)
    const { breachId } = await trx.selectFrom('breach').select('breachId').executeTakeFirstOrThrow()
    return breachId
  })
}
