import { expect, test } from 'vitest'
import type { Series } from '../points/series'
import { epochMs } from '../time/instant'
import { inferDefrosts } from './infer-defrosts'

const startAt = Date.parse('2026-11-20T00:00:00Z')
const minute = (count: number) => epochMs(startAt + count * 60_000)
const window = { period: { startAt: minute(0), endAt: minute(720) }, periodSeconds: 60, excluded: [] }

/** Ten minutes on, eight off; from minute 352 on a rest of so many minutes at whose end the coil is so warm. */
const parts = (wholeMinutes: number, coilC: number) => {
  const restMinutes = wholeMinutes - 8
  const onAgain = 360 + restMinutes
  const isOn = (at: number) => (at < 360 ? at % 18 < 10 : at >= onAgain && (at - onAgain) % 18 < 10)
  const timesMs = Array.from({ length: 720 }, (_, at) => minute(at))
  const series = (of: (at: number) => number): Series => ({ timesMs, values: timesMs.map((_, at) => of(at)) })
  return {
    air: series(() => 4),
    evaporator: series((at) => (isOn(at) ? -6 : at >= 360 && at < 360 + restMinutes ? coilC : -2)),
    compressor: series((at) => Number(isOn(at))),
  }
}
const found = (restMinutes: number, coilC: number, zone: 'C7' | 'FZ' = 'C7') =>
  inferDefrosts(parts(restMinutes, coilC), zone, window).map(({ startAt: from, endAt }) => [
    (from - startAt) / 60_000,
    (endAt - startAt) / 60_000,
  ])

test('a rest of 25 minutes among rests of eight, with a coil at 2 °C in air at 4, is an off-cycle defrost', () => {
  expect(found(25, 2)).toEqual([[352, 377]])
})
test('not when the coil has stayed below freezing, or far below the air', () => {
  expect(found(25, -1)).toEqual([])
  expect(found(25, 0.9)).toEqual([])
})
test('not in a rest of less than 2.5 times the usual one, nor in one of more than two hours', () => {
  expect(found(19, 2)).toEqual([])
  expect(found(121, 2)).toEqual([])
})
test('not where food is frozen', () => {
  expect(found(25, 2, 'FZ')).toEqual([])
})
