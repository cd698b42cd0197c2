import { expect, test } from 'vitest'
import type { PointId } from '../ids'
import { epochMs, later, minutes } from '../time/instant'
import {
  type DeviceScan,
  replayDevice,
  scanCycles,
  startDeviceWatch,
  type WatchedDevice,
} from './device-watch'
import { type KnownAlarm, mergeEpisodes } from './merge-episodes'

const AIR = 1 as PointId
const at = (clock: string, day = '20') => epochMs(Date.parse(`2026-11-${day}T${clock}:00Z`))

const device: WatchedDevice = {
  points: [
    {
      pointId: AIR,
      unit: '°C',
      rule: { lowLimit: 0, lowDelayMinutes: -1, highLimit: 7, highDelayMinutes: 15, lostDelayMinutes: -1 },
      isAir: true,
      periodMs: minutes(5),
      limits: null,
    },
  ],
  defrost: null,
  band: { setpointC: 4, differentialK: 2 },
}

/** Every five minutes; 9 °C from 10:20 to 10:50, 4 °C before and after. */
const cycles = [...Array(25).keys()].map((index): DeviceScan => {
  const when = later(at('10:00'), minutes(5 * index))
  const value = when >= at('10:20') && when <= at('10:50') ? 9 : 4
  return { at: when, sample: () => ({ value, quality: 0 }) }
})
const isLate = ({ at: when }: DeviceScan) => when >= at('10:20') && when <= at('10:50')

/** The warm readings came late. */
function mergeAt(now = at('12:05'), known: readonly KnownAlarm[] = []) {
  const start = startDeviceWatch(device, at('09:55'))
  const inTime = cycles.filter((cycle) => !isLate(cycle))
  const { watch } = scanCycles(start, device, inTime)
  const again = replayDevice(start, device, cycles, at('12:00'), null)
  const replay = { device, watch, since: at('10:20'), replayed: again.watch, events: again.events }
  return mergeEpisodes(replay, known, now)
}

test('an alarm that was over before it became known is added with its true time', () => {
  const { past, events, watch } = mergeAt()
  expect(past).toHaveLength(1)
  expect(past[0]).toMatchObject({
    branch: 'high',
    limitValue: 7,
    clearedAt: null,
    point: { pointId: AIR },
    alarm: { startedAt: at('10:20'), raisedAt: at('10:35'), extreme: 9, count: 1 },
  })
  expect(events).toEqual([])
  expect(watch.points[AIR]?.high.alarm).toBeNull()
})

test('an alarm recorded at that time is not added again', () => {
  const record = { pointId: AIR, branch: 'high', raisedAt: at('10:40'), returnedAt: null, clearedAt: null }
  expect(mergeAt(at('12:05'), [record]).past).toEqual([])
  expect(mergeAt(at('12:05'), [{ ...record, branch: 'low' }]).past).toHaveLength(1)
  const before = { ...record, raisedAt: at('08:00'), returnedAt: at('09:00'), clearedAt: at('09:00') }
  expect(mergeAt(at('12:05'), [before]).past).toHaveLength(1)
})
