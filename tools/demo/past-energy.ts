import { NO_DEMAND } from '@coldkeep/domain/analysis/demand'
import { openMinutes } from '@coldkeep/domain/analysis/opening-hours'
import { NO_SPREAD } from '@coldkeep/domain/analysis/power-factor'
import type { StoreId } from '@coldkeep/domain/ids'
import { days, epochMs } from '@coldkeep/domain/time/instant'
import { addDays, compareDates, datesFrom } from '@coldkeep/domain/time/local-date'
import { lengthMinutes } from '@coldkeep/domain/time/period'
import { dayPeriod, localDateOf } from '@coldkeep/domain/time/store-calendar'
import { type EnergyDayRow, upsertEnergyDays } from '@coldkeep/server/analysis/electricity-queries'
import type { Db } from '@coldkeep/server/db/connect'
import type { Fleet, FleetStore } from '@coldkeep/simulator/fleet/fleet'
import { type PastEnergyDay, pastEnergy } from '@coldkeep/simulator/fleet/past-energy'
import type { PlantedFleet, PlantedStore } from './planted'
import { demo } from './settings'

/** What a comparison looks back to: the same days of last year, and a year of weather. */
const YEAR_DAYS = 396

/**
 * Writes what each store used on each day before its readings begin, as far back as it was open: a year of days that a
 * comparison learns the weather from. Of those days nothing else is known, as with figures taken from bills.
 */
export async function plantPastEnergy(
  db: Db,
  fleet: Fleet,
  planted: PlantedFleet,
  shouldStop: () => boolean,
): Promise<void> {
  const done = await plantedStores(db, fleet)
  const left = fleet.stores.flatMap((store, index) => {
    const known = planted.stores[index]
    return known === undefined || done.has(known.storeId) ? [] : { store, known }
  })
  if (left.length === 0) return
  const energyOf = pastEnergy(fleet)
  for (const { store, known } of left) {
    if (shouldStop()) return
    const rows = rowsOf(fleet, store, known, energyOf)
    await db.transaction().execute((trx) => upsertEnergyDays(trx, rows))
  }
}

/** The rows of a store are written in one statement, so one day shows whether all are there. */
async function plantedStores(db: Db, fleet: Fleet): Promise<Set<StoreId>> {
  // a day that every store was open on, and that no zone counts to the days with readings
  const on = addDays(localDateOf('UTC', epochMs(fleet.madeAtMs - days(demo.historyDays))), -2)
  const rows = await db.selectFrom('energyDay').select('storeId').where('on', '=', on).execute()
  return new Set(rows.map(({ storeId }) => storeId))
}

function rowsOf(
  fleet: Fleet,
  store: FleetStore,
  { storeId }: PlantedStore,
  energyOf: (store: FleetStore, fromMs: number, toMs: number) => PastEnergyDay,
): EnergyDayRow[] {
  const dateOf = (ms: number) => localDateOf(store.zone, epochMs(ms))
  const last = addDays(dateOf(fleet.madeAtMs - days(demo.historyDays)), -1)
  const opened = addDays(dateOf(store.openedAtMs), 1)
  const oldest = addDays(dateOf(fleet.madeAtMs), -YEAR_DAYS)
  const first = compareDates(opened, oldest) > 0 ? opened : oldest
  return datesFrom(first, last).map((on) => {
    const day = dayPeriod(store.zone, on)
    return {
      ...NO_DEMAND,
      ...energyOf(store, day.startAt, day.endAt),
      storeId,
      on,
      days: 1,
      openMinutes: openMinutes(store.zone, store, day),
      heldMinutes: lengthMinutes(day),
      expectedMinutes: lengthMinutes(day),
      factorKwh: null,
      reactiveKvarh: null,
      spread: NO_SPREAD,
      demandMinutes: store.demand.intervalMinutes,
      contractedKw: store.demand.contractedKw,
      computedAt: epochMs(fleet.madeAtMs),
    }
  })
}
