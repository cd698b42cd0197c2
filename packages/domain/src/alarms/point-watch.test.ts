import { describe, expect, test } from 'vitest'
import { zoneLimits } from '../analysis/zone-limits'
import type { PointId } from '../ids'
import { type Quality, quality } from '../points/reading'
import { type EpochMs, epochMs, hours, minutes } from '../time/instant'
import type { AlarmEvent, BranchState } from './branch-state'
import type { LimitRule } from './limit-rule'
import { acknowledge, alarmState, shelve, takeOutOfService } from './open-alarm'
import { type PointWatch, type Surroundings, startPointWatch, type WatchedPoint } from './point-watch'
import { advancePoint, isInOrder, nextDueAt, readPoint, releasePoint, suppressPoint } from './read-point'

const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}:00Z`))
const clockOf = (instant: number) => new Date(instant).toISOString().slice(11, 16)

const rule: LimitRule = {
  lowLimit: 0,
  lowDelayMinutes: -1,
  highLimit: 7,
  highDelayMinutes: 15,
  lostDelayMinutes: -1,
}
const air = (over: Partial<LimitRule> = {}): WatchedPoint => ({
  pointId: 1 as PointId,
  unit: '°C',
  rule: { ...rule, ...over },
  isAir: true,
  periodMs: minutes(5),
  limits: zoneLimits('C7', 'JP'),
})

/** A point that a test gives readings and the time, and the events that came of it. */
function watching(point: WatchedPoint, from = '09:00') {
  let watch: PointWatch = startPointWatch(point.rule, at(from))
  let around: Surroundings = { maskedUntil: null, isHostSilent: () => false }
  const events: AlarmEvent[] = []
  const takeEvents = () => events.splice(0).map(({ kind, at: when }) => `${clockOf(when)} ${kind}`)
  const self = {
    get watch() {
      return watch
    },
    around(over: Partial<Surroundings>) {
      around = { ...around, ...over }
      return self
    },
    read(clock: string, value: number | null, code: Quality = value === null ? 1 : 0) {
      watch = advancePoint(watch, point, around, at(clock), events)
      watch = readPoint(watch, point, around, at(clock), { value, quality: code }, events)
      return takeEvents()
    },
    time(clock: string | EpochMs) {
      const upTo = typeof clock === 'string' ? at(clock) : clock
      watch = advancePoint(watch, point, around, epochMs(upTo + 1), events)
      return takeEvents()
    },
    release(clock: string) {
      watch = releasePoint(watch, point, around, at(clock), events)
      return takeEvents()
    },
    suppress(clock: string) {
      watch = suppressPoint(watch, at(clock), events)
      return takeEvents()
    },
    handle(branch: 'high' | 'lost', change: (state: BranchState) => BranchState) {
      watch = { ...watch, [branch]: change(watch[branch]) }
    },
    acknowledge(branch: 'high' | 'lost' = 'high') {
      self.handle(branch, (state) => {
        const done = acknowledge(state.alarm!)
        return done.ok ? { ...state, alarm: done.value.alarm } : state
      })
    },
    state: (branch: 'high' | 'lost' = 'high') => alarmState(watch[branch].alarm),
    due: () => {
      const due = nextDueAt(watch, point, around)
      return due === null ? null : clockOf(due)
    },
  }
  return self
}

describe('the worked example: above 7.0 for 15 minutes, dead band 0.5, back for 3 minutes', () => {
  const run = () => {
    const point = watching(air())
    const before = ['10:00 6.5', '10:05 7.2', '10:10 7.4', '10:15 7.8'].flatMap((line) =>
      point.read(line.slice(0, 5), Number(line.slice(6))),
    )
    expect(before).toEqual([])
    expect(point.read('10:20', 8.1)).toEqual(['10:20 raised'])
    return point
  }
  test('raised at 10:20, back to normal at 10:38, cleared when acknowledged', () => {
    const point = run()
    expect(point.state()).toBe('unacknowledged')
    expect(point.watch.high.alarm).toMatchObject({
      startedAt: at('10:05'),
      raisedAt: at('10:20'),
      value: 8.1,
    })
    expect([...point.read('10:25', 7.3), ...point.read('10:30', 6.8), ...point.read('10:35', 6.4)]).toEqual(
      [],
    )
    expect(point.due()).toBe('10:38')
    expect(point.time('10:40')).toEqual(['10:38 returned'])
    expect(point.state()).toBe('returned')
    point.acknowledge()
    expect(point.state()).toBe('cleared')
  })
  test('acknowledged at 10:22, it clears at 10:38 by itself', () => {
    const point = run()
    point.acknowledge()
    expect(point.state()).toBe('acknowledged')
    point.read('10:25', 7.3)
    point.read('10:35', 6.4)
    expect(point.time('10:40')).toEqual(['10:38 returned', '10:38 cleared'])
    expect(point.state()).toBe('cleared')
  })
  test('a timer runs on the clock: without the reading of 10:20 it is still raised', () => {
    const point = watching(air())
    for (const clock of ['10:05', '10:10', '10:15']) point.read(clock, 7.5)
    expect(point.due()).toBe('10:20')
    expect(point.time('10:30')).toEqual(['10:20 raised'])
  })
})

describe('a condition that does not last', () => {
  test('back within the report time raises nothing', () => {
    const point = watching(air())
    point.read('10:05', 7.2)
    point.read('10:15', 7.2)
    expect(point.read('10:20', 7)).toEqual([])
    expect(point.time('11:00')).toEqual([])
    expect(point.watch.high.since).toBeNull()
  })
  test('a silence longer than two polls stops the timer, which resumes with the next reading', () => {
    const point = watching(air())
    point.read('10:00', 7.5)
    // exceeded to 10:10, unknown to 10:40: 10 of 15 minutes
    expect(point.time('10:39')).toEqual([])
    expect(point.due()).toBeNull()
    expect(point.read('10:40', 7.5)).toEqual([])
    expect(point.read('10:45', 7.5)).toEqual(['10:45 raised'])
    expect(point.watch.high.alarm?.startedAt).toBe(at('10:00'))
  })
  test('a report time of 0 raises at once, a negative one never', () => {
    expect(watching(air({ highDelayMinutes: 0 })).read('10:00', 7.1)).toEqual(['10:00 raised'])
    const off = watching(air({ highDelayMinutes: -1 }))
    for (const clock of ['10:00', '10:30', '11:00']) expect(off.read(clock, 50)).toEqual([])
  })
  test('uncertain and bad samples do not count as values', () => {
    const point = watching(air({ highDelayMinutes: 0 }))
    expect(point.read('10:00', 9, quality.stale)).toEqual([])
    expect(point.read('10:05', null, quality.timeout)).toEqual([])
  })
})

describe('a limit exceeded again', () => {
  const returned = () => {
    const point = watching(air({ highDelayMinutes: 0 }))
    point.read('10:00', 8)
    point.read('10:05', 6)
    expect(point.time('10:09')).toEqual(['10:08 returned'])
    return point
  }
  test('continues in the same record while no one has acknowledged it', () => {
    const point = returned()
    expect(point.read('10:10', 12)).toEqual(['10:10 raised_again'])
    expect(point.watch.high.alarm).toMatchObject({ count: 2, ordinal: 1, raisedAt: at('10:00'), extreme: 12 })
    // Japan asks for 10 °C at most
    expect(point.watch.high.alarm?.priority).toBe('critical')
  })
  test('has a record of its own after the first was cleared', () => {
    const point = returned()
    point.acknowledge()
    expect(point.read('10:10', 8)).toEqual(['10:10 raised'])
    expect(point.watch.high.alarm).toMatchObject({ ordinal: 2, count: 1, startedAt: at('10:10') })
  })
  test('that no one attends to is cleared 24 hours after it returned to normal', () => {
    const point = returned()
    const end = epochMs(at('10:08') + hours(24))
    expect(point.time(epochMs(end - 1))).toEqual([])
    expect(point.time(end)).toEqual(['10:08 cleared'])
    expect(point.watch.high.past?.ordinal).toBe(1)
  })
  test('the fifth raise within an hour is counted in the record before, as chattering', () => {
    const point = watching(air({ highDelayMinutes: 0 }))
    const raises = ['10:00', '10:10', '10:20', '10:30', '10:40'].flatMap((clock) => {
      const events = point.read(clock, 8)
      point.acknowledge()
      point.read(clock.replace(/0$/, '5'), 6)
      point.time(clock.replace(/0$/, '9'))
      return events
    })
    expect(raises.map((line) => line.slice(6))).toEqual([
      'raised',
      'raised',
      'raised',
      'raised',
      'raised_again',
    ])
    expect(point.watch.high.past).toMatchObject({ ordinal: 4, count: 2, isChattering: true })
  })
})

test('the priority of a record rises with its extreme value and never falls', () => {
  const point = watching(air({ highDelayMinutes: 0 }))
  point.read('10:00', 8)
  expect(point.watch.high.alarm?.priority).toBe('high')
  expect(point.read('10:05', 10.5)).toEqual(['10:05 escalated'])
  expect(point.read('10:10', 7.5)).toEqual([])
  expect(point.watch.high.alarm).toMatchObject({ priority: 'critical', extreme: 10.5, value: 8 })
})

describe('a defrost is forgiven', () => {
  // defrost 12:00 to 12:20, over 7 from 12:06, forgiven to 12:50
  const defrosting = () => {
    const point = watching(air(), '11:00')
    point.read('11:56', 5)
    point.around({ maskedUntil: at('12:50') })
    point.read('12:01', 6)
    for (const clock of ['12:06', '12:11', '12:16', '12:21', '12:26', '12:31', '12:36']) {
      expect(point.read(clock, 9)).toEqual([])
    }
    return point
  }
  test('back below at 12:41: no alarm', () => {
    const point = defrosting()
    expect(point.read('12:41', 6.9)).toEqual([])
    point.around({ maskedUntil: null })
    expect(point.time('13:00')).toEqual([])
  })
  test('still above at 12:50, when forgiveness ends: raised 12:50 for what began 12:06', () => {
    const point = defrosting()
    for (const clock of ['12:41', '12:46']) expect(point.read(clock, 9)).toEqual([])
    expect(point.due()).toBe('12:50')
    expect(point.time('12:55')).toEqual(['12:50 raised'])
    expect(point.watch.high.alarm?.startedAt).toBe(at('12:06'))
  })
  test('food is not air: its alarm is not delayed', () => {
    const food = watching({ ...air(), isAir: false })
    food.around({ maskedUntil: at('12:50') })
    for (const clock of ['12:06', '12:11', '12:16']) food.read(clock, 9)
    expect(food.read('12:21', 9)).toEqual(['12:21 raised'])
  })
})

describe('lost contact', () => {
  test('the worked example: last sample 09:00, report time 30, raised 09:30', () => {
    const point = watching(air({ lostDelayMinutes: 30 }), '08:40')
    point.read('09:00', 5)
    expect(point.due()).toBe('09:30')
    expect(point.time('09:29')).toEqual([])
    expect(point.time('09:45')).toEqual(['09:30 raised'])
    expect(point.watch.lost.alarm).toMatchObject({
      startedAt: at('09:00'),
      priority: 'high',
      cause: 'device',
    })
    expect(point.read('10:00', 5)).toEqual([])
    expect(point.time('10:04')).toEqual(['10:03 returned'])
  })
  test('an uncertain sample counts as contact, a bad one does not', () => {
    const point = watching(air({ lostDelayMinutes: 30 }), '08:40')
    point.read('09:00', 5)
    point.read('09:10', null, quality.timeout)
    expect(point.due()).toBe('09:30')
    point.read('09:20', 5, quality.stale)
    expect(point.due()).toBe('09:50')
  })
  test('a device that answers with a fault marker has a broken probe', () => {
    const point = watching(air({ lostDelayMinutes: 30 }), '08:40')
    point.read('09:00', 5)
    for (const clock of ['09:05', '09:10', '09:25']) point.read(clock, null, quality.format)
    expect(point.time('09:31')).toEqual(['09:30 raised'])
    expect(point.watch.lost.alarm).toMatchObject({ cause: 'probe', priority: 'critical' })
  })
  test('is held back while the terminal is silent, and dropped once samples arrive', () => {
    const point = watching(air({ lostDelayMinutes: 30 }), '08:40').around({ isHostSilent: () => true })
    point.read('09:00', 5)
    expect(point.time('09:40')).toEqual([])
    expect(point.watch.lost.isHeld).toBe(true)
    expect(point.due()).toBeNull()
    point.around({ isHostSilent: () => false })
    point.read('11:00', 5)
    expect(point.release('11:10')).toEqual([])
    expect(point.watch.lost).toMatchObject({ isHeld: false, alarm: null })
  })
  test('is raised when the terminal is back and the device is not', () => {
    const point = watching(air({ lostDelayMinutes: 30 }), '08:40').around({ isHostSilent: () => true })
    point.read('09:00', 5)
    point.time('09:40')
    expect(point.release('11:10')).toEqual(['11:10 raised'])
    expect(point.watch.lost.alarm?.startedAt).toBe(at('09:00'))
  })
  test('an open one is hidden under the lost terminal and comes back unchanged', () => {
    const point = watching(air({ lostDelayMinutes: 30 }), '08:40')
    point.read('09:00', 5)
    point.time('09:40')
    point.acknowledge('lost')
    expect(point.suppress('10:00')).toEqual(['10:00 suppressed'])
    expect(point.state('lost')).toBe('suppressed')
    expect(point.release('12:00')).toEqual(['12:00 released'])
    expect(point.state('lost')).toBe('acknowledged')
    point.suppress('12:30')
    point.read('13:00', 5)
    expect(point.release('13:10')).toEqual(['13:10 cleared'])
  })
  test('is not judged where the state of the terminal is unknown', () => {
    const point = watching(air({ lostDelayMinutes: 30 }), '08:40').around({ isHostSilent: null })
    expect([...point.time('20:00'), point.due()]).toEqual([null])
  })
})

describe('shelved by a person', () => {
  const raised = () => {
    const point = watching(air())
    for (const clock of ['10:00', '10:05', '10:10', '10:15']) point.read(clock, 8)
    expect(point.state()).toBe('unacknowledged')
    return point
  }
  const shelveUntil = (point: ReturnType<typeof raised>, until: string) =>
    point.handle('high', (state) => {
      const done = shelve(state.alarm!, at(until), at('10:16'))
      if (!done.ok) throw new Error(done.problem)
      return { ...state, alarm: done.value.alarm }
    })
  test('a shelved alarm is announced again when its time is over and its condition persists', () => {
    const point = raised()
    shelveUntil(point, '11:00')
    expect(point.state()).toBe('shelved')
    for (const clock of ['10:20', '10:30', '10:40', '10:50']) expect(point.read(clock, 8)).toEqual([])
    expect(point.due()).toBe('11:00')
    expect(point.time('11:01')).toEqual(['11:00 raised_again'])
    expect(point.watch.high.alarm).toMatchObject({ count: 2, ordinal: 1, startedAt: at('10:00') })
  })
  test('it is cleared then if all is well', () => {
    const point = raised()
    shelveUntil(point, '11:00')
    expect(point.read('10:20', 5)).toEqual([])
    expect(point.time('11:01')).toContain('11:00 cleared')
  })
  test('a limit exceeded again in the meantime starts again and waits for its report time', () => {
    const point = raised()
    shelveUntil(point, '11:00')
    point.read('10:20', 5)
    for (const clock of ['10:50', '10:55']) point.read(clock, 8)
    expect(point.read('11:00', 8)).toEqual(['11:00 cleared'])
    expect(point.read('11:05', 8)).toEqual(['11:05 raised'])
    expect(point.watch.high.alarm?.startedAt).toBe(at('10:50'))
  })
  test('an alarm out of service announces nothing until it is back in service', () => {
    const point = raised()
    point.handle('high', (state) => {
      const done = takeOutOfService(state.alarm!)
      return done.ok ? { ...state, alarm: done.value.alarm } : state
    })
    expect([...point.read('10:20', 9), ...point.read('10:25', 5), ...point.read('10:40', 5)]).toEqual([])
    expect(point.state()).toBe('out_of_service')
  })
})

test('samples that the watch has gone past are not in order', () => {
  const point = watching(air())
  point.read('10:05', 8)
  const inOrder = (clock: string) => isInOrder(point.watch, at(clock))
  expect([inOrder('10:00'), inOrder('10:05'), inOrder('10:10')]).toEqual([false, false, true])
  point.time('10:13')
  // the timer has run to 10:13 on the strength of the last reading
  expect(inOrder('10:10')).toBe(false)
})
