import { setImmediate as othersTurn } from 'node:timers/promises'
import { assuredDevices } from '@coldkeep/domain/analysis/assured-devices'
import type { FigureValues } from '@coldkeep/domain/analysis/figures'
import { judgeAgain } from '@coldkeep/domain/analysis/judge-again'
import { zoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import { groupBy } from '@coldkeep/domain/group-by'
import type { StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { figuresAt } from '../settings/figures-at'
import { type JudgedDeviceDay, selectJudgedDays } from './figure-preview-queries'
import type { JudgedAgain, Judgements, StoreWeek } from './judged-again'
import { readStoreDays } from './read-store-days'
import { judgedUpTo } from './run-store-days'
import { selectDayChoices } from './store-day-queries'
import { selectCoverages } from './temperature-day-queries'

/** Days of stores whose readings are measured again: about as much work as an hour of ten stores. */
const MOST_READ_DAYS = 42

interface ZoneFigures {
  readonly zone: TemperatureZone
  readonly figures: FigureValues
}

/**
 * What the last seven whole days of stores would have been with other figures of a zone. Most days are known by what
 * was kept of them; of the others the readings are measured again, up to a limit.
 */
export async function previewZone(
  db: Db,
  scope: Scope,
  weeks: readonly StoreWeek[],
  { zone, figures }: ZoneFigures,
  now: EpochMs,
): Promise<Judgements> {
  const [days, limitsBefore] = await Promise.all([
    selectJudgedDays(db, scope, zone, weeks),
    limitsOfDays(db, weeks, zone),
  ])
  const limitsAfter = new Map(weeks.map((store) => [store.storeId, zoneLimits(zone, store.country, figures)]))
  const judged: JudgedAgain[] = []
  const unclear: JudgedDeviceDay[] = []
  for (const day of days) {
    const after = limitsAfter.get(day.storeId)
    const before = limitsBefore(day.storeId, day.on)
    const known = after === undefined || before === null ? null : judgeAgain(day, before, after)
    if (known === null) unclear.push(day)
    else judged.push({ subject: day.deviceId, before: day.verdict, after: known })
  }
  const measured = await measureAgain(db, unclear, { zone, figures }, now)
  return { judged: [...judged, ...measured], unseen: unclear.length - measured.length }
}

/** By what each day was judged. */
async function limitsOfDays(db: Db, weeks: readonly StoreWeek[], zone: TemperatureZone) {
  const queries = weeks.flatMap((store) => datesFrom(store.first, store.last).map((on) => ({ ...store, on })))
  const kept = await selectDayChoices(
    db,
    weeks.map(({ storeId }) => storeId),
    queries.map(({ on }) => on),
  )
  const choices = new Map(kept.map((row) => [`${row.storeId}/${row.on}`, row.figureChoiceIds]))
  const found = await figuresAt(
    db,
    queries.map(({ storeId, zone: clock, on }) => ({
      storeId,
      at: dayPeriod(clock, on).startAt,
      choiceIds: choices.get(`${storeId}/${on}`) ?? null,
    })),
  )
  const limits = new Map(
    queries.map(({ storeId, country, on }, index) => [
      `${storeId}/${on}`,
      zoneLimits(zone, country, found[index]?.figures[zone]),
    ]),
  )
  return (storeId: StoreId, on: LocalDate) => limits.get(`${storeId}/${on}`) ?? null
}

async function measureAgain(
  db: Db,
  unclear: readonly JudgedDeviceDay[],
  { zone, figures }: ZoneFigures,
  now: EpochMs,
): Promise<JudgedAgain[]> {
  const judged: JudgedAgain[] = []
  let left = MOST_READ_DAYS
  for (const [storeId, own] of groupBy(unclear, (day) => day.storeId)) {
    const dates = [...new Set(own.map(({ on }) => on))].slice(0, left)
    const [first, last] = [dates[0], dates.at(-1)]
    if (first === undefined || last === undefined) break
    left -= dates.length
    const coverages = await selectCoverages(db, [storeId], first, last)
    for (const day of await readStoreDays(db, [{ storeId, days: dates }], judgedUpTo(now))) {
      const otherwise = { ...day, figures: { ...day.figures, [zone]: figures } }
      const verdicts = new Map(
        assuredDevices(otherwise, coverages).map(({ deviceId, verdict }) => [deviceId, verdict]),
      )
      for (const { on, deviceId, verdict } of own) {
        const after = verdicts.get(deviceId)
        if (on === day.on && after !== undefined) judged.push({ subject: deviceId, before: verdict, after })
      }
      await othersTurn()
    }
  }
  return judged
}
