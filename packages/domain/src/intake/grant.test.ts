import { expect, test } from 'vitest'
import type { TerminalId } from '../ids'
import { epochMs, seconds } from '../time/instant'
import { grants } from './grant'

const terminals = Array.from({ length: 40 }, (_, i) => `TB-${String(i).padStart(4, '0')}` as TerminalId)
const at = (s: number) => epochMs(seconds(s))

test('a terminal without backlog is granted nothing', () => {
  const given = grants(1000)
  expect(given.turn(at(0), 0)).toEqual([])
  expect(given.offer(terminals[0]!, at(0))).toEqual({ messages: 0, seconds: 0 })
})

test('a terminal with backlog may have four messages outstanding for a minute', () => {
  const given = grants(1000)
  given.backlogReported(terminals[0]!, 500)
  expect(given.turn(at(0), 0)).toEqual([terminals[0]])
  expect(given.offer(terminals[0]!, at(0))).toEqual({ messages: 4, seconds: 60 })
  expect(given.offer(terminals[0]!, at(45.5))).toEqual({ messages: 4, seconds: 15 })
  expect(given.offer(terminals[0]!, at(60))).toEqual({ messages: 0, seconds: 0 })
})

test('the total granted stays at half of the queue of the broker', () => {
  const given = grants(80)
  for (const terminal of terminals) given.backlogReported(terminal, 100)
  // 80 / 2 = 40 messages = 10 terminals of 4
  for (let s = 0; s < 30; s++) {
    given.turn(at(s), 0)
    for (const terminal of terminals) given.messageReceived(terminal, at(s))
  }
  expect(terminals.filter((terminal) => given.offer(terminal, at(30)).messages > 0)).toHaveLength(10)
})

test('turns rotate, so that every terminal gets one', () => {
  const given = grants(80)
  for (const terminal of terminals) given.backlogReported(terminal, 1_000_000)
  const called = new Map<TerminalId, number>()
  for (let s = 0; s < 60 * 8; s++) {
    for (const terminal of given.turn(at(s), 0)) called.set(terminal, (called.get(terminal) ?? 0) + 1)
    for (const terminal of terminals) {
      if (given.offer(terminal, at(s)).messages > 0) given.messageReceived(terminal, at(s))
    }
  }
  expect(called.size).toBe(40)
  expect(new Set(called.values())).toEqual(new Set([2]))
})

test('a busy database narrows the flow within seconds, an idle one widens it again', () => {
  const given = grants(1000)
  for (const terminal of terminals) given.backlogReported(terminal, 100)
  const granted = (s: number) =>
    terminals.filter((terminal) => given.offer(terminal, at(s)).messages > 0).length
  const work = (s: number, busyShare: number) => {
    given.turn(at(s), busyShare)
    for (const terminal of terminals)
      if (given.offer(terminal, at(s)).messages > 0) given.messageReceived(terminal, at(s))
  }
  work(0, 0)
  // 64 messages to begin with
  expect(granted(0)).toBe(16)
  for (let s = 1; s <= 20; s++) work(s, 0.9)
  expect(granted(20)).toBe(1)
  for (let s = 21; s <= 50; s++) work(s, 0.1)
  expect(granted(50)).toBe(40)
})

test('what flows while no one waits does not widen the flow for when all come at once', () => {
  const given = grants(1000)
  for (let s = 0; s < 1000; s++) given.turn(at(s), 0)
  for (const terminal of terminals) given.backlogReported(terminal, 100)
  expect(given.turn(at(1000), 0.6)).toHaveLength(16)
})

test('a terminal that stays silent through its turn gives its slot away', () => {
  const given = grants(8)
  given.backlogReported(terminals[0]!, 5)
  given.backlogReported(terminals[1]!, 5)
  expect(given.turn(at(0), 0)).toEqual([terminals[0]])
  expect(given.turn(at(4), 0)).toEqual([])
  expect(given.turn(at(5), 0)).toEqual([terminals[1]])
  expect(given.waiting()).toBe(0)
})

test('a terminal that has sent all it has gives its slot away, one that waits for an answer does not', () => {
  const given = grants(8)
  for (const terminal of terminals.slice(0, 3)) given.backlogReported(terminal, 5)
  expect(given.turn(at(0), 0)).toEqual([terminals[0]])
  for (let message = 0; message < 4; message++) given.messageReceived(terminals[0]!, at(1))
  given.messagesAcknowledged(terminals[0]!, 3, at(2))
  expect(given.turn(at(30), 0)).toEqual([])
  given.messagesAcknowledged(terminals[0]!, 1, at(31))
  expect(given.turn(at(35), 0)).toEqual([])
  expect(given.turn(at(36), 0)).toEqual([terminals[1]])
  expect(given.offer(terminals[0]!, at(36))).toEqual({ messages: 0, seconds: 0 })
  // silent before its turn was over, it gets no turn again until it reports or sends something
  expect(given.turn(at(41), 0)).toEqual([terminals[2]])
  given.messageReceived(terminals[0]!, at(42))
  expect(given.turn(at(46), 0)).toEqual([terminals[0]])
})

test('terminals with a message or two each take little room and are through with their last answer', () => {
  const given = grants(16)
  for (const terminal of terminals) given.backlogReported(terminal, 2)
  const [first, second] = terminals as [TerminalId, TerminalId]
  // 16 / 2 = 8 messages
  expect(given.turn(at(0), 0)).toEqual(terminals.slice(0, 4))
  expect(given.offer(first, at(0)).messages).toBe(2)
  for (const terminal of [first, first, second, second]) given.messageReceived(terminal, at(0))
  given.messagesAcknowledged(first, 2, at(0.5))
  given.messagesAcknowledged(second, 1, at(0.5))
  expect(given.turn(at(1), 0)).toEqual([terminals[4]])
  given.messagesAcknowledged(second, 1, at(1.5))
  expect(given.turn(at(2), 0)).toEqual([terminals[5]])
})
