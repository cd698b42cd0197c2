import { normal, randomStream } from '../random'
import { humidityRatio, saturationRatio } from './moist-air'

/** A place: its year and its day as two waves, days that differ from them, and how moist its air is. */
export interface ClimatePlan {
  readonly yearMeanC: number
  /** Half of the difference between the warmest and the coldest month, and between afternoon and dawn. */
  readonly yearSwingK: number
  readonly daySwingK: number
  readonly dayNoiseK: number
  /** The dew point lies this far below the mean of the day. */
  readonly dewDepressionK: number
  readonly heatWaves: readonly HeatWave[]
  /** Straight warming over the record, K per day: a season that turns faster than the year's wave. */
  readonly trendKPerDay: number
}

export interface HeatWave {
  readonly startMs: number
  readonly days: number
  readonly warmerK: number
}

export interface Climate {
  outdoorC(atMs: number): number
  /** kg of water per kg of dry air. */
  outdoorRatio(atMs: number): number
}

export const climatePlans = {
  subtropical: { yearMeanC: 24, yearSwingK: 6, daySwingK: 3.5, dayNoiseK: 1.8, dewDepressionK: 4 },
  temperate: { yearMeanC: 16, yearSwingK: 11, daySwingK: 4.5, dayNoiseK: 2.4, dewDepressionK: 6 },
  continental: { yearMeanC: 11, yearSwingK: 14, daySwingK: 6, dayNoiseK: 3, dewDepressionK: 7 },
} as const

const DAY_MS = 86_400_000
const YEAR_DAYS = 365.25
const HOTTEST_DAY = 205
const HOTTEST_HOUR = 15
const RISE_MS = DAY_MS / 2
const NOISE_MEMORY = 0.65

/** @param days length of the record that starts at `fromMs`, local midnight */
export function makeClimate(seed: number, plan: ClimatePlan, fromMs: number, days: number): Climate {
  const noise = dayNoise(seed, plan.dayNoiseK, days + 2)
  const firstDayOfYear = (fromMs - Date.UTC(new Date(fromMs).getUTCFullYear(), 0, 1)) / DAY_MS
  const dayMeanC = (atMs: number) => {
    const day = (atMs - fromMs) / DAY_MS
    const whole = Math.max(0, Math.min(noise.length - 2, Math.floor(day)))
    const part = Math.max(0, Math.min(1, day - whole))
    const weather = (noise[whole] as number) * (1 - part) + (noise[whole + 1] as number) * part
    const season = Math.cos((2 * Math.PI * (firstDayOfYear + day - HOTTEST_DAY)) / YEAR_DAYS)
    return (
      plan.yearMeanC + plan.yearSwingK * season + weather + plan.trendKPerDay * day + heatWaveK(plan, atMs)
    )
  }
  return {
    outdoorC: (atMs) => {
      const hour = ((atMs - fromMs) / 3_600_000) % 24
      return dayMeanC(atMs) + plan.daySwingK * Math.cos((2 * Math.PI * (hour - HOTTEST_HOUR)) / 24)
    },
    outdoorRatio: (atMs) => saturationRatio(dayMeanC(atMs) - plan.dewDepressionK),
  }
}

function heatWaveK(plan: ClimatePlan, atMs: number): number {
  let warmer = 0
  for (const wave of plan.heatWaves) {
    const since = atMs - wave.startMs
    const left = wave.days * DAY_MS - since
    if (since > 0 && left > 0) warmer += wave.warmerK * Math.min(1, since / RISE_MS, left / RISE_MS)
  }
  return warmer
}

/** Each day remembers the one before, as weather does. */
function dayNoise(seed: number, deviationK: number, days: number): number[] {
  const random = randomStream(seed, 'weather')
  const fresh = deviationK * Math.sqrt(1 - NOISE_MEMORY ** 2)
  let last = deviationK * normal(random)
  return Array.from({ length: days }, () => {
    last = NOISE_MEMORY * last + fresh * normal(random)
    return last
  })
}

const COMFORT_C = 23
const FOLLOWS = 0.18
const CLOSED_FOLLOWS = 0.35
const HIGHEST_INDOOR_C = 30
const LOWEST_INDOOR_C = 16
const MOISTEST = 0.62
const PEOPLE_RATIO = 0.0004

/**
 * Air around a case: conditioned while the shop is open, and left to itself when it is closed. Outdoor air comes in
 * as moist as it is, but the air conditioning keeps it below 62 %.
 */
export function indoorC(outdoorC: number, isOpen: boolean): number {
  const follows = isOpen ? FOLLOWS : CLOSED_FOLLOWS
  return Math.max(LOWEST_INDOOR_C, Math.min(HIGHEST_INDOOR_C, COMFORT_C + follows * (outdoorC - COMFORT_C)))
}

export function indoorRatio(outdoorRatio: number, roomC: number): number {
  return Math.min(outdoorRatio + PEOPLE_RATIO, humidityRatio(roomC, MOISTEST))
}
