import type { StoreId } from '@coldkeep/domain/ids'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import type { EnergyDayRow } from '../analysis/electricity-queries'
import { NOON } from './test-server'

/** A whole day of a shop that never closes, as the analysis would store it. */
export function energyDay(
  storeId: StoreId,
  on: LocalDate | string,
  given: Partial<EnergyDayRow> = {},
): EnergyDayRow {
  return {
    storeId,
    on: localDate(on),
    days: 1,
    energyKwh: 300,
    openMinutes: 1440,
    heldMinutes: 1440,
    expectedMinutes: 1440,
    outdoorMeanC: null,
    factorKwh: null,
    reactiveKvarh: null,
    spread: { energyKwh: 0, judged: [] },
    demandMinutes: 15,
    contractedKw: null,
    known: 0,
    judged: 0,
    over: 0,
    overMinutes: 0,
    excessKw: null,
    maximumKw: null,
    computedAt: NOON,
    ...given,
  }
}
