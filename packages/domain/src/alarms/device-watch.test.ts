import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { zoneLimits } from '../analysis/zone-limits'
import type { PointId } from '../ids'
import { type Quality, quality } from '../points/reading'
import { type EpochMs, epochMs, later, minutes } from '../time/instant'
import {
  advanceDevice,
  type DeviceScan,
  type DeviceWatch,
  deviceDueAt,
  type PointEvent,
  releaseDevice,
  replayDevice,
  STRAGGLER_WAIT_MS,
  scanCycles,
  scanDevice,
  startDeviceWatch,
  type WatchedDevice,
} from './device-watch'
import { mustBeKept, resumeDevice } from './keep-watch'

const [AIR, DEFROST] = [1, 2] as PointId[] as [PointId, PointId]
const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}:00Z`))
const clockOf = (instant: number) => new Date(instant).toISOString().slice(11, 16)

const device: WatchedDevice = {
  points: [
    {
      pointId: AIR,
      unit: '°C',
      rule: { lowLimit: 0, lowDelayMinutes: 5, highLimit: 7, highDelayMinutes: 15, lostDelayMinutes: 30 },
      isAir: true,
      periodMs: minutes(5),
      limits: zoneLimits('C7', 'JP'),
    },
  ],
  defrost: {
    temperatureZone: 'C7',
    timeZone: 'Asia/Taipei',
    periodMs: minutes(5),
    air: AIR,
    evaporator: null,
    compressor: null,
    defrost: DEFROST,
    setpoint: null,
    differential: null,
  },
  band: { setpointC: 4, differentialK: 2 },
}

function scan(
  when: EpochMs,
  air: number | null,
  defrost = 0,
  code: Quality = air === null ? 1 : 0,
): DeviceScan {
  return {
    at: when,
    sample: (pointId) =>
      pointId === AIR ? { value: air, quality: code } : { value: defrost, quality: quality.good },
  }
}
const linesOf = (events: readonly PointEvent[]) =>
  events.map(({ at: when, branch, kind }) => `${clockOf(when)} ${branch} ${kind}`)
const alive = () => false

describe('the worked example: defrost 12:00 to 12:20, over the limit from 12:06', () => {
  const cycles = (lastWarm: string) => {
    const list = [scan(at('11:55'), 5)]
    for (let when = at('12:00'); when <= at('13:00'); when = later(when, minutes(1))) {
      const air = when < at('12:06') ? 5 : when < at(lastWarm) ? 9 : 5
      list.push(scan(when, air, when < at('12:20') ? 1 : 0))
    }
    return list
  }
  const run = (lastWarm: string) =>
    linesOf(
      replayDevice(startDeviceWatch(device, at('11:50')), device, cycles(lastWarm), at('13:00'), alive)
        .events,
    )

  test('back below at 12:41: no alarm', () => {
    expect(run('12:41')).toEqual([])
  })
  test('still above at 12:50: raised when forgiveness ends', () => {
    expect(run('12:55')).toEqual(['12:50 high raised', '12:58 high returned'])
  })
  test('halfway between two readings too', () => {
    const list = cycles('13:30').filter(({ at: when }) => clockOf(when).match(/[27]$/))
    const start = startDeviceWatch(device, at('11:50'))
    expect(linesOf(replayDevice(start, device, list, at('13:00'), alive).events)).toEqual([
      '12:52 high raised',
    ])
  })
})

/** Days of cycles with excursions, defrosts, silences and fault markers. */
const days = fc
  .array(
    fc.record({
      gapMinutes: fc.constantFrom(5, 5, 5, 5, 5, 5, 4, 6, 12, 45),
      air: fc.constantFrom<readonly (number | null)[]>([4], [5], [6.8], [8], [11], [-2], [null]),
      length: fc.integer({ min: 1, max: 8 }),
      defrost: fc.constantFrom(0, 0, 0, 1),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((stretches) => {
    const cycles: DeviceScan[] = []
    let when = at('00:00')
    for (const { gapMinutes, air, length, defrost } of stretches) {
      when = later(when, minutes(gapMinutes))
      for (let index = 0; index < length; index++) {
        cycles.push(scan(when, air[0] ?? null, defrost))
        when = later(when, minutes(5))
      }
    }
    return { cycles, end: later(when, minutes(120)) }
  })

/** Two branches that change between two looks are reported together: their order means nothing. */
const inOrder = (events: readonly PointEvent[]) =>
  events.toSorted((a, b) => a.at - b.at || a.branch.localeCompare(b.branch))

const throughJson = (watch: DeviceWatch) => JSON.parse(JSON.stringify(watch)) as DeviceWatch

test('replaying a day reports what was reported live, whenever the clock was looked at', () => {
  fc.assert(
    fc.property(
      days,
      fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 200 }),
      ({ cycles, end }, steps) => {
        const start = startDeviceWatch(device, at('00:00'))
        const replayed = replayDevice(start, device, cycles, end, alive)
        let watch = start
        const gathered: PointEvent[] = []
        const take = (step: { watch: DeviceWatch; events: readonly PointEvent[] }) => {
          watch = throughJson(step.watch)
          gathered.push(...step.events)
        }
        // the clock is looked at at random, but before a cycle that comes later than stragglers do
        const looks = steps.map(
          (
            (sum) => (step: number) =>
              (sum += minutes(step))
          )(at('00:00') as number),
        )
        for (const cycle of cycles) {
          for (const look of looks.filter((when) => when <= cycle.at)) {
            take(advanceDevice(watch, device, epochMs(look - STRAGGLER_WAIT_MS), alive))
          }
          take(advanceDevice(watch, device, later(cycle.at, -STRAGGLER_WAIT_MS), alive))
          take(scanDevice(watch, device, cycle))
        }
        take(advanceDevice(watch, device, end, alive))
        expect(inOrder(gathered)).toEqual(inOrder(replayed.events))
        expect(watch).toEqual(throughJson(replayed.watch))
      },
    ),
    { numRuns: 100 },
  )
})

test('what need not be kept can be derived from the newest readings again', () => {
  fc.assert(
    fc.property(days, ({ cycles, end }) => {
      const start = startDeviceWatch(device, at('00:00'))
      let watch = start
      let kept = start
      for (const cycle of cycles) {
        const step = scanDevice(watch, device, cycle)
        if (mustBeKept(watch, step.watch)) kept = throughJson(step.watch)
        watch = step.watch
        // a restart after every cycle
        const resumed = resumeDevice(kept, device, cycle)
        expect(advanceDevice(resumed, device, end, alive).events).toEqual(
          advanceDevice(watch, device, end, alive).events,
        )
      }
    }),
    { numRuns: 80 },
  )
})

test('cycles that arrive together are judged one after another', () => {
  fc.assert(
    fc.property(days, ({ cycles }) => {
      const start = startDeviceWatch(device, at('00:00'))
      const before = throughJson(start)
      let watch = start
      const events = cycles.flatMap((cycle) => {
        const step = scanDevice(watch, device, cycle)
        watch = step.watch
        return step.events
      })
      const together = scanCycles(start, device, cycles)
      expect([together.watch, together.events]).toEqual([watch, events])
      expect(start).toEqual(before)
    }),
    { numRuns: 100 },
  )
})

test('cycles that arrive late or twice change nothing and are distinguished', () => {
  const start = startDeviceWatch(device, at('00:00'))
  const first = scanDevice(start, device, scan(at('01:00'), 5))
  const late = scanDevice(first.watch, device, scan(at('00:55'), 50))
  expect([late.lateSince, late.watch === first.watch]).toEqual([at('00:55'), true])
  expect(scanDevice(first.watch, device, scan(at('01:05'), 5)).lateSince).toBeNull()
})

test('a watch reports when the clock will change something', () => {
  const start = startDeviceWatch(device, at('10:00'))
  expect(clockOf(deviceDueAt(start, device) ?? 0)).toBe('10:30')
  const warm = scanDevice(start, device, scan(at('10:05'), 8)).watch
  // held for two polls only: nothing is due by the limit, contact may be lost at 10:35
  expect(clockOf(deviceDueAt(warm, device) ?? 0)).toBe('10:35')
  const cold = scanDevice(warm, device, scan(at('10:10'), -1)).watch
  expect(clockOf(deviceDueAt(cold, device) ?? 0)).toBe('10:15')
})

test('when the terminal is back its devices are judged again', () => {
  const start = startDeviceWatch(device, at('10:00'))
  const silent = advanceDevice(start, device, at('11:00'), () => true)
  expect(silent.events).toEqual([])
  expect(linesOf(releaseDevice(silent.watch, device, at('12:00')).events)).toEqual(['12:00 lost raised'])
  const filled = scanDevice(silent.watch, device, scan(at('11:55'), 5)).watch
  expect(releaseDevice(filled, device, at('12:00')).events).toEqual([])
})
