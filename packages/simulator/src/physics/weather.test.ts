import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { makeWeather, outdoorC, type WeatherStationName, weatherStations } from './weather'

const HOUR_MS = 3_600_000

interface Climate {
  mean: number
  yearAmplitude: number
  dayAmplitude: number
  sigma: number
  correlation: number
}

/** Hourly temperatures as recorded, with the instant of each. */
function recorded(name: string): { atMs: number[]; celsius: number[] } {
  const text = readFileSync(new URL(`../../places/weather-${name}.tsv`, import.meta.url), 'utf8')
  const atMs: number[] = []
  const celsius: number[] = []
  for (const line of text.trimEnd().split('\n').slice(1)) {
    const [day, ...tenths] = line.split('\t')
    const midnight = Date.parse(`${day}T00:00:00+08:00`)
    for (const [index, value] of tenths.entries()) {
      if (value === '') continue
      atMs.push(midnight + (index + 1) * HOUR_MS)
      celsius.push(Number(value) / 10)
    }
  }
  return { atMs, celsius }
}

/** Least squares of a constant, a wave over the year and a wave over the day; then the remainder. */
function fit(atMs: readonly number[], celsius: readonly number[]): Climate {
  const rows = atMs.map((at) => {
    const local = at + 8 * HOUR_MS
    const year = (2 * Math.PI * local) / (365.2425 * 24 * HOUR_MS)
    const day = (2 * Math.PI * local) / (24 * HOUR_MS)
    return [1, Math.cos(year), Math.sin(year), Math.cos(day), Math.sin(day)]
  })
  const size = 5
  const system = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (_, j) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0)),
    rows.reduce((sum, row, n) => sum + row[i]! * celsius[n]!, 0),
  ])
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      if (j === i) continue
      const factor = system[j]![i]! / system[i]![i]!
      for (let k = i; k <= size; k++) system[j]![k]! -= factor * system[i]![k]!
    }
  }
  const found = system.map((row, i) => row[size]! / row[i]!)
  const rest = rows.map((row, n) => celsius[n]! - row.reduce((sum, x, i) => sum + x * found[i]!, 0))
  const variance = rest.reduce((sum, x) => sum + x * x, 0) / rest.length
  const lagged = rest.slice(1).reduce((sum, x, n) => sum + x * rest[n]!, 0) / (rest.length - 1)
  return {
    mean: found[0]!,
    yearAmplitude: Math.hypot(found[1]!, found[2]!),
    dayAmplitude: Math.hypot(found[3]!, found[4]!),
    sigma: Math.sqrt(variance),
    correlation: lagged / variance,
  }
}

describe.each<WeatherStationName>(['taipei', 'taichung', 'kaohsiung'])('the weather of %s', (name) => {
  const { atMs, celsius } = recorded(name)
  const truth = fit(atMs, celsius)

  test('has the coefficients of the recorded hours', () => {
    const station = weatherStations[name]
    expect(atMs.length).toBeGreaterThan(15_350)
    expect(station.meanC).toBeCloseTo(truth.mean, 1)
    expect(station.yearAmplitudeK).toBeCloseTo(truth.yearAmplitude, 1)
    expect(Math.abs(station.dayAmplitudeK - truth.dayAmplitude)).toBeLessThan(0.06)
    expect(Math.abs(station.remainderK - truth.sigma)).toBeLessThan(0.06)
    expect(Math.abs(station.hourlyCorrelation - truth.correlation)).toBeLessThan(0.002)
  })

  test('when made again over the same hours, looks like the recorded one', () => {
    const weather = makeWeather(1, weatherStations[name])
    const made = fit(
      atMs,
      atMs.map((at) => outdoorC(weather, at)),
    )
    expect(Math.abs(made.mean - truth.mean)).toBeLessThan(0.5)
    expect(Math.abs(made.yearAmplitude - truth.yearAmplitude)).toBeLessThan(0.7)
    expect(Math.abs(made.dayAmplitude - truth.dayAmplitude)).toBeLessThan(0.2)
    expect(made.sigma / truth.sigma).toBeGreaterThan(0.88)
    expect(made.sigma / truth.sigma).toBeLessThan(1.12)
    expect(Math.abs(made.correlation - truth.correlation)).toBeLessThan(0.01)
  })
})

test('an hour has the same weather whether or not earlier hours were queried', () => {
  const at = Date.parse('2026-11-20T10:20:00Z')
  const queried = makeWeather(5, weatherStations.tokyo)
  outdoorC(queried, at - 40 * 24 * HOUR_MS)
  outdoorC(queried, at + 40 * 24 * HOUR_MS)
  expect(outdoorC(queried, at)).toBe(outdoorC(makeWeather(5, weatherStations.tokyo), at))
})

test('Tokyo is 22 K warmer at the height of summer than of winter, at its warmest at two in the afternoon', () => {
  const { tokyo } = weatherStations
  let summer = 0
  let winter = 0
  const weather = makeWeather(3, tokyo)
  for (let day = 0; day < 200; day++) {
    summer += outdoorC(weather, Date.parse(`${2016 + (day % 10)}-08-03T05:00:00Z`) + day * 1000) / 200
    winter += outdoorC(weather, Date.parse(`${2016 + (day % 10)}-02-01T05:00:00Z`) + day * 1000) / 200
  }
  expect(summer).toBeGreaterThan(16 + 11 + 3.5 - 3)
  expect(summer).toBeLessThan(16 + 11 + 3.5 + 3)
  expect(winter).toBeGreaterThan(16 - 11 + 3.5 - 3)
  expect(winter).toBeLessThan(16 - 11 + 3.5 + 3)
})

test('weather before 2015 is refused', () => {
  const weather = makeWeather(1, weatherStations.taipei)
  expect(() => outdoorC(weather, Date.parse('2014-12-31T23:00:00Z'))).toThrow(RangeError)
})
