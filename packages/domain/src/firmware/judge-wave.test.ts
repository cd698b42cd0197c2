import { expect, test } from 'vitest'
import type { VendorId } from '../ids'
import { epochMs, hours, later, minutes } from '../time/instant'
import type { InstallationState } from './installation-state'
import { judgeWave, type WaveControl, type WaveInstallation } from './judge-wave'

const NOW = epochMs(Date.UTC(2026, 10, 20, 3))
const PLAN = { maxFailShare: 0.05, maxFailCount: 3, soakMs: hours(1) }

const terminals = (
  count: number,
  state: InstallationState,
  of: Partial<WaveInstallation> = {},
): WaveInstallation[] =>
  Array.from({ length: count }, () => ({
    state,
    hardware: 'one',
    vendorId: 1 as VendorId,
    deviceModels: ['usual'],
    changedAt: later(NOW, -hours(2)),
    seenAt: later(NOW, -minutes(1)),
    isOnline: true,
    ...of,
  }))
const controls = (count: number, silent: number, of: Partial<WaveControl> = {}): WaveControl[] =>
  Array.from({ length: count }, (_, index) => ({
    hardware: 'one',
    vendorId: 1 as VendorId,
    isSilent: index < silent,
    ...of,
  }))
const judge = (installations: readonly WaveInstallation[], others = controls(100, 0), number = 2) =>
  judgeWave({ number, installations }, others, PLAN, NOW)

test('a wave that is done goes on after its soak, which begins with the last of it', () => {
  const last = terminals(1, 'done', { changedAt: later(NOW, -minutes(59)) })
  expect(judge([...terminals(19, 'done'), ...last])).toEqual({
    kind: 'wait',
    for: 'soak',
    until: later(NOW, minutes(1)),
  })
  expect(judge(terminals(20, 'done', { changedAt: later(NOW, -hours(1)) }))).toEqual({ kind: 'go_on' })
  expect(judge([])).toEqual({ kind: 'go_on' })
})

test('who is at work is waited for, and who is out of reach until they would be lost', () => {
  const away = terminals(1, 'restarting', { isOnline: false, seenAt: later(NOW, -hours(3)) })
  const longAway = terminals(1, 'confirming', { isOnline: false, seenAt: later(NOW, -hours(5)) })
  expect(judge([...terminals(5, 'done'), ...away, ...terminals(1, 'downloading')])).toEqual({
    kind: 'wait',
    for: 'running',
    until: null,
  })
  expect(judge([...terminals(5, 'done'), ...away, ...longAway])).toEqual({
    kind: 'wait',
    for: 'contact',
    until: later(NOW, hours(21)),
  })
})

test('a line that is cut for a third of a wave pauses nothing', () => {
  const away = { isOnline: false, seenAt: later(NOW, -minutes(20)) }
  expect(judge([...terminals(14, 'done'), ...terminals(6, 'confirming', away)])).toMatchObject({
    for: 'contact',
  })
})

test.each([
  // 5 % of 180 are 9, of 20 one
  [180, 9, 'go_on'],
  [180, 10, 'pause'],
  [20, 1, 'go_on'],
  [20, 2, 'pause'],
  [19, 1, 'pause'],
])('of %d terminals %d failed: %s', (count, failed, kind) => {
  expect(judge([...terminals(count - failed, 'done'), ...terminals(failed, 'failed')]).kind).toBe(kind)
})

test('failed are those that were rolled back and that refused, and not those that were cancelled', () => {
  const failures = [...terminals(4, 'failed'), ...terminals(3, 'rolled_back'), ...terminals(3, 'refused')]
  expect(judge([...terminals(170, 'done'), ...failures])).toMatchObject({
    reason: 'failed_share',
    failed: 10,
  })
  expect(judge([...terminals(160, 'done'), ...terminals(20, 'cancelled')])).toEqual({ kind: 'go_on' })
  // 9 of 170, not of 180
  const cancelled = terminals(10, 'cancelled')
  expect(judge([...terminals(161, 'done'), ...terminals(9, 'failed'), ...cancelled])).toMatchObject({
    failed: 9,
  })
})

test('the limits pause while others are at work: the share is of the whole wave', () => {
  expect(judge([...terminals(9, 'failed'), ...terminals(171, 'downloading')])).toMatchObject({
    for: 'running',
  })
  expect(judge([...terminals(10, 'failed'), ...terminals(170, 'downloading')])).toMatchObject({
    kind: 'pause',
    reason: 'failed_share',
  })
})

test('in the first wave a number of failures pauses, in others it does not', () => {
  const wave = [...terminals(97, 'done'), ...terminals(3, 'failed')]
  expect(judge(wave, controls(100, 0), 1)).toMatchObject({ reason: 'failed_count', failed: 3 })
  expect(judge(wave)).toEqual({ kind: 'go_on' })
  expect(judge([...terminals(98, 'done'), ...terminals(2, 'failed')], controls(100, 0), 1).kind).toBe('go_on')
})

test('lost terminals count where their neighbours are there', () => {
  // 4 of 40 are lost, a tenth
  const wave = [...terminals(36, 'done'), ...terminals(4, 'lost', { isOnline: false })]
  expect(judge(wave, controls(100, 9))).toMatchObject({ kind: 'pause', failed: 4 })
  expect(judge(wave, controls(100, 10))).toEqual({ kind: 'go_on' })
  // neighbours are those of the same vendor and hardware, all others where there are none
  const others = [...controls(100, 0), ...controls(50, 50, { vendorId: 2 as VendorId })]
  expect(judge(wave, others)).toMatchObject({ kind: 'pause' })
  expect(judge(wave, controls(100, 10, { hardware: 'two' }))).toEqual({ kind: 'go_on' })
  // with none at all nothing speaks for them
  expect(judge(wave, [])).toMatchObject({ kind: 'pause', failed: 4 })
})

test('a wave that is lost with all others has shown nothing', () => {
  const lost = terminals(20, 'lost', { isOnline: false })
  expect(judge(lost, controls(100, 100))).toEqual({ kind: 'wait', for: 'contact', until: null })
  expect(judge([...lost, ...terminals(1, 'done')], controls(100, 100))).toEqual({ kind: 'go_on' })
})

test('the pause names that on which the failures fall', () => {
  const rare = { deviceModels: ['usual', 'rare'] }
  const wave = [...terminals(40, 'done'), ...terminals(2, 'done', rare), ...terminals(4, 'failed', rare)]
  // 4 failures of 46, all among the 6: 15 ways of 163,185
  expect(judge(wave)).toMatchObject({ kind: 'pause', about: { kind: 'model', name: 'rare' } })
  const hardware = { hardware: 'two', vendorId: 7 as VendorId, deviceModels: ['rare'] }
  // hardware, model and vendor coincide
  expect(judge([...terminals(40, 'done'), ...terminals(4, 'failed', hardware)])).toMatchObject({
    about: { kind: 'hardware', name: 'two' },
  })
  const vendor = { vendorId: 7 as VendorId }
  expect(judge([...terminals(40, 'done'), ...terminals(4, 'failed', vendor)])).toMatchObject({
    about: { kind: 'vendor', name: '7' },
  })
})

test('two failures, or ones that are spread, name nothing', () => {
  const two = [...terminals(20, 'done'), ...terminals(2, 'failed', { deviceModels: ['rare'] })]
  expect(judge(two)).toMatchObject({ kind: 'pause', about: null })
  const spread = [
    ...terminals(20, 'done'),
    ...terminals(20, 'done', { hardware: 'two' }),
    ...terminals(2, 'failed'),
    ...terminals(2, 'failed', { hardware: 'two' }),
  ]
  expect(judge(spread)).toMatchObject({ kind: 'pause', about: null })
  // all fail alike
  expect(judge(terminals(20, 'rolled_back'))).toMatchObject({ kind: 'pause', failed: 20, about: null })
  // 3 of 3 with it and 0 of 7 without: one way of 120, below 0.01; and one of 84 is not
  const of = (done: number) => [...terminals(done, 'done'), ...terminals(3, 'failed', { hardware: 'two' })]
  expect(judge(of(7))).toMatchObject({ about: { kind: 'hardware', name: 'two' } })
  expect(judge(of(6))).toMatchObject({ about: null })
})

test('terminals that are still at work are no evidence', () => {
  const of = (others: InstallationState) => [
    ...terminals(20, others),
    ...terminals(3, 'failed', { hardware: 'two' }),
  ]
  expect(judge(of('done'))).toMatchObject({ about: { name: 'two' } })
  expect(judge(of('downloading'))).toMatchObject({ about: null })
})
