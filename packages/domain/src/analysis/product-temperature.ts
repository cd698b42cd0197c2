import type { Series } from '../points/series'
import { hours, minutes } from '../time/instant'

/** The estimate starts at the mean of the air over so long. */
const START_MS = hours(1)
/** After a gap of more than so many time constants nothing is left of what was known: the estimate starts again. */
const FORGOTTEN_AFTER_LAGS = 3

/**
 * Temperature of the product, estimated from the air around it by a first-order lag, as the food temperature that case
 * controllers show: after Δt minutes it has made up 1 − e^(−Δt/lag) of its distance to the air. Starts at the mean of
 * the air readings of the first hour, and again so after a gap of more than three lags. Has the instants of the air
 * and no value where the air has none.
 *
 * What it starts from fades: after six lags a quarter of a percent of it is left, so hand in readings from well before
 * what is to be judged.
 * @param air °C
 */
export function estimateProductTemperature(air: Series, lagMinutes: number): Series {
  const count = air.timesMs.length
  const values = new Float64Array(count).fill(Number.NaN)
  const forgottenMs = minutes(FORGOTTEN_AFTER_LAGS * lagMinutes)
  let productC = 0
  let lastMs = Number.NEGATIVE_INFINITY
  let [stepMs, followed] = [0, 0]
  for (let index = 0; index < count; index++) {
    const airC = air.values[index] as number
    if (Number.isNaN(airC)) continue
    const atMs = air.timesMs[index] as number
    if (atMs - lastMs > forgottenMs) {
      productC = meanOfFirstHour(air, index)
    } else {
      // Steps are nearly all of one length.
      if (atMs - lastMs !== stepMs) {
        stepMs = atMs - lastMs
        followed = 1 - Math.exp(-stepMs / minutes(lagMinutes))
      }
      productC += followed * (airC - productC)
    }
    values[index] = productC
    lastMs = atMs
  }
  return { timesMs: air.timesMs, values }
}

function meanOfFirstHour(air: Series, from: number): number {
  const endMs = (air.timesMs[from] as number) + START_MS
  let sum = 0
  let count = 0
  for (let index = from; index < air.timesMs.length && (air.timesMs[index] as number) < endMs; index++) {
    const airC = air.values[index] as number
    if (Number.isNaN(airC)) continue
    sum += airC
    count++
  }
  return sum / count
}
