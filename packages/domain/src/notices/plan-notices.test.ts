import { describe, expect, test } from 'vitest'
import type { AlarmState } from '../alarms/open-alarm'
import type { StoreId } from '../ids'
import { type EpochMs, epochMs, later, minutes } from '../time/instant'
import { planNotices, type RecentNotifications, settledAlarm, type WaitingNotice } from './plan-notices'

const NOON = epochMs(Date.UTC(2026, 10, 20, 4))
const nothing: RecentNotifications = { messages: [], topics: [] }

interface OfAlarm extends WaitingNotice {
  readonly state: AlarmState
  readonly step: number
  readonly wasHeld: boolean
}

/** A high alarm of store 1, unless given otherwise; alarm and notice have the same number. */
function notice(id: number, over: Partial<OfAlarm> = {}): WaitingNotice {
  const { state = 'unacknowledged', step = 0, wasHeld = false, ...rest } = over
  return {
    id,
    about: 'raised',
    topic: String(id),
    storeId: 1 as StoreId,
    rank: 2,
    settled: settledAlarm(state, { step, wasHeld }),
    isChattering: false,
    raised: 'none',
    ...rest,
  }
}
const store = (storeId: number) => ({ storeId: storeId as StoreId })
const ago = (n: number): EpochMs => later(NOON, -minutes(n))
const sent = (alarmId: number, rank: number, minutesAgo: number) => ({
  messages: [],
  topics: [{ topic: String(alarmId), rank, at: ago(minutesAgo) }],
})
const plan = (
  waiting: readonly WaitingNotice[],
  recent = nothing,
  quiet: Parameters<typeof planNotices>[2] = null,
) => planNotices(waiting, recent, quiet, NOON)
const ids = (planned: ReturnType<typeof plan>) => planned.messages.map((message) => message.ids)

describe('what is not sent', () => {
  test.each([
    ['is over before a step is due', notice(1, { step: 1, state: 'returned' }), 'over'],
    ['is over when quiet hours end', notice(1, { wasHeld: true, state: 'returned' }), 'over'],
    ['was cleared', notice(1, { state: 'cleared' }), 'over'],
    ['was acknowledged before a step is due', notice(1, { step: 2, state: 'acknowledged' }), 'acknowledged'],
    ['is shelved', notice(1, { state: 'shelved' }), 'hidden'],
    ['is hidden under a lost terminal', notice(1, { state: 'suppressed' }), 'hidden'],
    ['was not sent there', notice(1, { about: 'cleared', state: 'cleared' }), 'never_told'],
  ])('an alarm that %s', (_, waiting, why) => {
    expect(plan([waiting])).toEqual({ suppressed: [{ id: 1, why }], held: [], messages: [] })
  })

  test('the same alarm within 30 minutes, unless it has become more urgent', () => {
    expect(plan([notice(1)], sent(1, 2, 29)).suppressed).toEqual([{ id: 1, why: 'repeated' }])
    expect(ids(plan([notice(1)], sent(1, 2, 30)))).toEqual([[1]])
    expect(ids(plan([notice(1, { rank: 1 })], sent(1, 2, 1)))).toEqual([[1]])
  })

  test('one alarm twice at a time', () => {
    const twice = [notice(1), notice(2, { topic: '1' })]
    expect(plan(twice)).toMatchObject({ suppressed: [{ id: 2, why: 'repeated' }], messages: [{ ids: [1] }] })
  })
})

test('"back to normal" goes where the alarm went, and waits while that is undecided', () => {
  const cleared = (raised: WaitingNotice['raised']) =>
    plan([notice(1, { about: 'cleared', state: 'cleared', raised })])
  expect(ids(cleared('sent'))).toEqual([[1]])
  expect(cleared('open').held).toEqual([{ id: 1, until: later(NOON, 30_000), why: 'raise' }])
})

test('quiet hours hold everything but what is critical', () => {
  const night = { fromMinute: 11 * 60, untilMinute: 13 * 60, zone: 'Asia/Taipei' }
  const planned = plan([notice(1, { rank: 1 }), notice(2), notice(3, { rank: 4 })], nothing, night)
  expect(ids(planned)).toEqual([[1]])
  const until = later(NOON, minutes(60))
  expect(planned.held).toEqual([
    { id: 2, until, why: 'quiet' },
    { id: 3, until, why: 'quiet' },
  ])
})

describe('too much at once', () => {
  test('several alarms of a store are one message', () => {
    const planned = plan([notice(1), notice(2), notice(3, store(2))])
    expect(planned.messages).toEqual([
      { ids: [1, 2], isDigest: false },
      { ids: [3], isDigest: false },
    ])
  })

  test('within two minutes of a message, other alarms of the store wait, critical ones do not', () => {
    const recent = { messages: [{ at: ago(1), ...store(1), isDigest: false }], topics: [] }
    const planned = plan([notice(1), notice(2, { rank: 1 })], recent)
    expect(ids(planned)).toEqual([[2]])
    expect(planned.held).toEqual([{ id: 1, until: later(NOON, minutes(1)), why: 'storm' }])
  })

  test('from ten new alarms, critical ones are sent one by one and the rest as one digest', () => {
    const many = Array.from({ length: 40 }, (_, n) => notice(n + 1, { ...store(n + 1), rank: n < 3 ? 1 : 2 }))
    const planned = plan(many)
    expect(ids(planned).slice(0, 3)).toEqual([[1], [2], [3]])
    expect(planned.messages).toHaveLength(4)
    expect(planned.messages[3]).toMatchObject({ isDigest: true, ids: { length: 37 } })
  })

  test('no more than ten messages in ten minutes: what does not fit goes into the last', () => {
    const critical = Array.from({ length: 40 }, (_, n) => notice(n + 1, { ...store(n + 1), rank: 1 }))
    const planned = plan(critical)
    expect(planned.messages).toHaveLength(10)
    expect(planned.messages[9]?.ids).toHaveLength(31)
  })

  test('after ten messages everything waits until the oldest is ten minutes old', () => {
    const messages = Array.from({ length: 10 }, (_, n) => ({
      at: ago(9 - n / 2),
      ...store(n),
      isDigest: false,
    }))
    const planned = plan([notice(1, { rank: 1 }), notice(2)], { messages, topics: [] })
    expect(planned.messages).toEqual([])
    expect(planned.held.map(({ until }) => until)).toEqual([later(NOON, minutes(1)), later(NOON, minutes(1))])
  })

  test('after a digest the next one comes ten minutes later, critical alarms at once', () => {
    const messages = [{ at: ago(4), storeId: null, isDigest: true }]
    const topics = Array.from({ length: 12 }, (_, n) => ({
      topic: String(100 + n),
      rank: 2,
      at: ago(4),
    }))
    const planned = plan([notice(1, { rank: 1 }), notice(2)], { messages, topics })
    expect(ids(planned)).toEqual([[1]])
    expect(planned.held).toEqual([{ id: 2, until: later(NOON, minutes(6)), why: 'storm' }])
  })
})
