import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Series, Window } from '../points/series'
import { type EpochMs, epochMs, later, minutes } from '../time/instant'
import { localDate } from '../time/local-date'
import { contains } from '../time/period'
import { dayPeriod } from '../time/store-calendar'
import { defrostMask, defrostPeriods, inferDefrostPeriods } from './defrost'
import {
  type DefrostScan,
  type DefrostSetting,
  type DefrostWatch,
  forgivenUntil,
  noDefrost,
  stepDefrost,
} from './defrost-watch'

const ZONE = 'Asia/Taipei'
const day = dayPeriod(ZONE, localDate('2026-11-20'))
const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}:00+08:00`))
const clockOf = (instant: EpochMs | null) =>
  instant === null ? null : new Date(instant + 8 * 3_600_000).toISOString().slice(11, 16)
const setting = (over: Partial<DefrostSetting> = {}): DefrostSetting => ({
  band: { setpointC: 2, differentialK: 2 },
  temperatureZone: 'C7',
  timeZone: ZONE,
  periodMs: minutes(5),
  hasDefrostPoint: true,
  ...over,
})
const nothing = { air: null, evaporator: null, compressor: null, defrost: null }
const step = (watch: DefrostWatch, clock: string, values: Partial<DefrostScan>, over = {}) =>
  stepDefrost(watch, setting(over), { ...nothing, at: at(clock), ...values })

test('the air is forgiven from the start of a defrost to 30 minutes after its end', () => {
  let watch = step(noDefrost, '12:00', { defrost: 1 })
  expect(clockOf(forgivenUntil(watch, setting(), at('12:00')))).toBe('12:40')
  watch = step(watch, '12:10', { defrost: 1, air: 6 })
  watch = step(watch, '12:20', { defrost: 0, air: 9 })
  expect(clockOf(forgivenUntil(watch, setting(), at('12:20')))).toBe('12:50')
  expect(forgivenUntil(watch, setting(), at('12:50'))).toBeNull()
})

test('or until a reading after its end is within the band', () => {
  let watch = step(noDefrost, '12:00', { defrost: 1, air: 3 })
  watch = step(watch, '12:05', { defrost: 0, air: 4.5 })
  watch = step(watch, '12:10', { defrost: 0, air: 4 })
  expect(forgivenUntil(watch, setting(), at('12:10'))).toBeNull()
})

interface Row {
  readonly at: EpochMs
  readonly air: number
  readonly evaporator: number
  readonly compressor: number
  readonly defrost: number
}

/** Scans of a day in which defrosts begin and end, readings are missing and whole periods are silent. */
const scans = fc
  .array(
    fc.record({
      gapMinutes: fc.constantFrom(5, 5, 5, 5, 5, 5, 2, 7, 10, 11, 40),
      air: fc.constantFrom(3, 4, 6, 9, Number.NaN),
      warmer: fc.constantFrom(-8, 0.5, 5),
      // states last, so that defrosts do
      turn: fc.constantFrom('stay', 'stay', 'stay', 'stay', 'defrost', 'compressor', 'unknown'),
    }),
    { minLength: 5, maxLength: 120 },
  )
  .map((steps) => {
    const rows: Row[] = []
    let instant = day.startAt
    let [defrost, compressor] = [0, 0]
    for (const { gapMinutes, air, warmer, turn } of steps) {
      if (turn === 'defrost') defrost = 1 - defrost
      if (turn === 'compressor') compressor = 1 - compressor
      const known = turn === 'unknown' ? Number.NaN : 1
      rows.push({
        at: instant,
        air,
        evaporator: (Number.isNaN(air) ? 3 : air) + warmer,
        compressor: compressor * known,
        defrost: defrost * known,
      })
      instant = later(instant, minutes(gapMinutes))
    }
    return rows
  })

const column = (rows: readonly Row[], name: Exclude<keyof Row, 'at'>): Series => ({
  timesMs: rows.map((row) => row.at),
  values: rows.map((row) => row[name]),
})
const orNull = (value: number) => (Number.isNaN(value) ? null : value)

test.each([true, false])(
  'continued scan by scan it agrees with the mask of the day (defrost point: %s)',
  (hasDefrostPoint) => {
    fc.assert(
      fc.property(scans, (rows) => {
        const how = setting({ hasDefrostPoint })
        let watch = noDefrost
        for (const [index, row] of rows.entries()) {
          const { air, evaporator, compressor, defrost } = row
          watch = stepDefrost(watch, how, {
            at: row.at,
            air: orNull(air),
            evaporator: orNull(evaporator),
            compressor: orNull(compressor),
            defrost: orNull(defrost),
          })
          watch = JSON.parse(JSON.stringify(watch))
          const sofar = rows.slice(0, index + 1)
          const next = rows[index + 1]?.at ?? later(row.at, minutes(60))
          const window: Window = {
            period: { startAt: day.startAt, endAt: next },
            periodSeconds: 300,
            excluded: [],
          }
          const air2 = column(sofar, 'air')
          const defrosts = hasDefrostPoint
            ? defrostPeriods(column(sofar, 'defrost'), window)
            : inferDefrostPeriods(
                {
                  air: air2,
                  evaporator: column(sofar, 'evaporator'),
                  compressor: column(sofar, 'compressor'),
                },
                window,
              )
          const mask = defrostMask(defrosts, air2, [{ fromMs: 0, band: how.band }], 'C7', window)
          for (let probe = row.at; probe < next; probe = later(probe, minutes(1))) {
            const isForgiven = mask.some((period) => contains(period, probe))
            expect([clockOf(probe), forgivenUntil(watch, how, probe) !== null]).toEqual([
              clockOf(probe),
              isForgiven,
            ])
          }
        }
      }),
      { numRuns: 100 },
    )
  },
)

test('eight defrosts a day are forgiven 360 minutes, and the next day starts from zero', () => {
  let watch = noDefrost
  const forgiven: string[] = []
  for (let scan = 0; scan < 9; scan++) {
    const startAt = later(day.startAt, minutes(180 * scan))
    for (const [offset, defrost] of [
      [0, 1],
      [10, 1],
      [20, 0],
    ] as const) {
      watch = stepDefrost(watch, setting(), { ...nothing, at: later(startAt, minutes(offset)), defrost })
    }
    const after = later(startAt, minutes(21))
    forgiven.push(`${clockOf(after)}-${clockOf(forgivenUntil(watch, setting(), after))}`)
  }
  expect(forgiven).toEqual([
    '00:21-00:50',
    '03:21-03:50',
    '06:21-06:50',
    '09:21-09:50',
    '12:21-12:50',
    '15:21-15:50',
    '18:21-18:50',
    '21:21-null',
    '00:21-00:50',
  ])
})
