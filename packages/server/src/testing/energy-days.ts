import type { StoreId } from '@coldkeep/domain/ids'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import type { DemandDayRow, EnergyComparisonRow, EnergyDayRow } from '../analysis/electricity-queries'
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

/** The intervals of a day, a quarter of an hour each, as the analysis would store them. */
export function demandDay(
  storeId: StoreId,
  on: LocalDate | string,
  given: Omit<DemandDayRow, 'storeId' | 'on' | 'demandMinutes' | 'computedAt'>,
): DemandDayRow {
  return { storeId, on: localDate(on), demandMinutes: 15, computedAt: NOON, ...given }
}

/** The last thirty days of a store as the analysis would store them; nothing is known but what is given. */
export function comparison(storeId: StoreId, given: Partial<EnergyComparisonRow>): EnergyComparisonRow {
  return {
    storeId,
    lastOn: localDate('2026-11-19'),
    days: 0,
    energyKwh: 0,
    openMinutes: 0,
    heldMinutes: 0,
    expectedMinutes: 0,
    weatherDays: 0,
    weatherKwh: 0,
    degreeDays: 0,
    factorKwh: 0,
    reactiveKvarh: 0,
    spreadKwh: 0,
    lowKwh: Array.from({ length: 100 }, () => 0),
    lowIntervals: Array.from({ length: 100 }, () => 0),
    beforeKwh: null,
    lastYearKwh: null,
    correctedKwh: null,
    referenceKwh: null,
    computedAt: NOON,
    ...given,
  }
}
