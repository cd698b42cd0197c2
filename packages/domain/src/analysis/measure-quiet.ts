import { hours } from '../time/instant'
import { lengthMs, mergePeriods, type Period, withoutPeriods } from '../time/period'
import type { HealthObservation, MeasuredHealth } from './health-indicators'
import { LEAST_COVERAGE } from './least-coverage'
import { measureAir } from './measure-air'
import { measureCompressor } from './measure-compressor'
import { measureKwh } from './measure-energy'

/** What customers move when they load a device. A recovery is not among them: ice of the day melts at night. */
export const quietFigures = [
  'deviationK',
  'runRatio',
  'startsPerHour',
  'pullDownKPerMinute',
  'coilDifferenceK',
  'energyKwh',
] as const satisfies readonly (keyof MeasuredHealth)[]
export type QuietFigure = (typeof quietFigures)[number]

/** The same figures of the hours in which hardly anyone comes. */
export type QuietHealth = Readonly<Pick<MeasuredHealth, QuietFigure>>

const LEAST_QUIET_MS = hours(2)

/** @returns null where less than two quiet hours lie in the window */
export function measureQuiet(observation: HealthObservation): QuietHealth | null {
  const { window, quietHours } = observation
  const busy = withoutPeriods(window.period, quietHours)
  const excluded = mergePeriods([...window.excluded, ...busy])
  const counted = withoutPeriods(window.period, excluded)
  const quietMs = counted.reduce((sum, part: Period) => sum + lengthMs(part), 0)
  if (quietMs < LEAST_QUIET_MS) return null
  const quiet = { ...observation, window: { ...window, excluded } }
  const air = measureAir(quiet)
  const { runRatio, startsPerHour, pullDownKPerMinute, coilDifferenceK } = measureCompressor(quiet, quietMs)
  return {
    deviationK: air.knownMs < LEAST_COVERAGE * quietMs ? null : air.deviationK,
    runRatio,
    startsPerHour,
    pullDownKPerMinute,
    coilDifferenceK,
    energyKwh: measureKwh(quiet, quietMs, quietHours),
  }
}
