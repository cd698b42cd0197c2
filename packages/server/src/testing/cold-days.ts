import { NOTHING_MEASURED } from '@coldkeep/domain/analysis/nothing-measured'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import type { Db } from '../db/connect'
import { judgeSavings } from '../parameters/savings/judge-savings'
import { insertTemperatureDay } from './result-days'

const DAYS = 20

/** Twenty days until one on which the food of a freezer was at −24 °C, and what the freezer used on each, kWh. */
export async function insertColdDays(
  db: Db,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  last: LocalDate,
  energyKwh: number | null,
): Promise<void> {
  const firstAt: EpochMs = epochMs(0)
  for (let back = 0; back < DAYS; back++) {
    const on = addDays(last, -back)
    await db
      .deleteFrom('scoreDay')
      .where('storeId', '=', storeId)
      .where('deviceId', '=', deviceId)
      .where('on', '=', on)
      .execute()
    await db
      .insertInto('scoreDay')
      .values({
        ...{ storeId, deviceId, on, isBreach: false, isWhole: true, firstAt, outdoorC: 20 },
        measured: JSON.stringify({ ...NOTHING_MEASURED, energyKwh }) as never,
        scores: JSON.stringify([]) as never,
      })
      .execute()
    await insertTemperatureDay(db, storeId, deviceId, on, { steadyC: -24 })
  }
}

/** Looks for savings in all stores, whether it is their turn or not. */
export async function judgeSavingsNow(db: Db, now: EpochMs): Promise<void> {
  await db.deleteFrom('savingStore').execute()
  await judgeSavings(db, now)
}
