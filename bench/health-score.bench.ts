import { freezeBaseline } from '@coldkeep/domain/analysis/health-baseline'
import { measureHealth } from '@coldkeep/domain/analysis/health-indicators'
import { type HealthSeries, observeHealth } from '@coldkeep/domain/analysis/health-observation'
import { scoreHealth } from '@coldkeep/domain/analysis/health-score'
import type { Series } from '@coldkeep/domain/points/series'
import { days, epochMs, hours } from '@coldkeep/domain/time/instant'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import type { Report } from './report'
import { ratePerSecond } from './sample'

const PERIOD_SECONDS = 300
const READINGS = 27 * 12

/** One score of a chilled case with all its points: 24 hours of readings every five minutes, four defrosts. */
export function run(report: Report): void {
  const startAt = epochMs(days(20_000))
  const series = (of: (minute: number) => number): Series => ({
    timesMs: Float64Array.from(
      { length: READINGS },
      (_, reading) => startAt + reading * PERIOD_SECONDS * 1000,
    ),
    values: Float64Array.from({ length: READINGS }, (_, reading) => of(5 * reading)),
  })
  const isDefrosting = (minute: number) => minute % 360 < 20
  const isOn = (minute: number) => !isDefrosting(minute) && minute % 20 < 10
  const readings: HealthSeries = {
    air: series((minute) => (minute % 360 < 35 ? 6 : 4 - 0.2 * (minute % 20) * (isOn(minute) ? 1 : 0))),
    compressor: series((minute) => Number(isOn(minute))),
    capacity: null,
    evaporator: series((minute) => (isDefrosting(minute) ? 5 : -4)),
    superheat: series(() => 7.5),
    food: null,
    door: series((minute) => Number(minute % 35 === 0)),
    energy: null,
    power: series((minute) => (isOn(minute) ? 0.9 : 0.15)),
    defrost: series((minute) => Number(isDefrosting(minute))),
    setpoint: series(() => 2),
    differential: series(() => 2),
    controlState: null,
  }
  const period = { startAt: epochMs(startAt + hours(3)), endAt: epochMs(startAt + hours(27)) }
  const of = {
    zone: 'C7',
    band: { setpointC: 2, differentialK: 2 },
    window: { period, periodSeconds: PERIOD_SECONDS, excluded: [] },
    openHours: [period],
    quietHours: [{ startAt: epochMs(startAt + hours(4)), endAt: epochMs(startAt + hours(8)) }],
  } as const
  const measure = () => measureHealth(observeHealth(of, readings))
  const measured = measure()
  const baseline = freezeBaseline(
    Array.from({ length: 28 }, (_, day) => ({
      on: addDays(localDate('2026-01-01'), day),
      measured,
      outdoorC: 15 + 0.3 * day,
      isBreach: false,
    })),
  )
  const score = () => scoreHealth('C7', measure(), baseline, 20, false)
  if (!score().ok) throw new Error('The case of the bench has no score')
  report.add('health scores of a device', 'scores/s', 'higher', ratePerSecond(score, { repeats: 1_000 }))
}
