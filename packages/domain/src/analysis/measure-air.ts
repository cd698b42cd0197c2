import { forEachHeldWithin } from '../points/series'
import { bandAt } from './control-bands'
import type { HealthObservation } from './health-indicators'
import { weightedQuantile } from './median'
import { overlapWith } from './overlap-with'

const DEVIATION_SHARE = 0.95

export interface AirFigures {
  readonly knownMs: number
  readonly deviationK: number | null
  readonly setpointC: number | null
}

/** A hot case is mirrored: its heater starts below set point − differential and stops at the set point. */
export function measureAir({
  zone,
  bands,
  isBandKnown,
  window,
  mask,
  readings,
}: HealthObservation): AirFigures {
  const { air } = readings
  const distances: number[] = []
  const weights: number[] = []
  const maskedMs = overlapWith(mask)
  let [knownMs, insideMs, above, below, setpointMs] = [0, 0, 0, 0, 0]
  let [place, band] = [0, bandAt(bands, window.period.startAt)]
  forEachHeldWithin(air, window, (index, fromMs, toMs) => {
    while (place < bands.length && (bands[place]?.fromMs ?? 0) <= fromMs) band = bands[place++]?.band ?? band
    const lowC = zone === 'HOT' ? band.setpointC - band.differentialK : band.setpointC
    const highC = lowC + band.differentialK
    knownMs += toMs - fromMs
    setpointMs += (toMs - fromMs) * band.setpointC
    const ms = toMs - fromMs - maskedMs(fromMs, toMs)
    const airC = air.values[index] as number
    const distanceK = Math.max(0, airC - highC, lowC - airC)
    if (distanceK === 0) {
      insideMs += ms
      return
    }
    if (airC > highC) above += ms * distanceK
    else below += ms * distanceK
    distances.push(distanceK)
    weights.push(ms)
  })
  const deviationK = weightedQuantile([0, ...distances], [insideMs, ...weights], DEVIATION_SHARE)
  return {
    knownMs,
    deviationK: deviationK !== null && below > above ? -deviationK : deviationK,
    setpointC: isBandKnown && knownMs > 0 ? setpointMs / knownMs : null,
  }
}
