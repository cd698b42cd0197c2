import type { Series } from '../points/series'
import { type EpochMs, epochMs, hours } from '../time/instant'
import type { Period } from '../time/period'
import { type BandFrom, bandAt, type ControlBand } from './control-bands'
import { recoveredAt } from './defrost'

/** A smaller step of the set point moves nothing that is looked at. */
const LEAST_MOVE_K = 0.3
/** Air that has a longer way than this to a new band, or back into the old one, has another reason. */
const LONGEST_SETTLING_MS = hours(4)

/** From each move of the set point, and from the end of each pause, until the air is in the band that holds by then. */
export function settlingPeriods(
  bands: readonly BandFrom[],
  pauses: readonly Period[],
  air: Series,
  isHeating: boolean,
): Period[] {
  const moves = bands.flatMap(({ fromMs, band }, index) => {
    const before = bands[index - 1]
    const isMove = before !== undefined && Math.abs(band.setpointC - before.band.setpointC) >= LEAST_MOVE_K
    return isMove ? [{ startAt: epochMs(fromMs), isUp: band.setpointC > before.band.setpointC }] : []
  })
  const ends = pauses.map(({ endAt }) => ({ startAt: endAt, isUp: isHeating }))
  return [...moves, ...ends].map(({ startAt, isUp }) => {
    const band = bandAt(bands, startAt)
    const latestMs = startAt + LONGEST_SETTLING_MS
    const endAt = isUp
      ? risenAt(air, startAt, band, latestMs, isHeating)
      : recoveredAt(air, startAt, band, latestMs)
    return { startAt, endAt }
  })
}

function risenAt(
  air: Series,
  fromMs: number,
  { setpointC, differentialK }: ControlBand,
  latestMs: number,
  isHeating: boolean,
): EpochMs {
  const lowC = isHeating ? setpointC - differentialK : setpointC
  for (let index = 0; index < air.timesMs.length; index++) {
    const at = air.timesMs[index] as number
    if (at < fromMs) continue
    if (at >= latestMs) break
    if ((air.values[index] as number) >= lowC) return epochMs(at)
  }
  return epochMs(latestMs)
}
