/** What one stretch of time used, active and reactive, from counters. */
export interface Usage {
  readonly energyKwh: number
  readonly reactiveKvarh: number
}

/**
 * How the energy of demand intervals spreads over power factors. It adds up over intervals, days and stores,
 * so that any threshold can be applied to it afterwards.
 */
export interface PowerFactorSpread {
  /** Of all intervals whose power factor is known. */
  readonly energyKwh: number
  /**
   * Of those with enough load to be judged: whole percent (79 means 79.0 to below 80.0), how many, their kWh.
   */
  readonly judged: readonly (readonly [percent: number, intervals: number, energyKwh: number])[]
}

export const NO_SPREAD: PowerFactorSpread = { energyKwh: 0, judged: [] }

/** What a threshold finds in a spread. */
export interface LowPowerFactor {
  readonly intervals: number
  /** Share 0 to 1 of the energy that was used in low intervals; null where no power factor is known. */
  readonly energyShare: number | null
}

/** Idle transformers are not judged: an interval below this share of the contracted demand. */
const LEAST_LOAD_SHARE = 0.1
/** Differences of counters carry noise in the last digits, and exactly 80 % must stay 80 %. */
const PERCENT_DECIMALS = 1e6
const NOISE_KWH = 1e-6

/**
 * Power factor of a period, 0 to 1, from what it used: `kWh / √(kWh² + kvarh²)`, never a mean of samples. Null where
 * nothing was used. The direction of the reactive energy does not matter.
 */
export function powerFactorOf({ energyKwh, reactiveKvarh }: Usage): number | null {
  const apparentKvah = Math.hypot(energyKwh, reactiveKvarh)
  return apparentKvah === 0 ? null : energyKwh / apparentKvah
}

/**
 * Spreads the usage of demand intervals.
 * @param usages null where an interval's energy is not known
 * @param demandMinutes length of each
 * @param contractedKw null: there is nothing to call idle by, and every interval with a load is judged
 */
export function spreadPowerFactors(
  usages: Iterable<Usage | null>,
  demandMinutes: number,
  contractedKw: number | null,
): PowerFactorSpread {
  const leastKwh = (LEAST_LOAD_SHARE * (contractedKw ?? 0) * demandMinutes) / 60
  let energyKwh = 0
  const bins: Bins = new Map()
  for (const usage of usages) {
    const factor = usage && powerFactorOf(usage)
    if (usage === null || factor === null) continue
    energyKwh += usage.energyKwh
    const isJudged = usage.energyKwh > 0 && usage.energyKwh >= leastKwh - NOISE_KWH
    if (isJudged) addTo(bins, wholePercent(factor), 1, usage.energyKwh)
  }
  return { energyKwh, judged: sorted(bins) }
}

/** Spreads of several days or stores together. */
export function sumSpreads(spreads: Iterable<PowerFactorSpread>): PowerFactorSpread {
  let energyKwh = 0
  const bins: Bins = new Map()
  for (const spread of spreads) {
    energyKwh += spread.energyKwh
    for (const [percent, intervals, kwh] of spread.judged) addTo(bins, percent, intervals, kwh)
  }
  return { energyKwh, judged: sorted(bins) }
}

/**
 * Intervals whose power factor lies below a threshold, and the share of the energy they used.
 * @param thresholdPercent whole, 1 to 100; a factor of exactly the threshold is not low
 */
export function lowPowerFactor(spread: PowerFactorSpread, thresholdPercent: number): LowPowerFactor {
  let intervals = 0
  let energyKwh = 0
  for (const [percent, count, kwh] of spread.judged) {
    if (percent >= thresholdPercent) break
    intervals += count
    energyKwh += kwh
  }
  return { intervals, energyShare: spread.energyKwh === 0 ? null : energyKwh / spread.energyKwh }
}

type Bins = Map<number, [intervals: number, energyKwh: number]>

function addTo(bins: Bins, percent: number, intervals: number, energyKwh: number): void {
  const bin = bins.get(percent)
  if (!bin) {
    bins.set(percent, [intervals, energyKwh])
    return
  }
  bin[0] += intervals
  bin[1] += energyKwh
}

function sorted(bins: Bins): PowerFactorSpread['judged'] {
  return [...bins]
    .map(([percent, [intervals, energyKwh]]) => [percent, intervals, energyKwh] as const)
    .sort(([a], [b]) => a - b)
}

function wholePercent(factor: number): number {
  return Math.floor(Math.round(100 * factor * PERCENT_DECIMALS) / PERCENT_DECIMALS)
}
