import { describe, expect, test } from 'vitest'
import type { Series } from '../points/series'
import { epochMs } from '../time/instant'
import type { Period } from '../time/period'
import { unrollCounter } from './counter'
import { type HealthObservation, type HealthReadings, measureHealth } from './health-indicators'

const MINUTE_MS = 60_000
const startAt = Date.parse('2026-11-20T00:00:00Z')
const minute = (count: number) => epochMs(startAt + count * MINUTE_MS)
const period = (from: number, to: number): Period => ({ startAt: minute(from), endAt: minute(to) })
const day = period(0, 1440)

/** A reading every five minutes of the day. */
const every5 = (of: (minute: number) => number): Series => {
  const minutes = Array.from({ length: 288 }, (_, index) => 5 * index)
  return { timesMs: minutes.map((at) => minute(at)), values: minutes.map(of) }
}
const nothing: HealthReadings = {
  air: { timesMs: [], values: [] },
  compressor: null,
  capacity: null,
  evaporator: null,
  superheat: null,
  food: null,
  door: null,
  energy: null,
  power: null,
}
const observation = (
  readings: Partial<HealthReadings>,
  changes: Partial<HealthObservation> = {},
): HealthObservation => ({
  zone: 'C7',
  bands: [{ fromMs: 0, band: { setpointC: 2, differentialK: 2 } }],
  isBandKnown: true,
  isDefrostKnown: false,
  window: { period: day, periodSeconds: 300, excluded: [] },
  defrosts: [],
  mask: [],
  openHours: [day],
  quietHours: [],
  readings: { ...nothing, ...readings },
  ...changes,
})
const measure = (...of: Parameters<typeof observation>) => measureHealth(observation(...of))

describe('deviation', () => {
  test('is exceeded for 5 % of the time: 72 of 1440 minutes at 5.2 °C leave it at 0, 75 make it 1.2 K', () => {
    // 288 readings of 5 minutes; 95 % are reached with the 274th lowest (1370 ≥ 1368 min).
    expect(measure({ air: every5((at) => (at < 70 ? 5.2 : 3)) }).deviationK).toBe(0)
    expect(measure({ air: every5((at) => (at < 75 ? 5.2 : 3)) }).deviationK).toBeCloseTo(1.2, 10)
  })
  test('is negative where it is too cold', () => {
    expect(measure({ air: every5((at) => (at < 200 ? 0.5 : 3)) }).deviationK).toBe(-1.5)
  })
  test('leaves out what a defrost excuses', () => {
    const air = every5((at) => (at < 100 ? 9 : 3))
    expect(measure({ air }).deviationK).toBe(5)
    expect(measure({ air }, { mask: [period(0, 100)] }).deviationK).toBe(0)
  })
  test('of a hot case counts below 66 and above 70 °C', () => {
    const hot = {
      zone: 'HOT',
      bands: [{ fromMs: 0, band: { setpointC: 70, differentialK: 4 } }],
    } as const
    expect(measure({ air: every5((at) => (at < 300 ? 63 : 68)) }, hot).deviationK).toBe(-3)
    expect(measure({ air: every5((at) => (at < 300 ? 72 : 68)) }, hot).deviationK).toBe(2)
  })
  test('is not known without readings', () => {
    expect(measure({})).toMatchObject({ deviationK: null, coverage: 0, coveredMinutes: 0 })
  })
})

test('how far the air moves is the standard deviation of its readings', () => {
  // half of them 1 K above the mean, half 1 K below, over 287 of 288: √(288 ÷ 287)
  expect(measure({ air: every5((at) => (at % 10 === 0 ? 4 : 2)) }).moveK).toBeCloseTo(
    Math.sqrt(288 / 287),
    10,
  )
})

test('coverage is the share of the day that readings of the air stand for', () => {
  // Twelve hours of readings reach 10 minutes into the gap.
  const air = every5((at) => (at < 720 ? 3 : Number.NaN))
  expect(measure({ air })).toMatchObject({ coverage: 725 / 1440, coveredMinutes: 725 })
  const window = { period: day, periodSeconds: 300, excluded: [period(720, 1440)] }
  expect(measure({ air }, { window })).toMatchObject({ coverage: 1, coveredMinutes: 720 })
})

describe('recovery', () => {
  const after = (degrees: readonly number[], from: number) => (at: number) => degrees[(at - from) / 5] ?? 3

  test('goes to where the line between two readings crosses set point + differential', () => {
    // 9 °C at the end, 5 °C five minutes later, 3 °C after ten: 4 °C half-way, 7.5 min.
    const air = every5((at) => Math.max(after([9, 5, 3], 120)(at), after([9, 5, 3], 480)(at)))
    const defrosts = [period(100, 120), period(460, 480)]
    expect(measure({ air }, { defrosts }).recoveryMinutes).toBe(7.5)
  })
  test('of a single defrost is not significant', () => {
    const air = every5(after([9, 5, 3], 120))
    expect(measure({ air }, { defrosts: [period(100, 120)] }).recoveryMinutes).toBeNull()
  })
  test('is the median over the defrosts of the day', () => {
    const air = every5((at) =>
      Math.max(after([9, 5, 3], 120)(at), after([9, 9, 9, 5, 3], 480)(at), after([9, 3], 900)(at)),
    )
    const defrosts = [period(100, 120), period(460, 480), period(880, 900)]
    // 7.5, 17.5 and 5·5/6 minutes.
    expect(measure({ air }, { defrosts }).recoveryMinutes).toBe(7.5)
  })
  test('that the next defrost cuts off counts for as long as it lasted when that is longest', () => {
    const air = every5((at) => (at < 480 ? 9 : after([9, 5, 3], 500)(at)))
    const defrosts = [period(100, 120), period(480, 500)]
    // 120 to the last reading before 480: 355 minutes; and 7.5.
    expect(measure({ air }, { defrosts }).recoveryMinutes).toBe((355 + 7.5) / 2)
  })
  test('that has only begun when the day ends does not count', () => {
    const air = every5((at) =>
      Math.max(after([9, 9, 9, 5, 3], 120)(at), after([9, 9, 9, 5, 3], 720)(at), at >= 1425 ? 9 : 3),
    )
    const defrosts = [period(100, 120), period(700, 720), period(1410, 1425)]
    expect(measure({ air }, { defrosts }).recoveryMinutes).toBe(17.5)
  })
  test('with a gap in its readings does not count', () => {
    const air = every5((at) => (at > 120 && at < 140 ? Number.NaN : after([9, 0, 0, 0, 3], 120)(at)))
    expect(measure({ air }, { defrosts: [period(100, 120)] }).recoveryMinutes).toBeNull()
  })
})

describe('a compressor that runs 15 of every 30 minutes', () => {
  const runs = (at: number) => (at % 30 < 15 ? 1 : 0)
  // Falls by 0.3 K/min from 5 to 2 °C while it runs.
  const air = every5((at) => (at % 30 < 15 ? 5 - 0.3 * (at % 30) : 3))
  const compressor = every5(runs)

  test('has a run ratio of one half and two starts an hour', () => {
    const found = measure({ air, compressor })
    expect(found.runRatio).toBe(0.5)
    // The first run began before the day: 47 starts are seen in 24 hours.
    expect(found.startsPerHour).toBeCloseTo(47 / 24, 10)
  })
  test('with a modulating valve is judged by its opening, and has neither starts nor a pull-down', () => {
    // 80 % of half of the time
    const capacity = every5((at) => 80 * runs(at))
    expect(measure({ air, compressor, capacity })).toMatchObject({
      startsPerHour: null,
      pullDownKPerMinute: null,
    })
    expect(measure({ air, compressor, capacity }).runRatio).toBeCloseTo(0.4, 10)
  })
  test('is looked at apart while the shop is open and closed', () => {
    // open from 7:00 to 23:00, and then half of the runs are left out
    const openHours = [period(420, 1380)]
    const night = every5((at) =>
      at >= 420 && at < 1380 ? runs(at) : Math.min(runs(at), at % 60 < 30 ? 1 : 0),
    )
    const found = measure({ air, compressor: night }, { openHours })
    expect(found).toMatchObject({ openRunRatio: 0.5, closedRunRatio: 0.25, closedHours: 8 })
    expect(measure({ air, compressor })).toMatchObject({ openRunRatio: null, closedRunRatio: null })
    // a defrost belongs to neither
    const defrosts = [period(1380, 1440)]
    expect(measure({ air, compressor }, { openHours, defrosts }).closedHours).toBe(7)
  })
  test('cools by 0.3 K/min', () => {
    expect(measure({ air, compressor }).pullDownKPerMinute).toBeCloseTo(0.3, 10)
  })
  test('runs the same share of the time when defrosts are left out', () => {
    const defrosts = [period(60, 120)]
    const still = every5((at) => (at >= 60 && at < 120 ? 0 : runs(at)))
    expect(measure({ air, compressor: still }).runRatio).toBeCloseTo(690 / 1440, 10)
    expect(measure({ air, compressor: still }, { defrosts, mask: defrosts }).runRatio).toBe(0.5)
  })
  test('is compared with its coil from two minutes after a start, by the mean', () => {
    // At the first reading of a run the coil is still warm; the others lie 3.5 and 2 K above −4.
    const evaporator = every5((at) => (at % 30 === 0 ? 4 : -4))
    expect(measure({ air, compressor, evaporator }).coilDifferenceK).toBeCloseTo(2.75 + 4, 10)
  })
  test('has a coil one step colder in one reading of four: the mean moves by a quarter of the step', () => {
    const evaporator = every5((at) => (at % 60 === 10 ? -4.5 : -4))
    expect(measure({ air, compressor, evaporator }).coilDifferenceK).toBeCloseTo(6.75 + 0.5 / 4, 10)
  })
  test('shows its superheat', () => {
    const superheat = every5((at) => (at % 30 === 0 ? 0 : 12))
    expect(measure({ air, compressor, superheat }).superheatK).toBe(12)
  })
  test('shows how far the air lies above the coil at the end of a rest', () => {
    const evaporator = every5((at) => (at % 30 < 15 ? -4 : 2.5))
    expect(measure({ air, compressor, evaporator }).restDifferenceK).toBe(0.5)
  })
  test('polled in another second than the air is read with the nearest air', () => {
    const shifted = {
      timesMs: Array.from(compressor.timesMs, (at) => at + 20_000),
      values: compressor.values,
    }
    expect(measure({ air, compressor: shifted }).pullDownKPerMinute).toBeCloseTo(0.3, 10)
  })
  test('says nothing with a quarter of its readings missing, although the air has all', () => {
    const partly = every5((at) => (at < 380 ? Number.NaN : runs(at)))
    expect(measure({ air, compressor: partly })).toMatchObject({
      coverage: 1,
      runRatio: null,
      startsPerHour: null,
      pullDownKPerMinute: null,
    })
  })
})

describe('runs that a slow poll hardly sees reveal nothing about cooling', () => {
  const of = (onMinutes: number) =>
    measure({
      air: every5((at) => (at % 20 < onMinutes ? 5 - 0.3 * (at % 20) : 3)),
      compressor: every5((at) => (at % 20 < onMinutes ? 1 : 0)),
      evaporator: every5(() => -4),
    })
  test('two readings of a run are not significant', () => {
    expect(of(10)).toMatchObject({ runRatio: 0.5, pullDownKPerMinute: null, coilDifferenceK: null })
  })
  test('three are a figure', () => {
    expect(of(15).pullDownKPerMinute).toBeCloseTo(0.3, 10)
  })
  test('eleven readings of a day are none: 3 runs of three and one of two', () => {
    const isOn = (at: number) => (at < 240 && at % 80 < 15) || (at >= 240 && at < 250)
    const found = measure({
      air: every5(() => 3),
      compressor: every5((at) => Number(isOn(at))),
      evaporator: every5(() => -4),
    })
    expect(found).toMatchObject({ pullDownKPerMinute: null, coilDifferenceK: null })
  })
})

test('a run ends in a gap of its readings and in the mask', () => {
  // Always on; the air falls by 0.1 K/min up to minute 100 and is level later. Two runs: 9.5 K in 95 min, none in 1315.
  const air = every5((at) => Math.max(0, 10 - at / 10))
  const compressor = every5(() => 1)
  const found = measure({ air, compressor }, { mask: [period(100, 120)] })
  expect(found.pullDownKPerMinute).toBeCloseTo(9.5 / 1410, 10)
  expect(found.startsPerHour).toBe(0)
})

test('a heater warms its case up: 4 K in ten minutes', () => {
  const air = every5((at) => (at % 20 <= 10 ? 66 + 0.4 * (at % 20) : 68))
  const heater = every5((at) => (at % 20 <= 10 ? 1 : 0))
  const found = measure(
    { air, compressor: heater },
    {
      zone: 'HOT',
      bands: [{ fromMs: 0, band: { setpointC: 70, differentialK: 4 } }],
      defrosts: [period(100, 120)],
    },
  )
  expect(found.pullDownKPerMinute).toBeCloseTo(0.4, 10)
  expect(found.recoveryMinutes).toBeNull()
})

describe('a door', () => {
  const open = (at: number) => (at >= 600 && at < 660 ? 1 : 0)
  test('counts in opening hours only: 60 of 600 minutes', () => {
    const found = measure({ door: every5(open) }, { openHours: [period(420, 1020)] })
    expect(found.doorShare).toBeCloseTo(0.1, 10)
  })
  test('of a shop closed all day reveals nothing', () => {
    expect(measure({ door: every5(open) }, { openHours: [] }).doorShare).toBeNull()
  })
})

describe('energy', () => {
  test('of power readings is mean power times 24 hours', () => {
    expect(measure({ power: every5((at) => (at < 720 ? 1 : 0.5)) }).energyKwh).toBeCloseTo(18, 10)
  })
  test('is brought up to 24 hours where readings are missing, and unknown below three quarters', () => {
    expect(measure({ power: every5((at) => (at < 1200 ? 1 : Number.NaN)) }).energyKwh).toBeCloseTo(24, 10)
    expect(measure({ power: every5((at) => (at < 1000 ? 1 : Number.NaN)) }).energyKwh).toBeNull()
  })
  test('of a counter is its increase, whatever readings are missing in between', () => {
    const counter = every5((at) => (at > 300 && at < 1200 ? Number.NaN : 1000 + at / 60))
    expect(measure({ energy: unrollCounter(counter, null) }).energyKwh).toBeCloseTo(24, 10)
  })
  test('of a counter that was read for half a day only is unknown', () => {
    const counter = every5((at) => (at > 720 ? Number.NaN : 1000 + at / 60))
    expect(measure({ energy: unrollCounter(counter, null) }).energyKwh).toBeNull()
  })
})

describe('a set point that changes', () => {
  // 2 °C by day, 0 °C from noon on; the air follows within an hour.
  const bands = [
    { fromMs: minute(0), band: { setpointC: 2, differentialK: 2 } },
    { fromMs: minute(720), band: { setpointC: 0, differentialK: 2 } },
  ]
  const air = every5((at) => (at < 720 ? 3 : at < 780 ? 2.5 : 1))
  test('is compared with the band in force: today the air was in it except for an hour, which is excused', () => {
    expect(measure({ air }, { bands }).deviationK).toBe(0)
    const half = { bands, mask: [period(720, 780)] }
    expect(measure({ air: every5((at) => (at < 720 ? 3 : at < 820 ? 2.5 : 1)) }, half).deviationK).toBe(0)
    expect(measure({ air }, { bands: bands.slice(1) }).deviationK).toBe(1)
  })
  test('counts with its mean over the day', () => {
    expect(measure({ air }, { bands }).setpointC).toBe(1)
    expect(measure({ air }, { bands, isBandKnown: false }).setpointC).toBeNull()
  })
})

describe('a probe that reads exactly the same', () => {
  test('for ten hours has been still for 595 minutes, and has steps of 0.5 K', () => {
    const air = every5((at) => (at < 600 ? 3 : 3 + 0.5 * ((at / 5) % 2)))
    // The reading at minute 600 is 3 again.
    expect(measure({ air })).toMatchObject({ stillMinutes: 600, stepK: 0.5 })
  })
  test('is not assumed to have done so in a gap', () => {
    const air = every5((at) => (at < 300 || at >= 330 ? 3 : Number.NaN))
    expect(measure({ air }).stillMinutes).toBe(1435 - 330)
  })
})
