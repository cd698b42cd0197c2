import { forEachHeldWithin } from '../points/series'
import { compressorRuns } from './compressor-runs'
import type { HealthObservation, MeasuredHealth } from './health-indicators'
import { LEAST_COVERAGE } from './least-coverage'
import { overlapWith } from './overlap-with'

type CompressorFigures = Pick<
  MeasuredHealth,
  | 'runRatio'
  | 'openRunRatio'
  | 'closedRunRatio'
  | 'closedHours'
  | 'startsPerHour'
  | 'pullDownKPerMinute'
  | 'coilDifferenceK'
  | 'superheatK'
  | 'restDifferenceK'
>

const ON = 0.5
const HOUR_MS = 3_600_000
/** A shop that hardly closes has no night to compare. */
const LEAST_PART_MS = 2 * HOUR_MS
const FULL_PERCENT = 100

const NO_COMPRESSOR: CompressorFigures = {
  runRatio: null,
  openRunRatio: null,
  closedRunRatio: null,
  closedHours: null,
  startsPerHour: null,
  pullDownKPerMinute: null,
  coilDifferenceK: null,
  superheatK: null,
  restDifferenceK: null,
}

/** Of a hot case it is the heater, and warming up is what counts as positive. */
export function measureCompressor(observation: HealthObservation, windowMs: number): CompressorFigures {
  const { zone, window, mask, defrosts, openHours, readings } = observation
  const { compressor, capacity, air, evaporator, superheat } = readings
  if (compressor === null) return NO_COMPRESSOR
  const maskedMs = overlapWith(mask)
  const defrostingMs = overlapWith(defrosts)
  const tradingMs = overlapWith(openHours)
  let [knownMs, steadyMs, coolingMs, onMs] = [0, 0, 0, 0]
  let [openMs, openOnMs] = [0, 0]
  forEachHeldWithin(compressor, window, (index, fromMs, toMs) => {
    const ms = toMs - fromMs - defrostingMs(fromMs, toMs)
    knownMs += toMs - fromMs
    steadyMs += toMs - fromMs - maskedMs(fromMs, toMs)
    coolingMs += ms
    const running =
      capacity === null
        ? Number((compressor.values[index] as number) >= ON)
        : (capacity.values[index] as number) / FULL_PERCENT
    onMs += ms * running
    // a defrost at the edge of the hours is counted to both by its share
    const open = (ms * tradingMs(fromMs, toMs)) / Math.max(1, toMs - fromMs)
    openMs += open
    openOnMs += open * running
  })
  if (windowMs === 0 || knownMs < LEAST_COVERAGE * windowMs) return NO_COMPRESSOR
  // what is set by degrees does not start and stop as often as it is asked to cool
  const runs = compressorRuns({ compressor, air, evaporator, superheat }, mask, window)
  const { pullDownKPerMinute } = runs
  return {
    runRatio: coolingMs === 0 ? null : onMs / coolingMs,
    ...byTrade({ coolingMs, onMs, openMs, openOnMs }),
    startsPerHour: steadyMs === 0 || capacity !== null ? null : (runs.starts * HOUR_MS) / steadyMs,
    pullDownKPerMinute:
      capacity !== null || pullDownKPerMinute === null
        ? null
        : zone === 'HOT'
          ? -pullDownKPerMinute
          : pullDownKPerMinute,
    coilDifferenceK: runs.coilDifferenceK,
    superheatK: runs.superheatK,
    restDifferenceK: runs.restDifferenceK,
  }
}

type Running = Readonly<Record<'coolingMs' | 'onMs' | 'openMs' | 'openOnMs', number>>

function byTrade({ coolingMs, onMs, openMs, openOnMs }: Running) {
  const closedMs = coolingMs - openMs
  if (openMs < LEAST_PART_MS || closedMs < LEAST_PART_MS)
    return { openRunRatio: null, closedRunRatio: null, closedHours: null }
  return {
    openRunRatio: openOnMs / openMs,
    closedRunRatio: (onMs - openOnMs) / closedMs,
    closedHours: closedMs / HOUR_MS,
  }
}
