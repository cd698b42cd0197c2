import { expect, test } from 'vitest'
import type { PointId } from '../ids'
import { epochMs } from '../time/instant'
import { idleBranch } from './branch-state'
import type { DeviceWatch } from './device-watch'
import { endWatch } from './end-watch'

test('what is under way ends, alarms are reported, and the numbers of records continue', () => {
  const alarm = { ordinal: 3 }
  const point = {
    rule: {},
    seenAt: epochMs(1000),
    reading: -14,
    bad: null,
    low: idleBranch,
    high: { ...idleBranch, since: epochMs(500), trueMs: 500, alarm, ordinal: 3 },
    lost: { ...idleBranch, ordinal: 1 },
  }
  const watch = { points: { 7: point }, scannedAt: epochMs(1000) } as unknown as DeviceWatch
  const { watch: ended, events } = endWatch(watch, epochMs(2000), 'retired')
  expect(events).toEqual([
    { pointId: 7, branch: 'high', alarm, at: 2000, kind: 'cleared', reason: 'retired' },
  ])
  expect(ended.points[7 as PointId]).toMatchObject({
    seenAt: 2000,
    reading: null,
    low: { ordinal: 0 },
    high: { since: null, trueMs: 0, alarm: null, ordinal: 3 },
    lost: { ordinal: 1 },
  })
})
