import { measureElectricity } from '@coldkeep/domain/analysis/measure-electricity'
import { measureSubMeters } from '@coldkeep/domain/analysis/sub-meters'
import { compareElectricity } from './compare-electricity'
import { upsertDemandDays, upsertEnergyDays } from './electricity-queries'
import type { StoreDayAnalysis } from './store-day-analysis'
import { upsertSubMeterDays } from './sub-meter-queries'

/** Demand and consumption of each store, and, when a day is over, how its last full days compare. */
export const electricityAnalysis: StoreDayAnalysis = {
  name: 'electricity',
  async run(_db, days, now) {
    const measured = days.flatMap((day) => {
      const figures = measureElectricity(day, now)
      return figures === null ? [] : [{ day, ...figures }]
    })
    const subMeters = days.flatMap((day) => measureSubMeters(day, now))
    const ended = new Map(
      measured
        .filter(({ day }) => day.until >= day.period.endAt)
        .map(({ day: { store } }) => [store.storeId, store] as const),
    )
    return async (trx) => {
      await upsertEnergyDays(
        trx,
        measured.map(({ energy }) => energy),
      )
      await upsertDemandDays(
        trx,
        measured.map(({ demand }) => demand),
      )
      await upsertSubMeterDays(trx, subMeters)
      await compareElectricity(trx, [...ended.values()], now)
    }
  },
}
