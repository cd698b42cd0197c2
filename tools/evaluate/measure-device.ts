import { type MeasuredHealth, measureHealth } from '@coldkeep/domain/analysis/health-indicators'
import { epochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import type { Period } from '@coldkeep/domain/time/period'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import type { DeviceView } from './device-view'
import type { SimulatedStore } from './simulate-store'
import { timetable } from './trial-plan'

interface MeasuredTime {
  readonly measured: MeasuredHealth
  readonly outdoorC: number | null
  readonly isBreach: boolean
}

/** The 24 hours that end at an instant. */
export interface MeasuredMoment extends MeasuredTime {
  readonly atMs: number
}

/** All that scores are made of, so that they can be made again of fewer figures. */
export interface MeasuredDevice {
  readonly baselineDays: readonly (MeasuredTime & { readonly on: LocalDate })[]
  /** Hours of the days of the baseline but for the first, which has no 24 hours before it. */
  readonly usualDays: readonly (readonly MeasuredMoment[])[]
  /** Every ten minutes after the baseline. */
  readonly moments: readonly MeasuredMoment[]
  readonly measuringMs: number
}

const DAY_MS = 86_400_000
const STEP_MS = 600_000
const BASELINE_SCORE_MS = 3_600_000

export function measureDevice(store: SimulatedStore, view: DeviceView): MeasuredDevice {
  const startedMs = performance.now()
  const dayOf = dayOfStore(store)
  const measureAt = (atMs: number, dayStartMs: number): MeasuredMoment => {
    const period: Period = { startAt: epochMs(atMs - DAY_MS), endAt: epochMs(atMs) }
    const observed = view.observe(period)
    const soFar = { startAt: epochMs(dayStartMs), endAt: period.endAt }
    return {
      atMs,
      measured: measureHealth(observed),
      outdoorC: store.outdoorMeanC(period.startAt, period.endAt),
      isBreach: view.isBreach(soFar, observed.window.excluded),
    }
  }
  const momentsOf = (day: number, everyMs: number): MeasuredMoment[] => {
    const { startAt, endAt } = dayOf(day)
    const count = Math.floor((endAt - startAt) / everyMs)
    return Array.from({ length: count }, (_, index) => measureAt(startAt + (index + 1) * everyMs, startAt))
  }
  const baselineDays = Array.from({ length: timetable.baselineEnds }, (_, index) => {
    const period = dayOf(index)
    return {
      on: addDays(store.firstDay, index),
      measured: measureHealth(view.observe(period)),
      outdoorC: store.outdoorMeanC(period.startAt, period.endAt),
      isBreach: view.isBreach(period),
    }
  })
  const usualDays = baselineDays.slice(1).map((_, index) => momentsOf(index + 1, BASELINE_SCORE_MS))
  const followed = timetable.ends - timetable.baselineEnds
  const moments = Array.from({ length: followed }, (_, index) =>
    momentsOf(timetable.baselineEnds + index, STEP_MS),
  ).flat()
  return { baselineDays, usualDays, moments, measuringMs: performance.now() - startedMs }
}

export function dayOfStore({ zone, firstDay }: SimulatedStore): (index: number) => Period {
  return (index) => dayPeriod(zone, addDays(firstDay, index))
}

/** Of the power only the energy of the day is measured. */
export function withoutMeter({ baselineDays, usualDays, moments, ...rest }: MeasuredDevice): MeasuredDevice {
  const bare = <T extends MeasuredTime>(one: T): T => ({
    ...one,
    measured: {
      ...one.measured,
      energyKwh: null,
      quiet: one.measured.quiet && { ...one.measured.quiet, energyKwh: null },
    },
  })
  return {
    ...rest,
    baselineDays: baselineDays.map(bare),
    usualDays: usualDays.map((day) => day.map(bare)),
    moments: moments.map(bare),
  }
}
