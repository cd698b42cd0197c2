import { normal, type RandomState, randomStream } from '../random'

/**
 * Outdoor temperature of one place: a wave over the year, a wave over the day, and a remainder that fades from hour to
 * hour by `hourlyCorrelation`.
 */
export interface WeatherStation {
  readonly name: string
  readonly meanC: number
  readonly yearAmplitudeK: number
  readonly warmestDay: number
  readonly dayAmplitudeK: number
  readonly warmestHour: number
  readonly remainderK: number
  readonly hourlyCorrelation: number
  /** The clock of `warmestDay` and `warmestHour`. Neither country uses summer time. */
  readonly utcOffsetHours: number
}

/**
 * Taipei, Taichung and Kaohsiung are least-squares fits over hourly records of Taiwan's weather administration, June
 * 2020 to March 2022. Tokyo and Osaka follow the published climate normals; their remainder is taken from Taipei.
 */
export const weatherStations = {
  taipei: station('taipei', 24.1, 7.0, 205, 1.9, 13.9, 2.8, 0.967, 8),
  taichung: station('taichung', 24.2, 6.0, 208, 2.9, 14.1, 2.6, 0.957, 8),
  kaohsiung: station('kaohsiung', 25.6, 5.1, 211, 2.0, 14.5, 2.2, 0.96, 8),
  tokyo: station('tokyo', 16, 11, 215, 3.5, 14, 2.8, 0.967, 9),
  osaka: station('osaka', 17, 11.4, 215, 3.6, 14, 2.8, 0.967, 9),
} as const
export type WeatherStationName = keyof typeof weatherStations

/** The weather of one station as far as it was requested. */
export interface Weather {
  readonly station: WeatherStation
  readonly random: RandomState
  /** Remainder at full hours from `FIRST_HOUR` on. */
  readonly remainders: number[]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** 2015-01-01 UTC. The remainder is always followed from here, so every run meets the same weather at the same hour. */
const FIRST_HOUR = 394_464
const FIRST_HOUR_MS = FIRST_HOUR * HOUR_MS
const DAYS_OF_YEAR = 365.2425

export function makeWeather(seed: number, of: WeatherStation): Weather {
  const random = randomStream(seed, 'weather', of.name)
  return { station: of, random, remainders: [of.remainderK * normal(random)] }
}

/**
 * @param atMs not before 2015.
 * @throws RangeError before 2015.
 */
export function outdoorC(weather: Weather, atMs: number): number {
  return typicalC(weather.station, atMs) + remainderK(weather, atMs)
}

/** Minutes after midnight, 0 to 1439, on the clock of a station. */
export function minuteOfDay(of: WeatherStation, atMs: number): number {
  return Math.floor(((atMs + of.utcOffsetHours * HOUR_MS) % DAY_MS) / 60_000)
}

/** What the two waves alone give: the climate without the weather. */
function typicalC(of: WeatherStation, atMs: number): number {
  const localMs = atMs - FIRST_HOUR_MS + of.utcOffsetHours * HOUR_MS
  const dayOfYear = localMs / DAY_MS + 0.5
  const hour = (localMs % DAY_MS) / HOUR_MS
  return (
    of.meanC +
    of.yearAmplitudeK * Math.cos((2 * Math.PI * (dayOfYear - of.warmestDay)) / DAYS_OF_YEAR) +
    of.dayAmplitudeK * Math.cos((2 * Math.PI * (hour - of.warmestHour)) / 24)
  )
}

function remainderK(weather: Weather, atMs: number): number {
  const hours = (atMs - FIRST_HOUR_MS) / HOUR_MS
  const before = Math.floor(hours)
  const known = weather.remainders
  if (before < 0) throw new RangeError('There is no weather before 2015')
  const { remainderK: sigma, hourlyCorrelation: rho } = weather.station
  const fresh = sigma * Math.sqrt(1 - rho * rho)
  for (let last = known.at(-1) ?? 0; known.length < before + 2; known.push(last))
    last = rho * last + fresh * normal(weather.random)
  const left = known[before] ?? 0
  const right = known[before + 1] ?? left
  return left + (right - left) * (hours - before)
}

function station(
  name: string,
  meanC: number,
  yearAmplitudeK: number,
  warmestDay: number,
  dayAmplitudeK: number,
  warmestHour: number,
  remainder: number,
  hourlyCorrelation: number,
  utcOffsetHours: number,
): WeatherStation {
  return {
    name,
    meanC,
    yearAmplitudeK,
    warmestDay,
    dayAmplitudeK,
    warmestHour,
    remainderK: remainder,
    hourlyCorrelation,
    utcOffsetHours,
  }
}
