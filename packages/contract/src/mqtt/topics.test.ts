import type { TerminalId } from '@coldkeep/domain/ids'
import { describe, expect, test } from 'vitest'
import { everyDownTopic, mayPublish, maySubscribe, NOTICE_TOPIC, parseUpTopic, upTopic } from './topics'

const own = 'TB-0001' as TerminalId

describe('topics', () => {
  test('an upward topic is read back as it was built', () => {
    expect(upTopic(own, 'live')).toBe('rf/1/t/TB-0001/up/live')
    expect(parseUpTopic('rf/1/t/TB-0001/up/live')).toEqual({ terminal: own, channel: 'live' })
  })

  test.each([
    'rf/1/t/TB-0002/up/live',
    'rf/1/t/TB-0001/dn/ack',
    'rf/1/t/TB-0001/up/other',
    'rf/1/t/TB-0001/up/live/more',
    'rf/2/t/TB-0001/up/live',
    'rf/1/t/+/up/live',
    'rf/1/all/notice',
    '$SYS/broker',
  ])('a terminal may not publish to %s', (topic) => {
    expect(mayPublish(own, topic)).toBe(false)
  })

  test.each(['rf/1/t/+/dn/#', 'rf/1/t/TB-0002/dn/#', 'rf/1/t/TB-0001/#', '#', 'rf/1/t/TB-0001/up/live'])(
    'a terminal may not subscribe to %s',
    (filter) => {
      expect(maySubscribe(own, filter)).toBe(false)
    },
  )

  test('a terminal may hear what is said to it and to all', () => {
    expect(
      [everyDownTopic(own), 'rf/1/t/TB-0001/dn/ack', NOTICE_TOPIC].map((f) => maySubscribe(own, f)),
    ).toEqual([true, true, true])
  })
})
