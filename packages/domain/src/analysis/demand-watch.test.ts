import { describe, expect, test } from 'vitest'
import { type EpochMs, epochMs, later, minutes, seconds } from '../time/instant'
import {
  type ContractedMeter,
  DEFAULT_DEMAND_RULE,
  type DemandRule,
  type DemandWatch,
  type MeterReading,
  mustKeepDemand,
  type RunningDemand,
  resumeDemand,
  stageAt,
  startDemandWatch,
  stepDemand,
} from './demand-watch'

const TEN = epochMs(Date.parse('2026-11-20T10:00+08:00'))
const meter: ContractedMeter = {
  timeZone: 'Asia/Taipei',
  demandMinutes: 15,
  contractedKw: 100,
  periodSeconds: 60,
  counterEndsAt: 10_000,
}
const at = (minute: number) => later(TEN, minutes(minute))
const clock = (instant: EpochMs) => new Date(instant + minutes(480)).toISOString().slice(11, 16)

type Profile = readonly (readonly [fromMinute: number, kw: number])[]
const RISE: Profile = [
  [-1_000, 80],
  [0, 100],
]

/** Read each minute, under a power that changes at some of them. The counter turns at ten. */
function readings(from: number, to: number, profile: Profile = RISE): MeterReading[] {
  const kwh = (minute: number) =>
    profile.reduce((sum, [start, kw], index) => {
      const end = Math.min(minute, profile[index + 1]?.[0] ?? minute)
      return sum + (kw * Math.max(0, end - start)) / 60
    }, 0)
  return Array.from({ length: to - from }, (_, index) => from + index).map((minute) => ({
    at: at(minute),
    kwh: (kwh(minute) - kwh(0) + 10_000) % 10_000,
  }))
}

const fresh = (): RunningDemand => ({ watch: startDemandWatch(at(-40)), readings: [] })

/** Each reading as it comes in, half a minute after it was taken. */
function entries(all: readonly MeterReading[], rule: DemandRule | null = DEFAULT_DEMAND_RULE) {
  let demand = fresh()
  return all.flatMap((reading) => {
    const step = stepDemand(demand, meter, [reading], rule, later(reading.at, seconds(30)))
    demand = step.demand
    const { entered } = step
    return entered === null ? [] : [`${clock(entered.at)} stage ${entered.stage}`]
  })
}

describe('a store is notified of a stage', () => {
  // At ten past three p is halfway between 100 and (27 · 80 + 3 · 100) / 30 = 82: (5 + 91 · 0.2) / 0.25 = 92.8 kW.
  // At six past it is (10 + 92 · 0.15) / 0.25 = 95.2 kW; at 10:33 all of the last half hour was 100 kW.
  const EXPECTED = ['10:03 stage 1', '10:06 stage 2', '10:33 stage 3']

  test('once when it is entered, though the first minutes of each interval hold it back', () => {
    expect(entries(readings(-40, 60))).toEqual(EXPECTED)
  })

  test('with what is expected of the interval', () => {
    let demand = stepDemand(fresh(), meter, readings(-40, 6), DEFAULT_DEMAND_RULE, at(5.5)).demand
    const step = stepDemand(demand, meter, readings(6, 7), DEFAULT_DEMAND_RULE, at(6.5))
    demand = step.demand
    expect(step.entered).toMatchObject({
      stage: 2,
      at: at(6),
      intervalStartAt: at(0),
      intervalEndAt: at(15),
      contractedKw: 100,
      // 15 kWh are left for 9 minutes: 100 kW are allowed, 92 expected
      toShedKw: 0,
    })
    expect(step.entered?.forecastKw).toBeCloseTo(95.2, 6)
  })

  test('with the load that is too much', () => {
    // 130 kW from five past on: at eleven past 8.33 + 13 kWh are used, of 25; 3.67 in 4 minutes are 55 kW. p is halfway
    // between 130 and (19 · 80 + 5 · 100 + 6 · 130) / 30 = 93.33
    const all = readings(-40, 12, [...RISE, [5, 130]])
    const before = stepDemand(fresh(), meter, all.slice(0, -1), null, at(10.5)).demand
    const { entered } = stepDemand(before, meter, all.slice(-1), DEFAULT_DEMAND_RULE, at(11.5))
    expect(entered?.stage).toBe(3)
    expect(entered?.toShedKw).toBeCloseTo((130 + 280 / 3) / 2 - 55, 6)
  })

  test('anew when it has been left', () => {
    const all = readings(-40, 255, [...RISE, [40, 40], [150, 80], [195, 100]])
    expect(entries(all)).toEqual([...EXPECTED, '13:18 stage 1', '13:21 stage 2', '13:48 stage 3'])
  })

  test('from the stage on that it wants to know of, and not at all on demand', () => {
    expect(entries(readings(-40, 60), { isEnabled: true, fromStage: 2 })).toEqual(EXPECTED.slice(1))
    expect(entries(readings(-40, 60), { isEnabled: true, fromStage: 3 })).toEqual(EXPECTED.slice(2))
    expect(entries(readings(-40, 60), { isEnabled: false, fromStage: 1 })).toEqual([])
  })
})

describe('readings that come late', () => {
  const stepAll = (all: readonly MeterReading[], now: EpochMs) =>
    stepDemand(fresh(), meter, all, DEFAULT_DEMAND_RULE, now)

  test('notify no one; the next one in time does if the stage lasts', () => {
    // at half past five past the reading of three past is more than two poll periods old, that of four past is not
    const { entered } = stepAll(readings(-40, 6), at(5.5))
    expect(entered).toMatchObject({ stage: 1, at: at(4) })
    expect(stepAll(readings(-40, 6), at(8)).entered).toBeNull()
    const late = stepAll(readings(-40, 6), at(8)).demand
    expect(stepDemand(late, meter, readings(6, 9), DEFAULT_DEMAND_RULE, at(8.5)).entered).toMatchObject({
      stage: 2,
      at: at(7),
    })
  })

  test('notify no one of an interval that is over', () => {
    const before = stepAll(readings(-40, 14), at(30)).demand
    expect(before.watch).toMatchObject({ stage: 2, notified: 0 })
    expect(stepDemand(before, meter, readings(14, 15), DEFAULT_DEMAND_RULE, at(15.2)).entered).toBeNull()
  })

  test('change nothing when they are older than those before them, or repeat them', () => {
    const { demand } = stepAll(readings(-40, 10), at(9.5))
    const again = stepDemand(demand, meter, readings(5, 10), DEFAULT_DEMAND_RULE, at(9.6))
    expect(again).toEqual({ demand, entered: null })
  })
})

test('a stage of which nothing was heard for an hour is none', () => {
  const kept = { ...startDemandWatch(TEN), stage: 2 as const, notified: 2 as const }
  expect([stageAt(kept, at(59.9)), stageAt(kept, at(60))]).toEqual([2, 0])
})

test('a restart at any minute changes nothing', () => {
  let kept: DemandWatch | null = null
  let writes = 0
  const all = readings(-40, 60)
  const found: string[] = []
  for (const [index, reading] of all.entries()) {
    const known = all.slice(Math.max(0, index - 60), index)
    const watch: DemandWatch = kept ?? startDemandWatch(later(reading.at, -1))
    const resumed = resumeDemand(watch, meter, known)
    const { demand, entered } = stepDemand(
      resumed,
      meter,
      [reading],
      DEFAULT_DEMAND_RULE,
      later(reading.at, seconds(30)),
    )
    if (entered !== null) found.push(`${clock(entered.at)} stage ${entered.stage}`)
    if (!mustKeepDemand(kept, demand.watch)) continue
    writes++
    kept = JSON.parse(JSON.stringify(demand.watch))
  }
  expect(found).toEqual(['10:03 stage 1', '10:06 stage 2', '10:33 stage 3'])
  // held back and entered again at each of three intervals, and nothing else that lasts ten minutes
  expect(writes).toBeLessThan(15)
})
