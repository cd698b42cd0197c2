import { expect, test } from 'vitest'
import { startWarningWatch, type WarningEvent, type WarningWatch } from '../alarms/early-warning'
import { DEFAULT_WARNING_RULES } from '../alarms/early-warning-rules'
import type { DeviceId, StoreId } from '../ids'
import { epochMs } from '../time/instant'
import type { KnownWarning } from './known-health'
import { recordsOf, startOfWarning } from './warning-records'

const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}:00Z`))
const device = { storeId: 1 as StoreId, deviceId: 2 as DeviceId }
const known = {
  ...device,
  baselineFrom: null,
  baseline: null,
  frozenOn: null,
  intensity: 4,
  usualScore: null,
  lastMeasured: null,
  lastOutdoorC: null,
  watch: startWarningWatch(),
  scoredAt: null,
  score: null,
  class: null,
  noScore: null,
  losses: [],
  hint: null,
  hintChance: null,
  hintReasons: [],
  computedAt: epochMs(0),
} as const
const raised = (clock: string, warning: 'threshold' | 'falling'): WarningEvent => ({
  kind: 'raised',
  warning,
  at: at(clock),
  value: 60,
})
const record = (clock: string): KnownWarning => ({
  ...device,
  kind: 'threshold',
  raisedAt: at(clock),
  value: 60,
  limitValue: 70,
  judgedMinutes: 60,
  score: 60,
  clearedAt: null,
  reason: null,
})
const open = (clock: string) => ({
  ...startWarningWatch(),
  open: { threshold: { raisedAt: at(clock), fellFrom: null, calmSinceAt: null } },
})
const follow = (
  events: readonly WarningEvent[],
  {
    watch = startWarningWatch(),
    before = [],
    from = null,
  }: {
    readonly watch?: WarningWatch
    readonly before?: readonly KnownWarning[]
    readonly from?: string | null
  } = {},
) =>
  recordsOf(
    { ...known, watch },
    DEFAULT_WARNING_RULES,
    { watch, events: events.map((event) => ({ event, score: 60 })) },
    before,
    from === null ? null : at(from),
    at('18:00'),
  ).records

test('a threshold is its own limit; a fall may be as deep as the device moves and its rule allows', () => {
  const both = { ...open('12:00').open, falling: open('13:00').open.threshold }
  const watch = { ...startWarningWatch(), open: both }
  expect(follow([raised('12:00', 'threshold'), raised('13:00', 'falling')], { watch })).toMatchObject([
    { kind: 'threshold', raisedAt: at('12:00'), limitValue: 70, judgedMinutes: 60, clearedAt: null },
    // 4 points when all is well and 10 of the rule; looked at over 24 hours
    { kind: 'falling', raisedAt: at('13:00'), limitValue: 14, judgedMinutes: 1_440, clearedAt: null },
  ])
})

test('an end is recorded in the record of its beginning', () => {
  const cleared: WarningEvent = {
    kind: 'cleared',
    warning: 'threshold',
    at: at('15:00'),
    raisedAt: at('12:00'),
    reason: 'recovered',
  }
  expect(follow([cleared], { before: [record('12:00')] })).toEqual([
    { ...record('12:00'), clearedAt: at('15:00'), reason: 'recovered' },
  ])
})

test('one that was open and no longer is ends now', () => {
  expect(follow([], { before: [record('12:00')], watch: open('12:00') })).toEqual([])
  expect(follow([], { before: [record('12:00')] })).toEqual([
    { ...record('12:00'), clearedAt: at('18:00'), reason: 'recovered' },
  ])
})

test('where days are processed again, records from there on are made again', () => {
  const before = [record('08:00'), record('12:00')]
  expect(
    follow([raised('12:30', 'threshold')], { before, watch: open('12:30'), from: '10:00' }),
  ).toMatchObject([
    { raisedAt: at('12:30'), clearedAt: null },
    { raisedAt: at('08:00'), clearedAt: at('18:00') },
  ])
})

test('what a threshold warns of began before it was raised', () => {
  expect(startOfWarning(record('12:00'))).toBe(at('11:00'))
  expect(startOfWarning({ ...record('12:00'), kind: 'falling' })).toBe(at('12:00'))
})
