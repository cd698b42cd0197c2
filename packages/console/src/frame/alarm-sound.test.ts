import type { AlarmId } from '@coldkeep/domain/ids'
import { expect, test } from 'vitest'
import { soundMemory, takeAlarm } from './alarm-sound'

const OPENED = Date.UTC(2026, 10, 21, 12)
const later = (seconds: number) => OPENED + 1000 * seconds
type Alarm = Parameters<typeof takeAlarm>[1]
const alarm = (given: Partial<Alarm> = {}): Alarm => ({
  id: 1 as AlarmId,
  count: 1,
  priority: 'critical',
  state: 'unacknowledged',
  lastRaisedAt: later(5),
  isLate: false,
  ...given,
})

/** Which of the alarms sound, each at its second since the page was opened. */
function sounds(...came: readonly (readonly [seconds: number, alarm: Alarm, isOn?: boolean])[]): boolean[] {
  let memory = soundMemory(OPENED)
  return came.map(([seconds, one, isOn = true]) => {
    const step = takeAlarm(memory, one, { now: later(seconds), isOn })
    memory = step.memory
    return step.sounds
  })
}

test('a new critical alarm sounds once, and again when it comes back', () => {
  expect(sounds([6, alarm()], [30, alarm()], [60, alarm({ count: 2 })])).toEqual([true, false, true])
})

test('an alarm less than critical, or acknowledged, does not sound', () => {
  expect(sounds([6, alarm({ priority: 'high' })], [7, alarm({ state: 'acknowledged' })])).toEqual([
    false,
    false,
  ])
})

test('an alarm raised before the page was opened does not sound, unless it was found in late readings', () => {
  const old = { lastRaisedAt: later(-600) }
  expect(sounds([6, alarm(old)], [7, alarm({ ...old, isLate: true })])).toEqual([false, true])
})

test('a minute is left for the way of a reading', () => {
  expect(sounds([6, alarm({ lastRaisedAt: later(-60) })])).toEqual([true])
  expect(sounds([6, alarm({ lastRaisedAt: later(-61) })])).toEqual([false])
})

test('at most one in ten seconds; those in between do not sound later', () => {
  const other = (id: number) => alarm({ id: id as AlarmId })
  expect(sounds([6, other(1)], [15.9, other(2)], [16, other(3)], [40, other(2)])).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('what came while the sound was off stays silent after it was switched on', () => {
  expect(sounds([6, alarm(), false], [8, alarm()], [9, alarm({ id: 2 as AlarmId })])).toEqual([
    false,
    false,
    true,
  ])
})
