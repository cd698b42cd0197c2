import { expect, test } from 'vitest'
import type { Series } from '../points/series'
import { epochMs } from '../time/instant'
import { inferPauses } from './infer-pauses'

const startAt = Date.parse('2026-11-20T00:00:00Z')
const minute = (count: number) => epochMs(startAt + count * 60_000)
const period = (from: number, to: number) => ({ startAt: minute(from), endAt: minute(to) })
/** A reading a minute of a day. */
const byMinute = (of: (minute: number) => number): Series => ({
  timesMs: Array.from({ length: 1440 }, (_, at) => minute(at)),
  values: Array.from({ length: 1440 }, (_, at) => of(at)),
})
const window = { period: period(0, 1440), periodSeconds: 60, excluded: [] }
const bands = [{ fromMs: 0, band: { setpointC: 2, differentialK: 2 } }]
type Stretch = readonly [from: number, to: number]
const within = (at: number, stretches: readonly Stretch[]) =>
  stretches.some(([from, to]) => at >= from && at < to)
/** Runs, except in the stretches, in which the air warms to 9 °C. */
const pauses = (stretches: readonly Stretch[], warmC = 9, defrosts: readonly Stretch[] = []) =>
  inferPauses(
    byMinute((at) => (within(at, stretches) ? 0 : 1)),
    byMinute((at) => (within(at, stretches) ? warmC : 3)),
    bands,
    defrosts.map(([from, to]) => period(from, to)),
    window,
  )

test('a rest of three hours in warm air is a pause, with the four hours after it', () => {
  expect(pauses([[600, 780]])).toEqual([period(600, 780 + 240)])
})
test('while it lasts it is one too', () => {
  expect(pauses([[1380, 1440]])).toEqual([period(1380, 1440 + 240)])
})
test('of less than 45 minutes, or more than 4 hours, it is not one', () => {
  expect(pauses([[600, 640]])).toEqual([])
  expect(pauses([[600, 841]])).toEqual([])
})
test('a rest in cold air is not one: nothing had to be cooled', () => {
  // band to 4 °C, and 1 K
  expect(pauses([[600, 780]], 5)).toEqual([])
  expect(pauses([[600, 780]], 5.1)).toHaveLength(1)
})
test('a compressor that rests in warm air twice is failing, not being cleaned', () => {
  const twice: Stretch[] = [
    [300, 400],
    [600, 700],
  ]
  expect(pauses(twice)).toEqual([])
})
test('a defrost is not one', () => {
  expect(pauses([[600, 660]], 9, [[600, 650]])).toEqual([])
})
test('lost polls do not split it in two', () => {
  const running = byMinute((at) => (within(at, [[600, 780]]) ? 0 : 1))
  const values = Array.from(running.values, (value, at) => (within(at, [[700, 706]]) ? Number.NaN : value))
  const air = byMinute((at) => (within(at, [[600, 780]]) ? 9 : 3))
  expect(inferPauses({ ...running, values }, air, bands, [], window)).toEqual([period(600, 1020)])
})
